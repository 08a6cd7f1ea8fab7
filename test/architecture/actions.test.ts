import { describe, expect, test } from "@jest/globals";
import { type Action, type Entry, isAction, isSubject, type Subject } from "#server/actions/action.js";
import { auditNameOf } from "#server/actions/audit-names.js";
import { apiKeys } from "#server/actions/api-keys.js";
import { credits } from "#server/actions/credits.js";
import { blacklist } from "#server/actions/blacklist.js";
import { buyPrices } from "#server/actions/buy-prices.js";
import { campaigns } from "#server/actions/campaigns.js";
import { customers } from "#server/actions/customers.js";
import { inbox } from "#server/actions/inbox.js";
import { lists } from "#server/actions/lists.js";
import { locations } from "#server/actions/locations.js";
import { operators } from "#server/actions/operators.js";
import { optOuts } from "#server/actions/opt-outs.js";
import { originators } from "#server/actions/originators.js";
import { prices } from "#server/actions/prices.js";
import { routes } from "#server/actions/routes.js";
import { smpp } from "#server/actions/smpp-sessions.js";
import { tube } from "#server/actions/tube.js";
import { users } from "#server/actions/users.js";
import { auditActions } from "#server/domain/audit.js";
import { sourceFiles } from "./source-files.js";

const subjects: readonly Subject[] = [
  ...[apiKeys, blacklist, buyPrices, campaigns, credits, customers, inbox, lists, locations],
  ...[operators, optOuts, originators, prices, routes, smpp, tube, users],
];
const entriesOf = ({ entries }: Subject): readonly Entry[] =>
  entries.flatMap((entry) => (isSubject(entry) ? entriesOf(entry) : [entry]));

const actions = subjects.flatMap(entriesOf).filter((entry): entry is Action => isAction(entry));

/** The closed list, the names that differ from it, the words of the portal for entries, and entries that the store makes itself. */
const tables = [
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

test("the right of an action is checked in one file", () => {
  const checking = files.filter(
    ({ path, text }) => !path.endsWith("rights.ts") && /\bexpectAllowed\(/u.test(text),
  );
  expect(checking.map(({ path }) => path)).toEqual(["server/actions/action.ts"]);
});
