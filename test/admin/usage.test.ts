import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { claimDue } from "../storage/claims.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
const database = await newDatabase();
let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
  await openAccount(store, { credit: 90_000 });
  await openAccount(store, { id: 43, credit: 90_000 });
  await store.outbox.submit(submission("a", { recipients: ["12025550101", "4915112345678"], parts: 2 }));
  const later = noon + 86_400_000;
  await store.outbox.submit(submission("b", { customerId: 43, originator: "=1+1", at: later, dueAt: later }));
  const [claimed] = await claimDue(store, noon, 1);
  await store.outbox.advance([{ recipientId: claimed?.id ?? 0, state: RecipientState.Delivered, at: noon }]);
});

afterAll(async () => {
  runner.end();
  await store.close();
});

const none = { day: null, user: null, prefix: null, originator: null, state: null };
const open = { ...none, state: "OPEN" };

test.each([
  {
    line: "usage --json",
    stdout: [
      { customer: 42, ...open, messages: 1, parts: 2 },
      { customer: 42, ...none, state: "SMSC_DELIVERED", messages: 1, parts: 2 },
      { customer: 43, ...open, messages: 1, parts: 1 },
    ],
  },
  {
    line: "usage --customer 42 --user ANN --by user,prefix --json",
    stdout: [
      { customer: 42, ...none, user: "Ann", prefix: "1", messages: 1, parts: 2 },
      { customer: 42, ...none, user: "Ann", prefix: "49", messages: 1, parts: 2 },
    ],
  },
  {
    line: "usage --from 2030-01-16 --to 2030-01 --by day --json",
    stdout: [{ customer: 43, ...none, day: "2030-01-16", messages: 1, parts: 1 }],
  },
  { line: "usage --to 2029-12 --json", stdout: [] },
])("$line", async ({ line, stdout }) => {
  const result = await runner.run(line.split(" "));
  expect([result.stderr, JSON.parse(result.stdout)]).toEqual(["", stdout]);
});

test("prints a table of the wanted columns, or CSV that no spreadsheet runs", async () => {
  const table = await runner.run("usage --customer 43 --by day,state".split(" "));
  expect(table.stdout).toBe(
    "CUSTOMER  DAY         STATE  MESSAGES  PARTS\n43        2030-01-16  OPEN   1         1\n",
  );
  const csv = await runner.run("usage --customer 43 --by originator --csv".split(" "));
  expect(csv.stdout).toBe("customer,originator,messages,parts\r\n43,'=1+1,1,1\r\n");
});

test.each([
  ["usage --by color", 'invalid dimension "color": use some of day,user,prefix,originator,state'],
  [
    "usage --from 2030-13",
    'invalid day "2030-13": use a UTC date such as 2030-01-15, or a month such as 2030-01',
  ],
  ["usage --from 2030-02-30", 'invalid day "2030-02-30"'],
  ["usage --from 2030-02 --to 2030-01", "the period ends before it begins: 2030-02 to 2030-01"],
  ["usage --customer x", 'invalid customer id "x"'],
])("%s is wrong usage", async (line, reason) => {
  const { code, stdout, stderr } = await runner.run(line.split(" "));
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(reason);
});
