import type { LocationStore } from "../../../ports/campaigns.js";
import type { locationCalls } from "../../protocol/campaign-writes.js";
import { locationColumns, locationOf, type LocationRow } from "../../rows/campaign-row.js";
import type { Database } from "../engine/database.js";
import { sql } from "../engine/statement.js";

/** Locations of a page. */
const pageSize = 500;

const page = sql<LocationRow>(`${locationColumns} WHERE id > $1 ORDER BY id LIMIT ${pageSize}`);
const find = sql<LocationRow>(`${locationColumns} WHERE id = $1`);

/** Every read of locations. */
export function locationReads(
  database: Database,
): Omit<LocationStore, keyof ReturnType<typeof locationCalls>> {
  return {
    async *list() {
      let rows = await database.all(page, 0);
      for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
        yield rows.map(locationOf);
        rows = rows.length < pageSize ? [] : await database.all(page, last.id);
      }
    },
    find: async (id) => {
      const row = await database.get(find, id);
      return row === undefined ? undefined : locationOf(row);
    },
  };
}
