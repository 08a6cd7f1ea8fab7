import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { search } from "#server/actions/message-walk.js";
import type { MessageCard } from "#server/actions/message-card.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { claimDue, loseClaimed, owner } from "../storage/claims.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
const database = await newDatabase();
let store: Store;
let runner: CommandRunner;

const recipients = ["12025550101", "12025550102", "12025550103"];
const past = Date.UTC(2020, 0, 15);
const later = Date.UTC(2096, 0, 15);

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", {
    MESSENGER_DATABASE: database,
    SSH_CONNECTION: "192.0.2.7 1 2 3",
    SUDO_USER: "ann",
  });
  await openAccount(store, { credit: 1_000_000 });
  const charge = { kind: "SMS", amount: 3_000 } as const;
  await store.outbox.submit(submission("sent", { recipients, charge, text: "a secret word", dueAt: past }));
  await store.outbox.submit(submission("private", { text: "hush", hidden: true, dueAt: later }));
  await store.outbox.submit(submission("later", { recipients, charge, originator: "Shop", dueAt: later }));
  const [first] = await claimDue(store, noon, 1);
  const { id: recipientId = 0, linkId = 0 } = first ?? {};
  const accepted = [{ part: 1, messageId: "a1" }];
  await store.delivery.settle([
    { owner, recipientId, linkId, at: noon + 1_000, accepted, end: { kind: "submitted" } },
  ]);
});

afterAll(async () => {
  runner.end();
  await store.close();
});

async function ran(line: string): Promise<unknown> {
  const { code, stdout, stderr } = await runner.run([...line.split(" "), "--json"]);
  return code === 0 ? JSON.parse(stdout) : { code, ...(JSON.parse(stderr) as object) };
}

test.each<{ options: string; want: readonly string[] }>([
  { options: "--number +12025550102", want: ["later 12025550102", "sent 12025550102"] },
  { options: "--prefix 1202555 --transaction sent", want: recipients.map((one) => `sent ${one}`).reverse() },
  { options: "--customer 42 --state success", want: ["sent 12025550101"] },
  {
    options: "--customer 42 --state SMSC_DEFERRED --number 12025550101",
    want: ["later 12025550101", "private 12025550101"],
  },
  { options: "--customer 42 --state inprocessnow", want: ["sent 12025550103", "sent 12025550102"] },
  { options: "--customer 42 --link test", want: ["sent 12025550101"] },
  { options: "--customer 42 --user nobody", want: [] },
  { options: "--customer 7", want: [] },
  { options: "--since 2030-01-16", want: [] },
  { options: "--since 2030-01-15T12:00:00Z --until 2030-01-16 --limit 1", want: ["later 12025550103"] },
  { options: "--since 2030-01-15 --until 2030-01-15T12:00:00Z", want: [] },
  { options: "--state success", want: ["sent 12025550101"] },
  { options: "--state failed --originator Shop --until 2030-01-16", want: [] },
  { options: "--prefix 120 --limit 1", want: ["later 12025550103"] },
])("message find $options", async ({ options, want }) => {
  const { messages } = (await ran(`message find ${options}`)) as {
    readonly messages: readonly { readonly transaction: string; readonly number: string }[];
  };
  expect(messages.map(({ transaction, number }) => `${transaction} ${number}`)).toEqual(want);
});

test.each([
  {
    options: "--customer 42 --state lost",
    want: /invalid state "lost": use one of delivered, failed, waiting/,
  },
  { options: "--since yesterday", want: /invalid time "yesterday"/ },
  { options: "--customer 42 --limit 0", want: /invalid limit "0": use a number from 1 to 10000/ },
  { options: "--customer 42 --after x", want: /invalid place "x"/ },
  { options: "--number 12025550101 --prefix 1202", want: /a number or a prefix, not both/ },
  { options: "--client-transaction a", want: /needs its customer too/ },
])("message find $options is wrong usage", async ({ options, want }) => {
  const line = `message find ${options}`.trim();
  expect(await ran(line)).toEqual({
    code: 2,
    error: { code: "usage", exitCode: 2, message: expect.stringMatching(want) },
  });
});

