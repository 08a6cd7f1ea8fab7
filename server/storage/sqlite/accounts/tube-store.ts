import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { TubeStore } from "../../../ports/accounts.js";
import type { Database } from "../engine/database.js";
import type { Writer } from "../protocol.js";
import type { ConnectionLimits, TubeUser } from "../../../domain/accounts/tube-settings.js";

interface TubeRow {
  readonly customer_uuid: string;
  readonly user_uuid: string;
  readonly user_id: number;
  readonly customer_priority: number;
  readonly priority: number;
  readonly provider: string;
  readonly validity: number;
  readonly power_ads: 0 | 1;
  readonly receivers: number | null;
  readonly transmitters: number | null;
  readonly transceivers: number | null;
}

function connectionsOf({ receivers, transmitters, transceivers }: TubeRow): ConnectionLimits | undefined {
  if (receivers === null || transmitters === null || transceivers === null) return undefined;
  return { receivers, transmitters, transceivers };
}

function userOf(row: TubeRow): TubeUser {
  return {
    customerUuid: row.customer_uuid,
    userUuid: row.user_uuid,
    userNumber: row.user_id,
    customerPriority: row.customer_priority,
    userPriority: row.priority,
    defaultProvider: row.provider,
    validity: row.validity,
    powerAds: row.power_ads === 1,
    connections: connectionsOf(row),
  };
}

export function tubeStore(database: Database, writer: Writer): TubeStore {
  const find = database.prepare<TubeRow>(
    `SELECT tc.uuid AS customer_uuid, t.uuid AS user_uuid, t.user_id, c.priority AS customer_priority, t.priority,
       t.provider, t.validity, t.power_ads, t.receivers, t.transmitters, t.transceivers
     FROM customer_user u JOIN tube_user t ON t.user_id = u.id JOIN customer c ON c.id = u.customer_id
       JOIN tube_customer tc ON tc.customer_id = u.customer_id
     WHERE u.customer_id = ? AND u.name_key = ?`,
  );
  return {
    user: async (customerId, name) => {
      const row = find.get(customerId, userNameKey(name));
      return row === undefined ? undefined : userOf(row);
    },
    change: (customerId, name, change) => writer.call("changeTube", { customerId, name, change }),
  };
}
