import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { failureText } from "#server/admin/deliverability.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { claimDue } from "../storage/claims.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const { Submitted, Delivered, Undeliverable, Expired, Unknown, Failed } = RecipientState;
const database = await newDatabase();
let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
  await openAccount(store, { credit: 90_000 });
  const at = Date.now() - 60_000;
  const recipients = ["12025550101", "12025550102", "14155550103", "4915112345678"];
  await store.outbox.submit(submission("a", { recipients, at, dueAt: at }));
  const claimed = await claimDue(store, at, 9);
  const sent = claimed.map(({ id }) => ({ recipientId: id, state: Submitted, at }));
  await store.outbox.advance(sent);
  const failed = claimed.find(({ phone }) => phone === "12025550102")?.id;
  const ends = sent.map(({ recipientId }) =>
    recipientId === failed
      ? { recipientId, state: Undeliverable, at: at + 3_000, error: "001" }
      : { recipientId, state: Delivered, at: at + 2_000 },
  );
  await store.outbox.advance(ends);
  await store.retention.gatherDeliverability(9);
});

afterAll(async () => {
  runner.end();
  await store.close();
});

const all = {
  ...{ messages: 1, delivered: "100.0", before: null, change: null, changed: false },
  ...{ delay50: "1.5", delay95: "1.9", status: null, code: null, reason: null, reasonShare: null },
};
const failure = {
  status: "SMSC_UNDELIVERABLE",
  code: "001",
  reason: "The number is not assigned.",
  reasonShare: "100.0",
};

test.each([
  {
    line: "deliverability --json",
    stdout: [
      { ...all, key: "1", messages: 3, delivered: "66.7", ...failure },
      { ...all, key: "49" },
    ],
  },
  {
    line: "deliverability --by prefix --country 1 --period 24h --json",
    stdout: [
      { ...all, key: "1202", messages: 2, delivered: "50.0", ...failure },
      { ...all, key: "1415" },
    ],
  },
  {
    line: "deliverability --by link --period 30d --customer 42 --json",
    stdout: [{ ...all, key: "test", messages: 4, delivered: "75.0", ...failure }],
  },
  {
    line: "deliverability --by customer --link test --json",
    stdout: [{ ...all, key: "42", messages: 4, delivered: "75.0", ...failure }],
  },
  { line: "deliverability --customer 43 --json", stdout: [] },
])("$line", async ({ line, stdout }) => {
  const result = await runner.run(line.split(" "));
  expect([result.stderr, JSON.parse(result.stdout)]).toEqual(["", stdout]);
});

test("prints CSV", async () => {
  const { stdout } = await runner.run("deliverability --country 49 --csv".split(" "));
  expect(stdout).toBe(
    "key,messages,delivered,before,change,changed,delay50,delay95,status,code,reason,reasonShare\r\n49,1,100.0,,,false,1.5,1.9,,,,\r\n",
  );
});

test.each([
  ["--by hour", 2, 'invalid grouping "hour": use one of country, prefix, link, customer'],
  ["--period 2d", 2, 'invalid period "2d": use one of 24h, 7d, 30d'],
  ["--country +49", 2, 'invalid country "+49": use a calling code such as 49'],
  ["--link east", 1, 'unknown link "east"'],
  ["--by prefix --customer 42", 2, "prefixes are counted for all customers together: leave the customer out"],
])("deliverability %s ends with %i", async (options, code, message) => {
  const result = await runner.run(["deliverability", ...options.split(" ")]);
  expect([result.code, result.stderr]).toEqual([code, `messenger: ${message}\n`]);
});

test.each([
  [{ state: Failed, code: "RINVDSTADR (0x0b)" }, "The network does not accept the number of the recipient."],
  [{ state: Failed, code: "77" }, "Failed"],
  [{ state: Undeliverable, code: "027" }, "The handset is off or out of reach."],
  [{ state: Undeliverable, code: "999" }, "The network cannot deliver the message."],
  [{ state: Expired, code: "not sent in time" }, "Not sent in time."],
  [{ state: Unknown, code: "" }, "The network does not know what happened."],
] as const)("the reason of %j is %s", (failed, want) => {
  expect(failureText(failed)).toBe(want);
});
