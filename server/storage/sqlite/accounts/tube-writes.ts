import type { TubeSettings } from "../../../domain/accounts/tube-settings.js";
import { prepareUserId } from "./change.js";
import type { Database } from "../engine/database.js";

/** Changes of what the SMPP front end knows, inside the transaction that is open. */
export interface TubeWrites {
  /** False when there is no such user. */
  changeTube(input: {
    readonly customerId: number;
    readonly name: string;
    readonly change: Partial<TubeSettings>;
  }): boolean;
}

/** Prepares every change of what the SMPP front end knows on one connection. */
export function tubeWrites(database: Database): TubeWrites {
  const idOf = prepareUserId(database);
  const setUser = database.prepare(
    `UPDATE tube_user SET priority = ifnull(?, priority), provider = ifnull(?, provider),
       validity = ifnull(?, validity), power_ads = ifnull(?, power_ads) WHERE user_id = ?`,
  );
  const setConnections = database.prepare(
    "UPDATE tube_user SET receivers = ?, transmitters = ?, transceivers = ? WHERE user_id = ?",
  );
  return {
    changeTube({ customerId, name, change }) {
      const id = idOf(customerId, name);
      if (id === undefined) return false;
      const { userPriority = null, defaultProvider = null, validity = null } = change;
      const powerAds = change.powerAds === undefined ? null : Number(change.powerAds);
      setUser.run(userPriority, defaultProvider, validity, powerAds, id);
      if ("connections" in change) {
        const { receivers = null, transmitters = null, transceivers = null } = change.connections ?? {};
        setConnections.run(receivers, transmitters, transceivers, id);
      }
      return true;
    },
  };
}
