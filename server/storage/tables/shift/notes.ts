import type { Change } from "../../../domain/accounts/accounts.js";
import type { Note, NoteKind, NoteStore } from "../../../ports/shift.js";
import type { Caller } from "../../script/calls.js";
import { integer, namesOf, text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const note = { kind: text<NoteKind>(), name: text(), text: text(), who: text(), at: integer() };

const find = sql(`SELECT ${namesOf(note)} FROM note WHERE kind = $kind AND name = $name`, note);
const latest = sql(`SELECT ${namesOf(note)} FROM note ORDER BY at DESC, kind, name LIMIT $limit`, note);

/** One about a thing that there is. */
const set = sql(
  `INSERT INTO note (kind, name, text, who, at)
   SELECT $kind, $name, $text, $who, $at::bigint
   WHERE CASE $kind WHEN 'customer' THEN EXISTS (SELECT 1 FROM customer WHERE id = $customer::bigint)
     ELSE EXISTS (SELECT 1 FROM link WHERE link.name = $name) END
   ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text, who = excluded.who, at = excluded.at`,
);
const remove = sql("DELETE FROM note WHERE kind = $kind AND name = $name");

/** Notes of operators about customers and links. */
export const notes = subject(
  "notes",
  {
    *set(given: Note): Steps<Change> {
      const { kind, name, at, who } = given;
      const customer = kind === "customer" ? Number(name) : 0;
      if ((yield* run(set, { kind, name, text: given.text, who, at, customer })) > 0) return { ok: true };
      return { ok: false, reason: kind === "customer" ? "unknownCustomer" : "unknownEntry" };
    },
    *remove(kind: NoteKind, name: string): Steps<Change> {
      return (yield* run(remove, { kind, name })) > 0 ? { ok: true } : { ok: false, reason: "unknownEntry" };
    },
  },
  ["set", "remove"],
);

const removeOfLinks = sql(
  "DELETE FROM note WHERE kind = 'link' AND NOT EXISTS (SELECT 1 FROM link WHERE link.name = note.name)",
);

/** Removes the note with the customer. */
export function* removeCustomerNote(id: number): Steps<void> {
  yield* run(remove, { kind: "customer", name: String(id) });
}

/** Removes the notes about links that were removed: a later link may have the name. */
export function* removeLinkNotes(): Steps<void> {
  yield* run(removeOfLinks);
}

export function noteStore(reads: Reads, writer: Caller<WritesOf<typeof notes>>): NoteStore {
  return {
    ...calls(writer, notes),
    find: (kind, name) => reads.get(find, { kind, name }),
    list: (limit) => reads.all(latest, { limit }),
  };
}
