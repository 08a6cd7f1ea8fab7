import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/outbox/recipient-state.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import type { Database, SqlValue } from "#server/storage/sqlite/engine/database.js";
import { driverNames, loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { prepareSchema, migrations } from "#server/storage/sqlite/migrate.js";
import { openStore } from "#server/storage/index.js";
import { detailsOf, noon, openAccount, submission, temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const before = migrations.findIndex(({ name }) => name === "interim-states");

/** States of the schema before, each with the state that it becomes. */
const moved = [
  [0, RecipientState.Queued],
  [2, RecipientState.Submitting],
  [3, RecipientState.Submitted],
  [4, RecipientState.Delivered],
  [5, RecipientState.Undeliverable],
  [6, RecipientState.Expired],
  [7, RecipientState.Deleted],
  [8, RecipientState.Unknown],
  [9, RecipientState.Rejected],
  [10, RecipientState.Failed],
  [11, RecipientState.InvalidNumber],
  [12, RecipientState.Blacklisted],
] as const;

const phoneOf = (state: number): string => `1202555010${state}`;

type Row = Readonly<Record<string, SqlValue>>;

/** A database of the schema before, with every state in every table that holds one. */
function fill(database: Database): void {
  prepareSchema(database, "migrate", migrations.slice(0, before));
  database.exec(`
    INSERT INTO customer (id, name, state, payment, created_at) VALUES (42, 'A', 'active', 'postpaid', 0);
    INSERT INTO account (customer_id, kind, balance) VALUES (42, 'SMS', 0);
    INSERT INTO txn (seq, id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink,
      hidden, charge_kind, charge, created_at, due_at)
    VALUES (7, 't7', 42, 'Ann', 'SendSms', 'Shop', 'x', 0, 1, 0, 0, 0, 'SMS', 0, ${noon}, ${noon}),
      (8, 't8', 42, 'Ann', 'SendSms', 'Shop', 'x', 0, 1, 0, 0, 0, 'SMS', 0, ${noon}, ${noon});
    INSERT INTO network (id, name) VALUES (1, 'n');
    INSERT INTO recipient_block (id, txn, rows, phones) VALUES (5, 8, '[]', x'000000000000f03f'),
      (6, 8, '[["12",11],["007",12],["13",0]]', NULL);
  `);
  const run = (sql: string, ...values: SqlValue[]): unknown => database.prepare(sql).run(...values);
  for (const [old] of moved) {
    run(
      `INSERT INTO recipient (id, txn, phone, state, next_at, at, attempts, uncertain, worker, error, lane, link, deferrals)
       VALUES (?, 7, ?, ?, 10, ?, 1, 1, 'w', 'e', 21504, 3, 2)`,
      ...[100 + old, phoneOf(old), old, 50 + old],
    );
    run("INSERT INTO recipient_count (txn, state, n) VALUES (7, ?, 1)", old);
    if (old < 3) continue;
    run("INSERT INTO sent_part VALUES (?, 1, 1, ?, ?, 60, 'e')", ...[100 + old, `k${old}`, old]);
    run("INSERT INTO unmatched_receipt VALUES (?, 'm', NULL, ?, 70, 'c')", ...[200 + old, old]);
    run("INSERT INTO unmatched_key VALUES (1, ?, ?, 1)", ...[`u${old}`, 200 + old]);
    run("INSERT INTO contradiction VALUES (?, ?, 1, ?, 80, NULL)", ...[300 + old, 100 + old, old]);
  }
}

const all = (database: Database, sql: string): readonly Row[] => database.prepare<Row>(sql).all();

const tables = ["recipient", "recipient_count", "recipient_block", "sent_part", "unmatched_receipt"];

const open = async (name: string, driver: (typeof driverNames)[number]): Promise<Database> =>
  openWriter(await loadDriver([driver]), join(folder.path, name));

const available: (typeof driverNames)[number][] = [];
for (const name of driverNames) {
  const isThere = await loadDriver([name]).then(
    () => true,
    () => false,
  );
  if (isThere) available.push(name);
}

describe.each(available)("a database of the schema without interim states, with %s", (driver) => {
  test("keeps every row, with the new number of its state", async () => {
    const database = await open(`rows-${driver}.db`, driver);
    fill(database);
    const read = (): readonly (readonly Row[])[] =>
      [...tables, "unmatched_key", "contradiction"].map((table) => all(database, `SELECT * FROM ${table}`));
    const numbers = new Map<SqlValue | undefined, number>(moved);
    const want = read().map((rows) =>
      rows.map((row) => ({
        ...row,
        ...("state" in row ? { state: numbers.get(row["state"]) } : {}),
        ...("lane" in row && row["state"] === 3 ? { next_at: row["at"] } : {}),
        ...(row["rows"] === undefined || row["rows"] === "[]"
          ? {}
          : { rows: '[["12",13],["007",14],["13",0]]' }),
      })),
    );
    prepareSchema(database, "migrate", migrations.slice(0, before + 1));
    expect(read()).toEqual(want);
    expect(want.map((rows) => rows.length)).toEqual([12, 12, 2, 10, 10, 10, 10]);
    expect(all(database, "PRAGMA foreign_key_check")).toEqual([]);
    expect(all(database, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    database.close();
  });

  test("keeps its indexes, checks and references", async () => {
    const database = await open(`schema-${driver}.db`, driver);
    fill(database);
    const list = `SELECT name FROM sqlite_schema WHERE name <> 'recipient_submitted' AND name <> 'recipient_on_the_way'
      AND name NOT LIKE '%\\_new' ESCAPE '\\' ORDER BY type, name`;
    const names = all(database, list);
    prepareSchema(database, "migrate", migrations.slice(0, before + 1));
    expect(all(database, list)).toEqual(names);
    expect(all(database, "SELECT name FROM sqlite_schema WHERE sql LIKE '%\\_new%' ESCAPE '\\'")).toEqual([]);
    for (const sql of [
      "UPDATE recipient SET state = 15",
      "UPDATE recipient SET txn = 99",
      "UPDATE recipient_count SET state = 15 WHERE state = 14",
      "UPDATE sent_part SET state = 2",
      "UPDATE unmatched_receipt SET state = 15",
      "INSERT INTO unmatched_key VALUES (1, 'x', 999, 1)",
    ])
      expect(() => {
        database.exec(sql);
      }).toThrow(expect.objectContaining({ name: "StoreError" }));
    database.exec("DELETE FROM unmatched_receipt");
    expect(all(database, "SELECT * FROM unmatched_key")).toEqual([]);
    database.close();
  });

  test("goes back to what it was when the step fails", async () => {
    const database = await open(`failed-${driver}.db`, driver);
    fill(database);
    const read = (): readonly Row[] => all(database, "SELECT * FROM recipient");
    const rows = read();
    const failing = { name: "failing", sql: "INSERT INTO nowhere VALUES (1)" };
    expect(() => {
      prepareSchema(database, "migrate", [...migrations.slice(0, before + 1), failing]);
    }).toThrow();
    expect(read()).toEqual(rows);
    database.close();
  });
});

test("a store opens it, shows its statuses, and continues its ids", async () => {
  const file = join(folder.path, "store.db");
  const database = openWriter(await loadDriver(), file);
  fill(database);
  prepareSchema(database, "migrate");
  database.close();
  const store = await openStore(`sqlite:${file}`);
  const rows = await detailsOf(store.outbox, 42, "t7");
  expect(rows.map(({ phone, state }) => [phone, state])).toEqual(
    moved.map(([old, state]) => [phoneOf(old), state]),
  );
  const counts = (await store.outbox.statistics(42, "t7"))?.counts;
  expect(counts).toEqual(moved.map(([, state]) => ({ state, count: 1 })));
  expect(await store.delivery.giveUp(53, noon, 9)).toBe(0);
  expect(await store.delivery.giveUp(54, noon, 9)).toBe(1);
  await openAccount(store, { id: 43 });
  await store.accounts.addCredit(43, "SMS", 9000, noon);
  await store.outbox.submit(submission("t9", { customerId: 43 }));
  expect(await detailsOf(store.outbox, 43, "t9")).toHaveLength(1);
  await store.close();
});
