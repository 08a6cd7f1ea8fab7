import type { LocationStore } from "../../../ports/campaigns.js";
import { locationCalls } from "../../protocol/campaign-writes.js";
import { locationColumns, locationOf, type LocationRow } from "../../rows/campaign-row.js";
import type { Database } from "../engine/database.js";
import type { Writer } from "../protocol.js";

/** Locations that are read without a pause: about a millisecond. */
const pageSize = 500;

export function locationStore(database: Database, writer: Writer): LocationStore {
  const page = database.prepare<LocationRow>(`${locationColumns} WHERE id > ? ORDER BY id LIMIT ${pageSize}`);
  const find = database.prepare<LocationRow>(`${locationColumns} WHERE id = ?`);
  return {
    async *list() {
      let rows = page.all(0);
      for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
        yield rows.map(locationOf);
        rows = rows.length < pageSize ? [] : page.all(last.id);
      }
    },
    find: async (id) => {
      const row = find.get(id);
      return row === undefined ? undefined : locationOf(row);
    },
    ...locationCalls(writer),
  };
}
