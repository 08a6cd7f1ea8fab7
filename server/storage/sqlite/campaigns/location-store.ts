import type { LocationStore } from "../../../ports/campaigns.js";
import type { Database } from "../engine/database.js";
import type { Writer } from "../protocol.js";
import type { Location } from "../../../domain/campaigns/campaigns.js";

interface LocationRow extends Omit<Location, "active"> {
  readonly active: 0 | 1;
}

function locationOf({ id, name, description, active, audience }: LocationRow): Location {
  return { id, name, description, active: active === 1, audience };
}

/** Locations that are read without a pause: about a millisecond. */
const pageSize = 500;

export function locationStore(database: Database, writer: Writer): LocationStore {
  const columns = "SELECT id, name, description, active, audience FROM location";
  const page = database.prepare<LocationRow>(`${columns} WHERE id > ? ORDER BY id LIMIT ${pageSize}`);
  const find = database.prepare<LocationRow>(`${columns} WHERE id = ?`);
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
    add: async (location, at) => (await writer.call("addLocation", { ...location, at })) ?? undefined,
    change: (id, change) => writer.call("changeLocation", { id, change }),
    setActive: (id, active) => writer.call("setLocationActive", { id, active }),
    addAudience: async (id, phones) => (await writer.call("addAudience", { id, phones })) ?? undefined,
  };
}
