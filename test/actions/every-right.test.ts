import { expect, test } from "@jest/globals";
import { type Entry, isAction } from "#server/actions/action.js";
import { allSubjects, entriesOf } from "#server/actions/subjects.js";
import { sourceFiles } from "../architecture/source-files.js";

/** Who may what: role of an operator (`machine`: the command line alone), right of a customer's user, a recent log-in, and whether a page asks before it. */
type Row = readonly [
  name: string,
  operator: string,
  portal: string | null,
  more?: "recent" | "danger" | "recent, danger",
];

/** Written out: a changed right is a changed line here. */
const changes: readonly Row[] = [
  ["blacklist add", "admin", "send"],
  ["blacklist import", "admin", null],
  ["blacklist remove", "admin", "send", "danger"],
  ["bulk prepare", "support", null],
  ["bulk start", "support", null, "recent"],
  ["bulk stop", "support", null],
  ["buy-price remove", "admin", null, "danger"],
  ["buy-price set", "admin", null],
  ["callback retry", "admin", "develop"],
  ["campaign stop", "admin", null, "danger"],
  ["credit add", "admin", null, "recent"],
  ["credit deduct", "admin", null, "recent, danger"],
  ["customer add", "admin", null, "recent"],
  ["customer block", "admin", null, "recent, danger"],
  ["customer change", "admin", "develop", "recent"],
  ["customer change", "admin", null, "recent"],
  ["customer open", "admin", null, "recent"],
  ["customer release", "support", null, "danger"],
  ["customer remove", "machine", null],
  ["customer unblock", "admin", null, "recent"],
  ["inbox add", "admin", null],
  ["inbox forward remove", "admin", null],
  ["inbox forward set", "admin", null],
  ["inbox number add", "admin", null],
  ["inbox number remove", "admin", null],
  ["key add", "admin", "develop", "recent"],
  ["key revoke", "admin", "develop", "recent, danger"],
  ["link add", "admin", null],
  ["link change", "admin", null],
  ["link remove", "admin", null, "danger"],
  ["link start", "admin", null],
  ["link stop", "admin", null, "danger"],
  ["list change", "admin", "send"],
  ["list create", "admin", "send"],
  ["list import", "admin", null],
  ["list number add", "admin", "send"],
  ["list number import", "admin", "send"],
  ["list number remove", "admin", "send"],
  ["list remove", "admin", "send", "danger"],
  ["location add", "admin", null],
  ["location change", "admin", null],
  ["location close", "admin", null],
  ["location import", "admin", null],
  ["location open", "admin", null],
  ["message cancel", "support", "send", "danger"],
  ["message refund", "support", null, "recent, danger"],
  ["message resend", "support", null, "danger"],
  ["note remove", "support", null],
  ["note set", "support", null],
  ["number erase", "machine", null],
  ["operator add", "admin", null, "recent"],
  ["operator change", "admin", null, "recent"],
  ["operator key add", "viewer", null, "recent"],
  ["operator key revoke", "viewer", null, "recent, danger"],
  ["operator password", "admin", null, "recent"],
  ["operator remove", "admin", null, "recent, danger"],
  ["operator totp", "admin", null, "recent"],
  ["opt-out remove", "admin", "send", "danger"],
  ["opt-out set", "admin", "send"],
  ["originator add", "admin", null, "recent"],
  ["originator remove", "admin", null, "recent, danger"],
  ["price import", "admin", null, "recent"],
  ["price remove", "admin", null, "recent, danger"],
  ["price set", "admin", null, "recent"],
  ["queue uncertain fail", "support", null, "danger"],
  ["queue uncertain resend", "support", null, "danger"],
  ["route add", "admin", null],
  ["route change", "admin", null],
  ["route end", "admin", null],
  ["route remove", "admin", null, "danger"],
  ["search remove", "support", null],
  ["search rename", "support", null],
  ["search save", "support", null],
  ["session end", "viewer", "look"],
  ["smpp add", "admin", null, "recent"],
  ["smpp change", "admin", null],
  ["smpp kick", "admin", null, "danger"],
  ["smpp password", "admin", null, "recent, danger"],
  ["smpp remove", "admin", null, "danger"],
  ["tube set", "admin", null, "recent"],
  ["user add", "admin", null, "recent"],
  ["user add", "admin", null, "recent"],
  ["user block", "admin", "manage", "recent, danger"],
  ["user change", "admin", null, "recent"],
  ["user invite", "admin", "manage", "recent"],
  ["user password", "admin", "manage", "recent"],
  ["user role", "admin", "manage", "recent"],
  ["user unblock", "admin", "manage", "recent"],
];

