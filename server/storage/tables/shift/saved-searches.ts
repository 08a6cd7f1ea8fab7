import type { Change } from "../../../domain/accounts/accounts.js";
import type { SavedSearch, SavedSearchStore, SearchPage } from "../../../ports/shift.js";
import type { Caller } from "../../script/calls.js";
import { integer, json, namesOf, text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, has, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const search = {
  id: integer(),
  name: text(),
  page: text<SearchPage>(),
  conditions: json<SavedSearch["conditions"]>(),
  who: text(),
  at: integer(),
};

const all = sql(`SELECT ${namesOf(search)} FROM saved_search ORDER BY name`, search);
const insert = sql(
  `INSERT INTO saved_search (name, page, conditions, who, at) VALUES ($name, $page, $conditions, $who, $at)
   ON CONFLICT DO NOTHING RETURNING id`,
  { id: integer() },
);

/** Guard: no other search gets the name meanwhile; the index refuses one that does. */
const ofName = sql("SELECT 1 FROM saved_search WHERE name = $name AND id <> $id");
const rename = sql("UPDATE saved_search SET name = $name WHERE id = $id");
const remove = sql("DELETE FROM saved_search WHERE id = $id");

/** Searches that operators have saved. */
export const savedSearches = subject(
  "savedSearches",
  {
    *add({ conditions, ...given }: Omit<SavedSearch, "id">): Steps<Change & { readonly id?: number }> {
      const { name, page, who, at } = given;
      const added = yield* get(insert, { name, page, who, at, conditions: JSON.stringify(conditions) });
      return added === undefined ? { ok: false, reason: "exists" } : { ok: true, id: added.id };
    },
    *rename(id: number, name: string): Steps<Change> {
      if (yield* has(ofName, { id, name })) return { ok: false, reason: "exists" };
      return (yield* run(rename, { id, name })) > 0 ? { ok: true } : { ok: false, reason: "unknownEntry" };
    },
    *remove(id: number): Steps<Change> {
      return (yield* run(remove, { id })) > 0 ? { ok: true } : { ok: false, reason: "unknownEntry" };
    },
  },
  ["add", "rename", "remove"],
);

export function savedSearchStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof savedSearches>>,
): SavedSearchStore {
  return { ...calls(writer, savedSearches), list: () => reads.all(all) };
}
