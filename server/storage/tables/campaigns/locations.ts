import type { Change } from "../../../domain/accounts/accounts.js";
import type { Location } from "../../../domain/campaigns/campaigns.js";
import type { LocationStore } from "../../../ports/campaigns.js";
import type { Caller } from "../../script/calls.js";
import { flag, namesOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, has, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const location = {
  id: integer(),
  name: text(),
  description: text(),
  active: flag(),
  audience: integer(),
};

/** Locations that are read without a pause: about a millisecond. */
const pageSize = 500;

const page = sql(
  `SELECT ${namesOf(location)} FROM location WHERE id > $after ORDER BY id LIMIT ${pageSize}`,
  location,
);
const find = sql(`SELECT ${namesOf(location)} FROM location WHERE id = $id`, location);

/** Guard: of two locations of the same name one is added. */
const insert = sql(
  `INSERT INTO location (name, description, created_at) VALUES ($name, $description, $at)
   ON CONFLICT DO NOTHING RETURNING id`,
  { id: integer() },
);
const known = sql("SELECT 1 FROM location WHERE id = $id");
/** Guard: the unique key. A name that another location gets meanwhile is a conflict, after which this runs again. */
const update = sql(
  `UPDATE location SET name = coalesce($name, name), description = coalesce($description, description)
   WHERE id = $id AND NOT EXISTS (SELECT 1 FROM location o WHERE o.name = $name AND o.id <> location.id)`,
);
const setActive = sql("UPDATE location SET active = $active WHERE id = $id");

/** Guard: numbers are added to an audience one commit after the other: a campaign that has passed `seq` has missed none. */
const locked = sql("SELECT 1 FROM location WHERE id = $id", undefined, { lock: "FOR NO KEY UPDATE" });
const insertPhones = sql(
  `INSERT INTO location_audience (location_id, phone)
   SELECT $id, phone FROM unnest($phones::text[]) WITH ORDINALITY AS n (phone, place) ORDER BY place ON CONFLICT DO NOTHING`,
);
const count = sql("UPDATE location SET audience = audience + $added WHERE id = $id");

/** The id of a new location, unless its name is taken. */
type Added = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly reason: "exists" };

/** Changes of locations. */
export const locations = subject(
  "locations",
  {
    *add({ name, description }: Pick<Location, "name" | "description">, at: number): Steps<Added> {
      const added = yield* get(insert, { name, description, at });
      return added === undefined ? { ok: false, reason: "exists" } : { ok: true, id: added.id };
    },
    *change(id: number, change: Partial<Pick<Location, "name" | "description">>): Steps<Change> {
      const { name, description } = change;
      if ((yield* run(update, { id, name, description })) > 0) return { ok: true };
      return { ok: false, reason: (yield* has(known, { id })) ? "exists" : "unknownEntry" };
    },
    *setActive(id: number, active: boolean): Steps<boolean> {
      return (yield* run(setActive, { id, active })) > 0;
    },
    *addAudience(id: number, phones: readonly string[]): Steps<number | undefined> {
      if (!(yield* has(locked, { id }))) return undefined;
      const added = yield* run(insertPhones, { id, phones });
      yield* run(count, { id, added });
      return added;
    },
  },
  ["add", "change", "setActive"],
);

/** The writing half of the port. */
export function locationCalls(writer: Caller<WritesOf<typeof locations>>) {
  const { add, ...rest } = calls(writer, locations);
  return {
    ...rest,
    add: async (location, at) => {
      const added = await add(location, at);
      return added.ok ? added.id : undefined;
    },
  } satisfies Partial<LocationStore>;
}

export function locationStore(reads: Reads, writer: Caller<WritesOf<typeof locations>>): LocationStore {
  return {
    ...locationCalls(writer),
    async *list(after = 0) {
      let rows = await reads.all(page, { after });
      for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
        yield rows;
        rows = rows.length < pageSize ? [] : await reads.all(page, { after: last.id });
      }
    },
    find: (id) => reads.get(find, { id }),
  };
}