const looks: readonly Row[] = [
  ["audit list", "admin", null],
  ["blacklist list", "viewer", "messages"],
  ["bulk list", "support", null],
  ["bulk show", "support", null],
  ["buy-price list", "admin", null],
  ["callback alerts", "viewer", null],
  ["callback list", "viewer", "develop"],
  ["campaign list", "viewer", null],
  ["credit balance", "viewer", "look"],
  ["credit list", "viewer", "money"],
  ["credit list", "viewer", "money"],
  ["customer list", "viewer", null],
  ["customer show", "viewer", null],
  ["customer show", "viewer", null],
  ["customer unusual", "viewer", null],
  ["customer spending", "viewer", null],
  ["database backups", "admin", null],
  ["deliverability", "viewer", null],
  ["inbox forward list", "viewer", null],
  ["inbox list", "support", null],
  ["inbox number list", "viewer", null],
  ["key list", "viewer", "develop"],
  ["link list", "viewer", null],
  ["link show", "viewer", null],
  ["list list", "viewer", "messages"],
  ["list show", "viewer", null],
  ["location list", "viewer", null],
  ["location show", "viewer", null],
  ["margin", "admin", null],
  ["message find", "viewer", "messages"],
  ["message show", "viewer", null],
  ["note list", "viewer", null],
  ["operator key list", "viewer", null],
  ["operator list", "admin", null],
  ["opt-out list", "viewer", "messages"],
  ["originator list", "viewer", null],
  ["price list", "viewer", null],
  ["process list", "admin", null],
  ["queue contradictions", "viewer", null],
  ["queue show", "viewer", null],
  ["queue uncertain list", "viewer", null],
  ["route list", "viewer", null],
  ["route try", "viewer", null],
  ["search list", "viewer", null],
  ["smpp list", "viewer", null],
  ["smpp sessions", "viewer", null],
  ["statement", "viewer", "money"],
  ["tube show", "viewer", null],
  ["usage", "viewer", null],
  ["user list", "viewer", "develop"],
  ["user portal", "viewer", "manage"],
  ["user show", "viewer", null],
];

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && "may" in value && "name" in value;

/** Entries of pages alone: commands have another one of the name, or none. */
const ofPages = ["changeCallbacks", "endSessions", "importUser", "latestLedger", "showSettings"];

/** What the modules of actions export, also of no command. */
async function exportedEntries(): Promise<readonly (readonly [name: string, entry: Entry])[]> {
  const paths = sourceFiles("server/actions").map(({ path }) => path.replace(/^server\/(.*)\.ts$/u, "$1.js"));
  const modules = (await Promise.all(paths.map((path) => import(`#server/${path}`)))) as readonly object[];
  return modules.flatMap((each) =>
    Object.entries(each).flatMap(([name, value]) => (isEntry(value) ? [[name, value] as const] : [])),
  );
}

const listed = (await allSubjects()).flatMap(entriesOf);
const exported = await exportedEntries();
const allEntries: readonly Entry[] = [...new Set([...listed, ...exported.map(([, entry]) => entry)])];

test("each exported action, list and card is in the entries of a subject", () => {
  const elsewhere = exported.filter(([, entry]) => !listed.includes(entry));
  expect(elsewhere.map(([name]) => name).toSorted()).toEqual(ofPages);
});

const moreOf = (entry: Entry): Row[3] => {
  const isDanger = isAction(entry) && entry.danger !== undefined;
  if (entry.may.identity === undefined) return isDanger ? "danger" : undefined;
  return isDanger ? "recent, danger" : "recent";
};

function rowOf(entry: Entry): Row {
  const { machineOnly, portal = null } = entry.may;
  const operator = machineOnly === true ? "machine" : entry.may.operator;
  const more = moreOf(entry);
  return more === undefined ? [entry.name, operator, portal] : [entry.name, operator, portal, more];
}

const sorted = (rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((one, other) => (one.join() < other.join() ? -1 : 1));

test("each action needs these rights", () => {
  expect(sorted(allEntries.filter(isAction).map(rowOf))).toEqual(sorted(changes));
});

test("each action that shows a secret needs a recent log-in", () => {
  const shows = allEntries.filter(
    (entry) => isAction(entry) && Object.values(entry.members).some(({ secret }) => secret === true),
  );
  expect(shows.length).toBeGreaterThan(6);
  expect(shows.filter(({ may }) => may.identity !== "recent").map(({ name }) => name)).toEqual([]);
});

test("each list and card needs these rights", () => {
  expect(sorted(allEntries.filter((entry) => !isAction(entry)).map(rowOf))).toEqual(sorted(looks));
});

test("actions, lists and cards are made in the modules of actions alone", () => {
  const making = sourceFiles("server").filter(({ text }) =>
    /[=(,:]\s*(?:action|list|longList|card)\(\{/u.test(text),
  );
  expect(making.filter(({ path }) => !path.startsWith("server/actions/"))).toEqual([]);
  expect(making.length).toBeGreaterThan(30);
});
