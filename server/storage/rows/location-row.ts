import type { Location } from "../../domain/campaigns/campaigns.js";
import type { Flag } from "./customer-row.js";

/** A location as `locationColumns` reads it. */
export interface LocationRow extends Omit<Location, "active"> {
  readonly active: Flag;
}

export const locationColumns = "SELECT id, name, description, active, audience FROM location";

export function locationOf({ id, name, description, active, audience }: LocationRow): Location {
  return { id, name, description, active: Boolean(active), audience };
}
