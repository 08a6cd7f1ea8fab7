import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { noon, openAccount, submission, temporaryFolder } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();
const url = "https://shop.example.com/states?key=sesame";
const ownSecret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database, SUDO_USER: "ann" });
  await openAccount(store, { payment: "postpaid" });
});

afterAll(async () => {
  runner.end();
  await store.close();
  folder.remove();
});

const run = (line: string) => runner.run(line.split(" "));

async function json(line: string): Promise<Readonly<Record<string, unknown>>> {
  const { code, stdout, stderr } = await run(`${line} --json`);
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: "" });
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

const card = { callbackUrl: url, callbackParts: false, callbackAllowPrivate: false };

test("customer change sets the URL with a secret that is printed once, and records it without the secret", async () => {
  const set = await json(`customer change 42 --callback-url ${url}`);
  expect(set).toMatchObject({ id: 42, ...card });
  const secret = String(set["callbackSecret"]);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u);
  expect((await store.callbacks.target(42))?.secret).toBe(secret);

  const shown = await json("customer show 42");
  expect(shown).toMatchObject(card);
  const changed = await json("customer change 42 --callback-parts on --rate 9");
  expect(changed).toMatchObject({ ...card, callbackParts: true, rate: 9 });
  expect(JSON.stringify([shown, changed])).not.toContain("whsec_");
  expect((await store.callbacks.target(42))?.secret).toBe(secret);

  const file = join(folder.path, "secret");
  writeFileSync(file, `${ownSecret}\n`);
  const own = await run(`customer change 42 --callback-secret-file ${file}`);
  expect(own).toMatchObject({ code: 0, stdout: "customer 42 changed\n", stderr: "" });
  expect((await store.callbacks.target(42))?.secret).toBe(ownSecret);

  const entries = (await store.audit.entries(9)).map(({ action, before, after }) => ({
    action,
    before,
    after,
  }));
  const place = "https://shop.example.com/states";
  // One command that changes the rate too has an entry for it.
  const [, second, , first] = entries;
  expect(entries.map(({ action }) => action)).toEqual(Array.from({ length: 4 }, () => "customer change"));
  expect(first).toMatchObject({ before: { callbackUrl: null }, after: { callbackUrl: place } });
  expect(second?.after).toEqual({ ...card, callbackUrl: place, callbackParts: true });
  expect(JSON.stringify(entries)).not.toMatch(/whsec_|sesame/u);
});

test.each([
  { line: "--callback-url http://192.168.0.1/", code: 2, reason: "192.168.0.1 is not a public address" },
  { line: "--callback-url http://[::1]/", code: 2, reason: "[::1] is not a public address" },
  { line: "--callback-url ftp://shop.example.com/", code: 2, reason: "the URL must be http or https" },
  { line: `--callback-url https://shop.example.com/${"x".repeat(2000)}`, code: 2, reason: "at most 2000" },
  { line: "--callback-parts maybe", code: 2, reason: "use on or off" },
  { line: "--callback-url none --callback-parts on", code: 2, reason: "give no other callback option" },
  { line: "--callback-secret-file /nowhere", code: 1, reason: "/nowhere" },
])("customer change rejects its options: $reason", async ({ line, code, reason }) => {
  const before = [await json("customer show 42"), await store.audit.entries(1)];
  for (const others of ["", " --rate 77 --note wrong"]) {
    const ran = await run(`customer change 42 ${line}${others}`);
    expect(ran).toMatchObject({ code, stderr: expect.stringContaining(reason) });
  }
  expect([await json("customer show 42"), await store.audit.entries(1)]).toEqual(before);
});

