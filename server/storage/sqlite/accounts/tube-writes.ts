import type { TubeWrites } from "../../protocol/account-writes.js";
import { prepareUserId } from "./change.js";
import type { Database } from "../engine/database.js";

/** Prepares every change of settings for the SMPP front end on one connection. */
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
