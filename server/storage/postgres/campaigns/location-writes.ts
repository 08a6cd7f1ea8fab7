import type { LocationWrites } from "../../protocol/campaign-writes.js";
import { changeOf } from "../accounts/change.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import { sql } from "../engine/statement.js";

/** Guard: of two locations of the same name one is added. */
const insert = sql<{ readonly id: number }>(
  "INSERT INTO location (name, description, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id",
);
const find = sql("SELECT 1 FROM location WHERE id = $1");
/** A name that another location gets meanwhile is a conflict. */
const update = sql(
  `UPDATE location SET name = coalesce($2, name), description = coalesce($3, description)
   WHERE id = $1 AND NOT EXISTS (SELECT FROM location o WHERE o.name = $2 AND o.id <> $1)`,
);
const setActive = sql("UPDATE location SET active = $2 WHERE id = $1");

/** Guard: numbers are added to an audience one commit after the other: a campaign that has passed `seq` has missed none. */
const lock = sql("SELECT 1 FROM location WHERE id = $1 FOR NO KEY UPDATE");
const insertPhones = sql(
  `INSERT INTO location_audience (location_id, phone)
   SELECT $1, phone FROM unnest($2::text[]) WITH ORDINALITY AS n (phone, place) ORDER BY place ON CONFLICT DO NOTHING`,
);
const count = sql("UPDATE location SET audience = audience + $2 WHERE id = $1");

/** Every change of locations. */
export const locationWrites: Batches<LocationWrites> = {
  addLocation: oneByOne(async (session, { name, description, at }) => {
    const row = await session.get(insert, name, description, at);
    return row === undefined ? { ok: false, reason: "exists" } : { ok: true, id: row.id };
  }),
  changeLocation: oneByOne(async (session, { id, change: { name = null, description = null } }) =>
    changeOf((await session.run(update, id, name, description)) > 0, async () =>
      (await session.get(find, id)) === undefined ? "unknownEntry" : "exists",
    ),
  ),
  setLocationActive: oneByOne(
    async (session, { id, active }) => (await session.run(setActive, id, active)) > 0,
  ),
  addAudience: oneByOne(async (session, { id, phones }) => {
    if ((await session.get(lock, id)) === undefined) return null;
    const added = await session.run(insertPhones, id, phones);
    await session.run(count, id, added);
    return added;
  }, 1),
};
