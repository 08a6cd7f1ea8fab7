import type { LocationWrites } from "../../protocol/campaign-writes.js";
import { changeOf } from "../accounts/change.js";
import type { Database } from "../engine/database.js";

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
    addLocation({ name, description, at }) {
      const row = insert.get(name, description, at);
      return row === undefined ? { ok: false, reason: "exists" } : { ok: true, id: row.id };
    },
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
