import { GivingUp } from "messenger-gen-runtime/host";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import type { Database, Driver } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { groupCommit, type GroupCommit } from "#server/storage/sqlite/engine/group-commit.js";
import { prepareSchema } from "#server/storage/sqlite/schema/migrate.js";
import { writeLimits } from "#server/storage/script/calls.js";
import type { Request } from "#server/storage/sqlite/engine/writer-protocol.js";
import { WriterClient } from "#server/storage/sqlite/engine/writer-client.js";
import { packings } from "#server/storage/sqlite/packings.js";
import { allWrites, type Writes } from "#server/storage/sqlite/writes.js";
import { noon, submission, temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
let files = 0;
let file: string;
let driver: Driver;
let database: Database;
let commit: GroupCommit<Writes>;

beforeEach(async () => {
  files += 1;
  file = join(folder.path, `${files}.db`);
  driver = await loadDriver();
  database = openWriter(driver, file);
  prepareSchema(database, "migrate");
  const { writes, pending } = allWrites(database);
  commit = groupCommit(database, writes, { pending });
  const customer = { id: 42, name: "A", payment: "postpaid", limit: undefined } as const;
  commit([{ id: 1, name: "accounts.addCustomer", input: [customer, noon] }]);
});

afterEach(() => {
  database.close();
});

afterAll(() => {
  folder.remove();
});

const writerScript = new URL("../../../server/dist/storage/sqlite/writer.js", import.meta.url);

const submit = (id: number, text = ""): Request<Writes> => ({
  id,
  name: "submit",
  input: submission(`t${id}`, { text }),
});

const count = (table: string): number | undefined =>
  database.prepare<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n;

const used = (): number | undefined =>
  database.prepare<{ n: number }>("SELECT sum(messages) AS n FROM usage").get()?.n;

describe("group commit", () => {
  test("a full disk refuses the whole group, keeps nothing of it, and passes", () => {
    const pages = database.prepare<{ page_count: number }>("PRAGMA page_count").get()?.page_count ?? 0;
    database.exec(`PRAGMA max_page_count = ${pages + 2}`);
    const answers = commit([submit(1), submit(2, "x".repeat(100_000)), submit(3)]);
    expect(answers.map((answer) => !answer.ok && answer.error.code)).toEqual(
      expect.arrayContaining(["full"]),
    );
    const kept = answers.filter(({ ok }) => ok).length;
    expect([count("txn"), count("ledger"), count("recipient")]).toEqual([kept, kept, kept]);
    expect(used() ?? 0).toBe(kept);
    database.exec("PRAGMA max_page_count = 100000");
    expect(commit([submit(9, "x".repeat(100_000))])).toMatchObject([{ id: 9, ok: true }]);
  });

  test("a lock of another process refuses the group as busy, and passes", () => {
    const other = driver.open(file, false);
    other.exec("BEGIN IMMEDIATE");
    const impatient = groupCommit(database, allWrites(database).writes, { patience: 1 });
    expect(impatient([submit(1), submit(2)])).toMatchObject([
      { id: 1, ok: false, error: { code: "busy" } },
      { id: 2, ok: false, error: { code: "busy" } },
    ]);
    other.exec("COMMIT");
    other.close();
    expect(commit([submit(1)])).toMatchObject([{ id: 1, ok: true }]);
  });

  test("a ping is written, each time", () => {
    const other = driver.open(file, false);
    const version = () => other.prepare<object>("PRAGMA data_version").get();
    const versions = [version()];
    for (let id = 1; id <= 3; id++) {
      expect(commit([{ id, name: "ping", input: null }])).toEqual([{ id, ok: true, output: null }]);
      versions.push(version());
    }
    other.close();
    expect(new Set(versions.map((each) => JSON.stringify(each))).size).toBe(4);
  });

  test("a request that fails leaves its neighbours alone", () => {
    const answers = commit([
      submit(1),
      { ...submit(2), input: submission("t1") } as Request<Writes>,
      submit(3),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect([count("txn"), count("ledger"), count("recipient")]).toEqual([2, 2, 2]);
    expect(used()).toBe(2);
  });
});

describe("the schema refuses", () => {
  test.each([
    ["a balance below its floor", "UPDATE account SET floor = 0, balance = -1"],
    ["a changed ledger", "UPDATE ledger SET delta = 1"],
    ["a ledger that shrinks", "DELETE FROM ledger"],
    [
      "a ledger that differs from the account",
      "INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, at) VALUES (42, 'SMS', 5, 5, 'refill', 0)",
    ],
    ["an unknown state", "UPDATE recipient SET state = 16"],
    ["text where a number belongs", "UPDATE recipient SET at = 'noon'"],
    ["a recipient without transaction", "UPDATE recipient SET txn = 99"],
    ["counts below zero", "UPDATE recipient_count SET n = -1"],
  ])("%s", (_name, sql) => {
    // A recipient that is alone in its transaction is not counted.
    const two = submission("t2", { recipients: ["12025550101", "12025550102"] });
    commit([submit(1), { id: 2, name: "submit", input: two }]);
    expect(() => {
      database.exec(sql);
    }).toThrow(expect.objectContaining({ name: "StoreError" }));
  });
});

test("every commit is synced to disk", () => {
  expect(database.prepare<{ synchronous: number }>("PRAGMA synchronous").get()).toMatchObject({
    synchronous: 2,
  });
  expect(database.prepare<{ journal_mode: string }>("PRAGMA journal_mode").get()).toMatchObject({
    journal_mode: "wal",
  });
});

describe("the writer thread", () => {
  test("is started anew after it was lost; only calls that had begun may have been carried out", async () => {
    const script = new URL("./losing-writer.js", import.meta.url);
    const client = new WriterClient<Writes>(
      { path: join(folder.path, "lost"), drivers: [], schema: "use" },
      script,
      packings,
    );
    await client.start();
    const answers = await Promise.allSettled([client.call("ping", null), client.call("ping", null)]);
    expect(answers).toMatchObject([
      { reason: { code: "outcomeUnknown", retry: false, fault: { reason: "OutcomeUnknown" } } },
      { reason: { code: "writerLost", retry: true, fault: { reason: "Unavailable" } } },
    ]);
    expect(await client.call("ping", null)).toBeNull();
    await client.close();
  });

  test("a write whose call is canceled before it starts is never run", async () => {
    const client = new WriterClient<Writes>(
      { path: file, drivers: [driver.name], schema: "use" },
      writerScript,
      packings,
    );
    const other = driver.open(file, false);
    other.exec("BEGIN IMMEDIATE");
    const caller = new GivingUp();
    const limit = { givenUp: caller };
    const written = client.call("submit", submission("t1"), limit);
    caller.abort(new Error("timed out"));
    await expect(written).rejects.toMatchObject({ code: "givenUp", fault: { reason: "Unavailable" } });
    await expect(client.call("submit", submission("t2"), limit)).rejects.toMatchObject({ code: "givenUp" });
    other.exec("COMMIT");
    other.close();
    expect(await client.call("submit", submission("t3"))).toMatchObject({ kind: "accepted" });
    await client.close();
    expect(database.prepare("SELECT id FROM txn").all()).toEqual([{ id: "t3" }]);
  });

  test("refuses callers if too many writes wait, and reserves slots for the service", async () => {
    const client = new WriterClient<Writes>(
      { path: file, drivers: [driver.name], schema: "use" },
      writerScript,
      packings,
    );
    const other = driver.open(file, false);
    other.exec("BEGIN IMMEDIATE");
    const limit = { givenUp: new GivingUp() };
    const waiting = Array.from({ length: writeLimits.ofCallers }, () => client.call("ping", null, limit));
    const refusal = { code: "overloaded", fault: { reason: "Unavailable" } };
    await expect(client.call("ping", null, limit)).rejects.toMatchObject(refusal);
    const own = Array.from({ length: writeLimits.all - writeLimits.ofCallers }, () =>
      client.call("ping", null),
    );
    await expect(client.call("ping", null)).rejects.toMatchObject(refusal);
    other.exec("COMMIT");
    other.close();
    await Promise.all([...waiting, ...own]);
    expect(await client.call("ping", null, limit)).toBeNull();
    await client.close();
  });

  test("a request that cannot be sent is refused", async () => {
    const client = new WriterClient<Writes>(
      { path: file, drivers: [driver.name], schema: "use" },
      writerScript,
      packings,
    );
    const broken = { ...submission("t1"), text: Symbol("no text") } as unknown as ReturnType<
      typeof submission
    >;
    const neighbour = client.call("ping", null);
    await expect(client.call("submit", broken)).rejects.toMatchObject({ code: "failed" });
    expect(await neighbour).toBeNull();
    expect(await client.call("ping", null)).toBeNull();
    await client.close();
  });
});
