import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FilterInput } from "#server/actions/message-filter.js";
import { findMessages } from "#server/actions/message-find.js";
import { machine } from "#server/actions/rights.js";
import { usage } from "#server/actions/usage.js";
import { queueNumber } from "#server/domain/delivery/claiming/customer-queue.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { median } from "./measure.js";

/**
 * `node dist/bench/operators.js [MESSAGES]` prints rows of results/operators.md: CPU time of searches of the message desk and of reports of usage in an SQLite
 * database with so many messages (default 10,000,000) of 100 customers over 30 days.
 */
const messages = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 10_000_000);
const customers = 100;
const days = 30;
const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const perCommit = 500_000;
const repetitions = 15;

const { Delivered, Failed, Undeliverable } = RecipientState;
/** Of the message `i`. */
const columns = {
  customer: `1000 + i % ${customers}`,
  at: `${start} + i * ${(days * day) / messages}`,
  state: `CASE WHEN i % 20 = 0 THEN ${Failed} WHEN i % 20 = 1 THEN ${Undeliverable} ELSE ${Delivered} END`,
  originator: "'Shop ' || (i % 7)",
};

function fillMessages(database: Database, from: number, to: number): void {
  const series = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1})`;
  const { customer, at, state, originator } = columns;
  const lane = `(${customer}) * ${queueNumber({ customerId: 1, userPriority: 0, kind: "single" })}`;
  database.exec("BEGIN");
  database.exec(`${series} INSERT INTO txn (seq, id, customer_id, user_name, operation, originator, text, data_coding, parts, flash,
    blink, hidden, charge_kind, charge, created_at, due_at)
    SELECT i + 1, printf('%08x-0000-7000-8000-000000000000', i), ${customer}, 'api', 'SendSms', ${originator},
      'Your parcel is ready', 0, 1, 0, 0, 0, 'SMS', 1000, CAST(${at} AS INTEGER), CAST(${at} AS INTEGER) FROM n`);
  database.exec(`${series} INSERT INTO recipient (id, txn, phone, state, next_at, at, lane, link)
    SELECT i + 1, i + 1, 12020000000 + (i * 7919) % 3000000, ${state}, CAST(${at} AS INTEGER), CAST(${at} AS INTEGER) + 2000, ${lane}, 1 FROM n`);
  database.exec("COMMIT");
}

/** The counters that the writes of these messages keep. */
function fillUsage(database: Database): void {
  const each = Math.round(messages / customers / days / 7 / 20);
  database.exec(`BEGIN;
    WITH RECURSIVE d (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM d WHERE n < ${days - 1}),
      c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < ${customers - 1}),
      o (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM o WHERE n < 6),
      s (state, share) AS (VALUES (0, 20), (${Failed}, 1), (${Undeliverable}, 1), (${Delivered}, 18))
    INSERT INTO usage (day, customer_id, state, prefix, user_name, originator, messages, parts)
    SELECT ${start / day} + d.n, 1000 + c.n, s.state, '1', 'api', 'Shop ' || o.n, s.share * ${each}, s.share * ${each} FROM d, c, o, s;
    COMMIT`);
}

async function fill(file: string): Promise<void> {
  const store = await openStore(`sqlite:${file}`);
  for (let id = 1000; id < 1000 + customers; id++)
    await store.accounts.addCustomer(
      { id, name: `Customer ${id}`, payment: "postpaid", limit: undefined },
      start,
    );
  await store.close();
  const database = (await loadDriver()).open(file, false);
  database.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000");
  for (let from = 0; from < messages; from += perCommit) {
    fillMessages(database, from, Math.min(from + perCommit, messages));
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  fillUsage(database);
  database.close();
}

const now = start + days * day;
const occasion = { by: { name: "bench", source: "bench" }, now, caller: machine } as const;

const searches: readonly { readonly name: string; readonly input: FilterInput }[] = [
  { name: "a number", input: { number: "12020007919" } },
  { name: "a number that no message has", input: { number: "12029999999" } },
  { name: "a number of one customer", input: { number: "12020007919", customer: "1001" } },
  { name: "a prefix, one day", input: { prefix: "1202000", since: "2026-01-30", until: "2026-01-31" } },
  { name: "a transaction", input: { transaction: "004c4b40-0000-7000-8000-000000000000" } },
  { name: "a customer", input: { customer: "1042" } },
  { name: "a customer and a state", input: { customer: "1040", state: "FAILED" } },
  { name: "a customer and an originator", input: { customer: "1042", originator: "Shop 3" } },
  { name: "a customer and an originator without messages", input: { customer: "1042", originator: "None" } },
  { name: "a customer, one day", input: { customer: "1042", since: "2026-01-10", until: "2026-01-11" } },
];
const reports: readonly { readonly name: string; readonly input: Parameters<typeof usage.rows>[1] }[] = [
  {
    name: "usage of a customer by day",
    input: { customer: "1042", by: "day", from: "2026-01-01", to: "2026-01-30" },
  },
  {
    name: "usage of a customer by day, prefix, originator and state",
    input: { customer: "1042", by: "day,prefix,originator,state", from: "2026-01-01", to: "2026-01-30" },
  },
  { name: "usage of all customers, one day", input: { by: "state", from: "2026-01-30", to: "2026-01-30" } },
  { name: "usage of all customers, 30 days", input: { by: "state", from: "2026-01-01", to: "2026-01-30" } },
];

/** CPU time of a call in milliseconds: of the first one, and the median of the others. */
async function measured(name: string, call: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  let rows = 0;
  for (let index = 0; index <= repetitions; index++) {
    const before = process.cpuUsage();
    rows = await call();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const [first = 0, ...others] = times;
  process.stdout.write(`| ${name} | ${rows} | ${first.toFixed(1)} | ${median(others).toFixed(1)} |\n`);
}

async function measureAll(store: Store): Promise<void> {
  for (const { name, input } of searches)
    await measured(`find: ${name}`, async () => {
      const { rows } = await findMessages.part(store, input, occasion, { limit: 50 });
      return rows.length;
    });
  for (const { name, input } of reports)
    await measured(name, async () => (await usage.rows(store, input, occasion)).length);
}

const folder = mkdtempSync(join(tmpdir(), "messenger-operators-"));
try {
  const file = join(folder, "messenger.db");
  await fill(file);
  const store = await openStore(`sqlite:${file}`);
  await measureAll(store);
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
