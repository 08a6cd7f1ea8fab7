import type { ConnectionLimits, TubeUser } from "../../domain/accounts/tube-settings.js";
import type { Flag } from "./customer-row.js";

/** Row of a user of the SMPP front end: `tubeColumns`. */
export interface TubeRow {
  readonly customer_uuid: string;
  readonly user_uuid: string;
  readonly user_id: number;
  readonly customer_priority: number;
  readonly priority: number;
  readonly provider: string;
  readonly validity: number;
  readonly power_ads: Flag;
  readonly receivers: number | null;
  readonly transmitters: number | null;
  readonly transceivers: number | null;
}

function connectionsOf({ receivers, transmitters, transceivers }: TubeRow): ConnectionLimits | undefined {
  if (receivers === null || transmitters === null || transceivers === null) return undefined;
  return { receivers, transmitters, transceivers };
}

/** The columns of `TubeRow`, of `customer c`, `tube_customer tc` and `tube_user t`. */
export const tubeColumns = `tc.uuid AS customer_uuid, t.uuid AS user_uuid, t.user_id, c.priority AS customer_priority, t.priority,
  t.provider, t.validity, t.power_ads, t.receivers, t.transmitters, t.transceivers`;

export function tubeUserOf(row: TubeRow): TubeUser {
  return {
    customerUuid: row.customer_uuid,
    userUuid: row.user_uuid,
    userNumber: row.user_id,
    customerPriority: row.customer_priority,
    userPriority: row.priority,
    defaultProvider: row.provider,
    validity: row.validity,
    powerAds: Boolean(row.power_ads),
    connections: connectionsOf(row),
  };
}