test("message find --link takes a removed link by the name under which its messages are shown", async () => {
  const found = (link: string) => runner.run(["message", "find", "--customer", "42", "--link", link]);
  expect(await found("removed link 7")).toMatchObject({ code: 0 });
  const { code, stderr } = await found("removed link 1");
  expect([code, stderr]).toEqual([1, "messenger: there is no link removed link 1\n"]);
});

test("a search is continued where it ended", async () => {
  const found: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const line = `message find --customer 42 --limit 2${next === "" ? "" : ` --after ${next}`}`;
    const page = (await ran(line)) as {
      readonly messages: readonly { readonly id: number }[];
      readonly next: string | null;
    };
    found.push(...page.messages.map(({ id }) => String(id)));
    ({ next } = page);
  }
  expect(found).toHaveLength(7);
  expect(new Set(found).size).toBe(7);
});

test("a search that finds nothing ends after some rows, and goes on from there", async () => {
  const row = (await store.desk.candidates({ kind: "time", until: undefined }, undefined, 1))[0];
  if (row === undefined) throw new Error("no message");
  let read = 0;
  const look: Store["desk"]["search"] = async (_wanted, after, { examine }) => {
    read += examine;
    const last = { ...row, txn: (after?.txn ?? 1_000_000) - examine };
    return { found: [], examined: examine, last, isEnd: false };
  };
  const asked = {
    anchor: { kind: "time", until: undefined },
    filter: { user: "nobody" },
    after: undefined,
  } as const;
  expect(await search({ search: look }, { ...asked, limit: 5, now: noon })).toEqual({
    messages: [],
    next: { txn: 990_000, id: row.id },
  });
  expect(read).toBe(10_000);
});

test("message find --csv", async () => {
  const { stdout } = await runner.run(["message", "find", "--transaction", "sent", "--csv"]);
  const [heading, line, ...rest] = stdout.split("\r\n");
  expect(heading).toMatch(/^id,accepted,customer,user,originator,number,status,link,/);
  expect(line).toMatch(
    /^'?\d+,2030-01-15T12:00:00.000Z,42,Ann,Shop,'12025550103,InProcessNow,unrouted,0,.*,,sent$/,
  );
  expect([rest.length, rest.at(-1)]).toEqual([3, ""]);
});

async function idOf(transaction: string): Promise<number> {
  const [first] = await store.desk
    .candidates({ kind: "transaction", id: transaction }, undefined, 9)
    .then((rows) => rows.slice(-1));
  return first?.id ?? 0;
}

test("message show prints the course of a message, and the text only if it is asked for", async () => {
  const id = await idOf("sent");
  const card = (await ran(`message show ${id}`)) as MessageCard;
  expect(card).toMatchObject({
    ...{ id, transaction: "sent", number: "12025550101", status: "SUCCESS", link: "test", text: null },
    ...{ charge: "3", refunded: "0", attempts: 1 },
  });
  expect(card.timeline).toMatchObject([
    { at: "2030-01-15T12:00:00.000Z", event: "accepted" },
    { event: "charge", amount: "3" },
    { at: "2030-01-15T12:00:01.000Z", event: "attempt accepted", link: "test", attempts: 1 },
    {
      at: "2030-01-15T12:00:01.000Z",
      event: "part",
      part: 1,
      network: "test",
      messageId: "a1",
      status: "SUCCESS",
    },
    { at: "2030-01-15T12:00:01.000Z", event: "status", status: "SUCCESS" },
  ]);
  expect(await ran(`message show ${id} --text`)).toMatchObject({ text: "a secret word" });
  expect(await ran(`message show ${await idOf("private")} --text`)).toMatchObject({ text: null });
  expect(await ran("message show 999")).toMatchObject({
    code: 1,
    error: { message: "there is no message 999" },
  });
  expect(await ran("message show x")).toMatchObject({ code: 2 });
  const { stdout } = await runner.run(["message", "show", String(id)]);
  expect(stdout).toMatch(/^status {14}SUCCESS$/mu);
  expect(stdout).toMatch(/^2030-01-15T12:00:01.000Z {2}part {14}1 /mu);
});

