import { customerIdOf } from "../admin/values.js";
import { expectDone, InvalidInput } from "../admin/refusal.js";
import { said, textOf } from "../admin/sentence.js";
import { maxShiftNote, type Note, type NoteKind, noteKinds } from "../ports/shift.js";
import { action, list, type Subject } from "./action.js";
import { choice, oneOf, required, text } from "./fields.js";
import { described, textMember } from "./members.js";

/** Reads the text of a note. @throws InvalidInput */
function noteOf(given: string): string {
  if (given.trim() === "" || given.length > maxShiftNote || /\p{C}/u.test(given))
    throw new InvalidInput(`a note must have 1 to ${maxShiftNote} characters and no control characters`);
  return given;
}

const keys = {
  kind: required(choice(undefined, "customer or link", { choices: noteKinds }), oneOf("kind", noteKinds)),
  name: required(text(undefined, "number of the customer, or name of the link"), (given) => given),
};

/** A note as the commands print it. */
export type NoteRow = ReturnType<typeof rowOf>;

const rowOf = ({ kind, name, text: written, who, at }: Note) => ({
  kind,
  name,
  text: written,
  who,
  at: new Date(at).toISOString(),
});

const members = {
  ...described(["at"]),
  kind: textMember("customer or link"),
  name: textMember("number of the customer, or name of the link"),
  text: textMember("the note"),
  who: textMember("operator who wrote it"),
};

/** What a note is about, in the audit log and in a refusal. */
function aboutOf(kind: NoteKind, name: string) {
  if (kind === "link") return { subject: { link: name }, customerId: 0, thing: `link ${name}` };
  const customer = customerIdOf(name);
  return { subject: { customer }, customerId: customer, thing: said`${{ customer }}` };
}

const may = { operator: "support" } as const;

export const setNote = action({
  name: "note set",
  help: "Leave a note about a customer or a link for the next shift; it replaces the one before. Example: messenger note set link west --text 'carrier repairs a fiber until 18:00'",
  may,
  button: "Leave the note",
  done: "The note was left.",
  keys,
  fields: {
    text: required(
      text("Note for the next shift", `at most ${maxShiftNote} characters`, {
        hint: `at most ${maxShiftNote} characters`,
      }),
      noteOf,
    ),
  },
  members,
  run: async ({ kind, name: given, text: written }, { store, now: at, by, recorded }) => {
    const { subject, ...about } = aboutOf(kind, given);
    const name = kind === "link" ? given : String(about.customerId);
    const before = await store.notes.find(kind, name);
    const note = { kind, name, text: written, who: by.name, at };
    const { notes } = recorded({
      subject,
      before: before && { note: before.text },
      after: { note: written },
    });
    expectDone(await notes.set(note), about);
    return { row: rowOf(note), text: `note about ${textOf(about.thing)} left` };
  },
});

export const removeNote = action({
  name: "note remove",
  help: "Remove the note about a customer or a link",
  may,
  button: "Remove the note",
  done: "The note was removed.",
  keys,
  members: { kind: members.kind, name: members.name },
  run: async ({ kind, name: given }, { store, recorded }) => {
    const { subject, customerId, thing } = aboutOf(kind, given);
    const name = kind === "link" ? given : String(customerId);
    const before = await store.notes.find(kind, name);
    const { notes } = recorded({ subject, before: before && { note: before.text } });
    expectDone(await notes.remove(kind, name), { customerId, thing: said`note about ${thing}` });
    return { row: { kind, name }, text: `note about ${textOf(thing)} removed` };
  },
});

/** Most notes that are listed. */
const mostNotes = 1_000;

export const listNotes = list({
  name: "note list",
  help: "List the notes about customers and links, the latest first",
  may: { operator: "viewer" },
  columns: ["kind", "name", "text", "who", "at"],
  members,
  rows: async (_none, { store }) => (await store.notes.list(mostNotes)).map(rowOf),
});

/** Notes for the next shift. */
export const notes: Subject = {
  name: "note",
  help: "Notes about customers and links for the next shift",
  entries: [setNote, removeNote, listNotes],
};