test("customer change refuses a weak secret without repeating it, and options without a URL", async () => {
  const file = join(folder.path, "weak");
  for (const weak of ["sesame", "whsec_c2VzYW1l", `whsec_${Buffer.alloc(65).toString("base64")}`]) {
    writeFileSync(file, weak);
    const { code, stderr } = await run(`customer change 42 --callback-secret-file ${file}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("invalid callback secret")]);
    expect(stderr).not.toContain(weak.slice(-8));
  }
  await openAccount(store, { id: 43 });
  for (const [line, reason] of [
    ["--callback-parts on", "give --callback-url too"],
    ["--callback-parts on --rate 77", "give --callback-url too"],
    ["--callback-url none --rate 77", "customer 43 has no callbacks"],
  ])
    expect(await run(`customer change 43 ${line}`)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining(reason ?? "") },
    });
  expect(await json("customer show 43")).toMatchObject({ rate: null });
  expect(await run("customer change 44 --callback-url https://shop.example.com/")).toMatchObject({ code: 1 });
});

test("callback list and retry: given-up ones, by customer, without full numbers; recorded", async () => {
  for (const id of ["t1", "t2"])
    await store.outbox.submit(
      submission(id, {
        ...{ recipients: [], refused: [{ phone: "12025550101", state: RecipientState.Blacklisted }] },
      }),
    );
  await store.callbacks.queue.giveUp({ id: 1, at: noon, failure: "HTTP 500" });
  const [{ messageId: message } = { messageId: 0 }] = await store.callbacks.list(
    { customerId: 42, failed: true },
    9,
  );
  const row = { customer: 42, message, part: null, number: "*01", status: "REJECTED_BLACKLISTED" };
  const at = new Date(noon).toISOString();
  expect(await json("callback list")).toEqual([
    { id: 1, transaction: "t1", ...row, at, attempts: 1, next: null, reason: "HTTP 500" },
  ]);
  expect(await json("callback list --customer 43")).toEqual([]);
  expect(await json("callback list --waiting")).toMatchObject([{ id: 2, next: at, reason: null }]);
  expect(await json("callback list --waiting --before 2")).toEqual([]);
  expect(await json("callback retry --all --customer 43")).toEqual({ callbacks: 0 });
  expect(await json("callback retry --all")).toEqual({ callbacks: 1 });
  expect(await json("callback retry 2")).toEqual({ callbacks: 1 });
  const retries = (await store.audit.entries(9)).filter(({ action }) => action === "callback retry");
  expect(retries).toMatchObject([
    { subject: { ids: [2] }, after: { count: 1 } },
    { subject: {}, after: { count: 1 } },
  ]);
  for (const { line, code } of [
    { line: "callback retry", code: 2 },
    { line: "callback retry --all 1", code: 2 },
    { line: "callback retry 1 --customer 42", code: 2 },
    { line: "callback retry 99", code: 1 },
    { line: "callback retry x", code: 2 },
    { line: "callback list --limit 0", code: 2 },
  ])
    expect([line, (await run(line)).code]).toEqual([line, code]);
});

test("callback alerts and retry: given-up ones about low balances; recorded", async () => {
  await openAccount(store, { id: 45, credit: 5_000 });
  await json("customer change 45 --low-balance 10 --callback-url https://low.example.com/");
  await store.alerts.follow(noon, 44, 9);
  const [alert] = await store.alerts.list({ customerId: 45, failed: false }, 9);
  const id = alert?.id ?? 0;
  expect(await json("callback alerts --waiting")).toMatchObject([{ id, next: new Date(noon).toISOString() }]);
  expect(await json("callback alerts")).toEqual([]);
  const give = async () => store.alerts.queue.giveUp({ id, at: noon, failure: "HTTP 500" });
  await give();
  const row = { kind: "SMS", left: "5", threshold: "10", at: new Date(noon).toISOString(), next: null };
  expect(await json("callback alerts")).toMatchObject([
    { id, customer: 45, ...row, attempts: 1, reason: "HTTP 500" },
  ]);
  expect(await json("callback alerts --customer 42")).toEqual([]);
  expect(await json(`callback retry --alert ${id}`)).toEqual({ callbacks: 1 });
  expect(await json("callback alerts")).toEqual([]);
  await give();
  expect((await run("callback retry --all")).stdout).toBe("posted again: 1 callback\n");
  const [all, one] = (await store.audit.entries(9)).filter(({ action }) => action === "callback retry");
  expect([all?.subject, one?.subject]).toEqual([{}, { alerts: [id] }]);
  expect((await run(`callback retry 1 --alert ${id}`)).code).toBe(2);
  expect((await run("callback retry --alert 99")).code).toBe(1);
});

test("--callback-url none removes the URL and its callbacks", async () => {
  expect(await json("customer change 42 --callback-url none")).toMatchObject({ callbackUrl: null });
  expect(await json("callback list --waiting")).toEqual([]);
  expect((await run("customer change 42 --callback-url none")).code).toBe(1);
});