test("message show lists each failed attempt with its link and code, and the one that succeeded", async () => {
  const at = noon - 1_000;
  await store.outbox.submit(submission("repeated", { at, dueAt: past }));
  const settled = async (seconds: number, end: SettlementEnd, parts: readonly number[] = []) => {
    // The messages of an earlier test wait too, and are given back.
    const claimed = await claimDue(store, noon, 9);
    const settlements = claimed.map(({ id, linkId, nextAt, transactionId }) => {
      const given = { owner, recipientId: id, linkId, at: noon + 1_000 * seconds, accepted: [] };
      const back = {
        kind: "queued",
        nextAt,
        linkId,
        counts: "nothing",
        uncertain: false,
        code: undefined,
      } as const;
      if (transactionId !== "repeated") return { ...given, end: back };
      return { ...given, accepted: parts.map((part) => ({ part, messageId: "b2" })), end };
    });
    await store.delivery.settle(settlements);
  };
  const back = { kind: "queued", nextAt: past, linkId: 0, uncertain: false } as const;
  await settled(1, { ...back, counts: "attempt", code: "RMSGQFUL (0x14)" });
  await settled(2, { ...back, counts: "deferral", code: "RTHROTTLED (0x58)" });
  const card = async () => (await ran(`message show ${await idOf("repeated")}`)) as MessageCard;
  const [retried, deferred] = [
    { event: "attempt retried", link: "test", code: "RMSGQFUL (0x14)", attempts: 1 },
    { event: "attempt deferred", link: "test", code: "RTHROTTLED (0x58)", attempts: 2 },
  ];
  expect((await card()).timeline).toMatchObject([
    { event: "accepted" },
    { event: "charge" },
    { at: "2030-01-15T12:00:01.000Z", ...retried },
    { at: "2030-01-15T12:00:02.000Z", ...deferred },
    { event: "waiting", link: null, code: "RTHROTTLED (0x58)" },
  ]);
  await settled(3, { kind: "submitted" }, [1]);
  expect((await card()).timeline).toMatchObject([
    { event: "accepted" },
    { event: "charge" },
    retried,
    deferred,
    { at: "2030-01-15T12:00:03.000Z", event: "attempt accepted", link: "test", attempts: 3 },
    { event: "part", messageId: "b2" },
    { event: "status", status: "SUCCESS" },
  ]);
});

test("message show prints the callbacks of a message with their attempts", async () => {
  const { callbacks, outbox } = store;
  const url = "https://shop.example.com/states";
  await callbacks.setTarget({ customerId: 42, url, secret: "whsec_", parts: false, private: false }, noon);
  const refused = [{ phone: "12025550109", state: RecipientState.Blacklisted }];
  for (const each of ["posted", "refused"])
    await outbox.submit(submission(each, { at: noon, recipients: [], refused }));
  await callbacks.queue.postpone({ id: 1, at: noon + 1_000, nextAt: noon + 2_000, failure: "HTTP 500" });
  const shown = async (transaction: string) =>
    ((await ran(`message show ${await idOf(transaction)}`)) as MessageCard).timeline.slice(-1);
  expect(await shown("posted")).toMatchObject([
    { at: "2030-01-15T12:00:01.000Z", event: "callback waiting", code: "HTTP 500", attempts: 1 },
  ]);
  await callbacks.queue.end(1, noon + 2_000);
  expect(await shown("posted")).toMatchObject([
    { at: "2030-01-15T12:00:02.000Z", event: "callback accepted", part: null, code: null, attempts: 2 },
  ]);
  await callbacks.queue.giveUp({ id: 2, at: noon + 3_000, failure: "HTTP 404" });
  expect(await shown("refused")).toMatchObject([
    { at: "2030-01-15T12:00:03.000Z", event: "callback given up", code: "HTTP 404", attempts: 1 },
  ]);
  await callbacks.removeTarget(42);
});

