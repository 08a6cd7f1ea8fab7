import type { Location, LocationStore } from "../../ports/campaigns.js";
import type { Change } from "../../ports/store.js";
import { changeOf } from "./change.js";
import type { Database } from "./database.js";
import type { WriterClient } from "./writer-client.js";

/** Changes of locations, inside the transaction that is open. */
export interface LocationWrites {
  addLocation(input: {
    readonly name: string;
    readonly description: string;
    readonly at: number;
  }): number | null;
  changeLocation(input: {
    readonly id: number;
    readonly change: Partial<Pick<Location, "name" | "description">>;
  }): Change;
  setLocationActive(input: { readonly id: number; readonly active: boolean }): boolean;
  addAudience(input: { readonly id: number; readonly phones: readonly string[] }): number | null;
}

/** Prepares every change of locations on one connection. */
export function locationWrites(database: Database): LocationWrites {
  const insert = database.prepare<{ readonly id: number }>(
    "INSERT INTO location (name, description, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
  );
  const find = database.prepare<object>("SELECT 1 FROM location WHERE id = ?");
  const update = database.prepare(
    "UPDATE OR IGNORE location SET name = ifnull(?, name), description = ifnull(?, description) WHERE id = ?",
  );
  const setActive = database.prepare("UPDATE location SET active = ? WHERE id = ?");
  const count = database.prepare("UPDATE location SET audience = audience + ? WHERE id = ?");
  const insertPhone = database.prepare(
    "INSERT INTO location_audience (location_id, phone) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );
  return {
    addLocation: ({ name, description, at }) => insert.get(name, description, at)?.id ?? null,
    changeLocation: ({ id, change: { name = null, description = null } }) =>
      changeOf(update.run(name, description, id).changes > 0, () =>
        find.get(id) === undefined ? "unknownEntry" : "exists",
      ),
    setLocationActive: ({ id, active }) => setActive.run(Number(active), id).changes > 0,
    addAudience: ({ id, phones }) => {
      if (count.run(0, id).changes === 0) return null;
      const added = phones.reduce((sum, phone) => sum + insertPhone.run(id, phone).changes, 0);
      count.run(added, id);
      return added;
    },
  };
}

interface LocationRow extends Omit<Location, "active"> {
  readonly active: 0 | 1;
}

function locationOf({ id, name, description, active, audience }: LocationRow): Location {
  return { id, name, description, active: active === 1, audience };
}

/** Locations that are read without a pause: about a millisecond. */
const pageSize = 500;

export function locationStore(database: Database, writer: WriterClient): LocationStore {
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
