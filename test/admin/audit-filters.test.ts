import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AuditAction, AuditFacts, AuditFilter } from "#server/domain/audit.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { temporaryFolder } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();
const password = join(folder.path, "password.txt");
const ofOperator = join(folder.path, "operator.txt");

/** In this order; each leaves one entry. */
const commands = [
  "customer add 42 --name Shop",
  "customer add 7 --name Other",
  `link add west smpp://shop@smsc.example.com:2775 --password-file ${password}`,
  `link add east smpp://shop@smsc.example.com:2776 --password-file ${password}`,
  "link stop west",
  "buy-price set west 971 2",
  "route add 971 west",
  "route change 1 --link east",
  "route change 1 --customer 42",
  "route remove 1",
  `operator add ann --role admin --password-file ${ofOperator}`,
  "operator change ann --role support",
  `operator key add ann billing --role viewer`,
  `operator add ben --role viewer --password-file ${ofOperator}`,
  "message find --link west --customer 42",
  "message find --customer 7",
  "customer block 42",
  "link remove west",
];

const at = { routeToWest: 6, routeMoved: 7 };

/** Facts that a program has put into the log: none of them names a link or an operator but the last two. */
const strange: readonly AuditFacts[] = [
  { subject: { reason: '"link":"west"' } },
  { subject: { reason: "\u0000", number: "\ud800" } },
  { subject: { rows: [{ text: '"operator":"ann"' }] }, after: {} },
  { subject: { reason: "\u0000", link: "north" } },
  { subject: { route: 9 }, before: { link: "south" }, after: { link: "north", note: "\u0000" } },
];

let store: Store;
let runner: CommandRunner;
let first = 0;

beforeAll(async () => {
  writeFileSync(password, "kr7vTq2m\n");
  writeFileSync(ofOperator, "kr7vTq2m-Xp4d\n");
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
  for (const line of commands) {
    const { code, stderr } = await runner.run(line.split(" "));
    expect([line, code, stderr]).toEqual([line, 0, stderr]);
  }
  const all = await store.audit.entries(1_000);
  first = all.at(-1)?.id ?? 0;
  expect(all).toHaveLength(commands.length);
  const actor = { name: "ben", source: "test" };
  for (const facts of strange)
    await store.audit.add({ at: Date.now(), actor, action: "message find", ...facts });
});

afterAll(async () => {
  runner.end();
  await store.close();
  folder.remove();
});

/** Commands by their places in the list, those of `strange` behind them; latest first. */
const cases: readonly (readonly [AuditFilter, readonly number[]])[] = [
  [{ link: "west" }, [17, 14, 7, 6, 5, 4, 2]],
  [{ link: "east" }, [9, 8, 7, 3]],
  [{ link: "north" }, [22, 21]],
  [{ link: "south" }, [22]],
  [{ link: "nowhere" }, []],
  [{ link: "" }, []],
  [{ operator: "ann" }, [12, 11, 10]],
  [{ operator: "ben" }, [13]],
  [{ operator: "billing" }, []],
  [{ customer: 42 }, [16, 14, 0]],
  [{ customer: 7 }, [15, 1]],
  [{ customer: 42, link: "west" }, [14]],
  [{ link: "west", action: "link stop" }, [4]],
  [{ link: "east", action: "route change" }, [8, 7]],
  [{ operator: "ann", action: "operator add" }, [10]],
  [{ operator: "ann", link: "west" }, []],
  [{ who: "ben", link: "north" }, [22, 21]],
  [{ who: "ben", action: "message find", customer: 7 }, []],
];

test.each(cases)("%j", async (filter, want) => {
  const found = await store.audit.entries(1_000, undefined, filter);
  expect(found.map(({ id }) => id - first)).toEqual(want);
});

test("a filter has pages", async () => {
  const [newest, next] = await store.audit.entries(2, undefined, { link: "west" });
  const rest = await store.audit.entries(2, next?.id, { link: "west" });
  expect([newest, next, ...rest].map((entry) => (entry?.id ?? 0) - first)).toEqual([
    17,
    14,
    at.routeMoved,
    at.routeToWest,
  ]);
});

test.each<readonly [line: string, want: readonly AuditAction[]]>([
  ["--link west --limit 2", ["link remove", "message find"]],
  ["--operator ann", ["operator key add", "operator change", "operator add"]],
  ["--customer 7", ["message find", "customer add"]],
])("audit list %s", async (line, want) => {
  const { stdout } = await runner.run(["audit", "list", ...line.split(" "), "--json"]);
  const rows = JSON.parse(stdout) as readonly { readonly action: string }[];
  expect(rows.map(({ action }) => action)).toEqual(want);
});