test("message cancel, and every look-up and change in the audit log", async () => {
  const id = await idOf("later");
  // Nothing is cancelled if one is unknown, or if there are too many.
  expect(await ran(`message cancel ${id} 999999`)).toMatchObject({
    ...{ code: 1, error: { message: "there is no message 999999" } },
  });
  for (const words of ["message cancel", "message refund", "queue uncertain fail"]) {
    const ids = Array.from({ length: 1_001 }, (_, index) => id + index).join(" ");
    expect(await ran(`${words} ${ids}`)).toMatchObject({
      ...{ code: 2, error: { message: expect.stringContaining("give at most 1000 messages") } },
    });
  }
  expect(await ran(`message cancel ${id}`)).toEqual({ cancelled: 1, refunded: "1" });
  expect(await ran(`message show ${id}`)).toMatchObject({
    status: "SMSC_DELETED",
    reason: "cancelled by the operator",
    refunded: "1",
  });
  expect(await ran("message cancel --transaction later")).toEqual({ cancelled: 2, refunded: "2" });
  expect(await ran("message cancel --transaction later")).toMatchObject({ code: 1 });
  expect(await ran(`message cancel ${await idOf("sent")}`)).toMatchObject({
    code: 1,
    error: { message: expect.stringMatching(/only queued and deferred/) },
  });
  expect(await ran("message cancel")).toMatchObject({ code: 2 });
  expect(await ran(`message cancel ${id} --transaction later`)).toMatchObject({ code: 2 });
  expect(await ran("message cancel --transaction none")).toMatchObject({ code: 1 });
  const log = (await ran("audit list --limit 3")) as readonly object[];
  const who = { who: "ann", from: "command line, 192.0.2.7" };
  expect(log).toMatchObject([
    {
      ...who,
      action: "message cancel",
      before: { status: "SMSC_DEFERRED" },
      after: { status: "SMSC_DELETED", refunded: "2" },
    },
    { ...who, action: "message show", subject: { message: id, text: false }, before: null, after: null },
    { ...who, action: "message cancel", subject: { customer: 42, transaction: "later", messages: [id] } },
  ]);
  await ran("message find --number 12025550101 --state deleted");
  const all = (await ran("audit list --limit 10000")) as readonly { readonly id: number }[];
  expect(all[0]).toMatchObject({
    ...{ ...who, action: "message find" },
    ...{ subject: { number: "12025550101", state: "deleted" }, after: { found: 1 } },
  });
  expect(await ran(`audit list --limit 1 --before ${all[2]?.id ?? 0}`)).toEqual([all[3]]);
  expect(JSON.stringify(all)).not.toMatch(/a secret word|hush/);
});

test("message resend", async () => {
  await ran("message cancel --transaction sent");
  const [cancelled] = await store.desk.candidates({ kind: "transaction", id: "sent" }, undefined, 9);
  const id = cancelled?.id ?? 0;
  const row = (await ran(`message resend ${id}`)) as {
    readonly resent: number;
    readonly transaction: string;
  };
  expect(row).toEqual({
    message: id,
    transaction: expect.stringMatching(/^[0-9a-f-]{36}$/),
    resent: expect.any(Number),
  });
  expect(await ran(`message show ${row.resent} --text`)).toMatchObject({
    ...{ transaction: row.transaction, number: cancelled?.phone, status: "InProcessNow", charge: "0" },
    text: "a secret word",
  });
  expect(await ran(`message resend ${row.resent}`)).toMatchObject({
    code: 1,
    error: { message: `message ${row.resent} waits already` },
  });
  expect(await ran(`message resend ${await idOf("sent")}`)).toMatchObject({
    code: 1,
    error: { message: expect.stringMatching(/accepted by the network/) },
  });
  expect(await ran("message resend 999")).toMatchObject({
    code: 1,
    error: { message: "there is no message 999" },
  });
  const claimed = (await claimDue(store, Date.now(), 9)).find((one) => one.id === row.resent);
  await store.delivery.disown(owner);
  await loseClaimed(store, Date.now() + 1_000);
  expect(await ran(`message resend ${claimed?.id ?? 0}`)).toEqual({
    message: row.resent,
    transaction: null,
    resent: row.resent,
  });
  expect(await ran(`message show ${row.resent}`)).toMatchObject({ status: "InProcessNow" });
  const log = (await ran("audit list --limit 2")) as readonly object[];
  expect(log[1]).toMatchObject({ action: "message resend", subject: { message: row.resent } });
});
