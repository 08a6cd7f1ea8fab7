import { type KeptForm, keptFormLimits } from "../../../domain/accounts/kept-forms.js";
import type { FormStore } from "../../../ports/forms.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const kept = { idHash: text(), session: text(), person: text(), content: text(), until: integer() };

const find = sql(
  `SELECT ${namesOf(kept)} FROM kept_form
   WHERE id_hash = $idHash AND session = $session AND person = $person AND until > $at`,
  kept,
);
const overdue = sql("SELECT until FROM kept_form WHERE until <= $at LIMIT 1", { until: integer() });

const insert = sql(
  `INSERT INTO kept_form (id_hash, session, person, content, until)
   VALUES ($idHash, $session, $person, $content, $until)`,
);
const bound = sql(
  `DELETE FROM kept_form WHERE session = $session AND id_hash NOT IN
     (SELECT id_hash FROM kept_form WHERE session = $session
      ORDER BY until DESC, id_hash LIMIT ${keptFormLimits.ofSession})`,
);
const move = sql("UPDATE kept_form SET session = $to WHERE session = $from AND person = $person");
const forget = sql("DELETE FROM kept_form WHERE until <= $at");
const addKey = sql("INSERT INTO site_key (id, value) VALUES (1, $offered) ON CONFLICT DO NOTHING");
const key = sql("SELECT value FROM site_key WHERE id = 1", { value: text() });

/** Changes of the forms that sites show again. */
export const forms = subject(
  "forms",
  {
    *keep({ idHash, session, person, content, until }: KeptForm): Steps<void> {
      yield* run(insert, { idHash, session, person, content, until });
      yield* run(bound, { session });
    },
    *move(from: string, to: string, person: string): Steps<void> {
      yield* run(move, { from, to, person });
    },
    *forget(at: number): Steps<number> {
      return yield* run(forget, { at });
    },
    *key(offered: string): Steps<string> {
      yield* run(addKey, { offered });
      return (yield* get(key))?.value ?? offered;
    },
  },
  ["keep", "move"],
);

export function formStore(reads: Reads, writer: Caller<WritesOf<typeof forms>>): FormStore {
  const writes = calls(writer, forms);
  return {
    ...writes,
    kept: ({ idHash, session, person }, at) => reads.get(find, { idHash, session, person, at }),
    // Most of the time there is nothing to delete.
    forget: async (at) => ((await reads.get(overdue, { at })) === undefined ? 0 : writes.forget(at)),
  };
}
