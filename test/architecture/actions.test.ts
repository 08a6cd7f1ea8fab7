import { describe, expect, test } from "@jest/globals";
import { type Action, isAction, isSubject, type Subject } from "#server/actions/action.js";
import { auditNameOf } from "#server/actions/audit-names.js";
import { allSubjects, entriesOf } from "#server/actions/subjects.js";
import { auditActions } from "#server/domain/audit.js";
import { sourceFiles } from "./source-files.js";

const subjects = await allSubjects();
const entries = subjects.flatMap(entriesOf);
const actions = entries.filter((entry): entry is Action => isAction(entry));

/** The closed list, the names that differ from it, the words of the portal for entries, and entries that the store makes, or reads for doctor. */
const tables = [
  ...[
    "server/admin/health-facts.ts",
    "server/storage/tables/desk/refunds.ts",
    "server/storage/tables/desk/desk.ts",
    "server/storage/tables/bulk/bulk.ts",
    "server/storage/tables/links/links.ts",
  ],
  ...["server/actions/audit-names.ts", "server/domain/audit.ts", "server/faces/portal/history.ts"],
  "server/storage/tables/operators/operator-entries.ts",
];

const files = sourceFiles("server").filter(({ path }) => !tables.includes(path));

describe.each(actions.map((action) => [action.name, action] as const))("%s", (name, action) => {
  test("is in the closed list of audit names, and its name in one other file", () => {
    expect(auditActions).toContain(auditNameOf(name));
    const named = files.filter(({ text }) => text.includes(`: "${name}"`));
    expect(named.map(({ path }) => path)).toHaveLength(1);
    expect(named[0]?.path).toMatch(/^server\/actions\//u);
  });

  test("has a meaning for each option, and a sentence for the page after its form", () => {
    const silent = Object.entries(action.fields).filter(
      ([, { type, meaning }]) => type !== "password" && (meaning ?? "") === "",
    );
    expect(silent).toEqual([]);
    expect(action.button === undefined || action.done !== undefined).toBe(true);
  });

  test("has a danger with a button and a sentence, or none", () => {
    const { danger } = action;
    expect(danger === undefined || /^[A-Z][^.]*$/u.test(danger.button)).toBe(true);
    expect(danger === undefined || /^[A-Z].*\.$/u.test(danger.text)).toBe(true);
  });
});

const groupsIn = (subject: Subject): readonly Subject[] => [
  subject,
  ...subject.entries.filter(isSubject).flatMap(groupsIn),
];

test.each(subjects.flatMap(groupsIn).map((group) => [group.name, group] as const))(
  "%s says what its commands are about, and leaves their names to the help",
  (_, { help, entries: commands }) => {
    const words = commands.map(({ name }) => name.split(" ").at(-1)).join(", ");
    expect(help).not.toContain(words);
  },
);

test("the right of an action is checked in one file, and before a stored response of one is repeated", () => {
  const checking = files.filter(
    ({ path, text }) => !path.endsWith("rights.ts") && /\bexpectAllowed\(/u.test(text),
  );
  expect(checking.map(({ path }) => path)).toEqual([
    "server/actions/action.ts",
    "server/faces/operators/api.ts",
  ]);
});
