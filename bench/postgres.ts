import { readFileSync } from "node:fs";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { ClaimedMessage } from "#server/domain/delivery/claims.js";
import type { Submission } from "#server/domain/delivery/submission.js";
import type { Store } from "#server/ports/store.js";
import { newTransactionId } from "#server/transaction-id.js";
import { openStore } from "#server/storage/index.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import type { Database } from "#server/storage/postgres/engine/database.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";

/**
 * `node dist/bench/postgres.js postgres://USER@127.0.0.1/EMPTY [MESSAGES]`: the cost of a message in PostgreSQL, by the number of calls
 * at once: bytes of the write-ahead log, commits, CPU of the database and of this process. Prints rows of `results/postgres.md`.
 * The server must be on this machine: the CPU of its processes is read from /proc.
 */
const [, , url = "", count = "20000"] = process.argv;
const messages = Number(count);
const owner = "bench";
const customer = 42;

function submission(number: number): Submission {
  const at = Date.now();
  return {
    transactionId: newTransactionId(at),
    customerId: customer,
    userName: "api",
    operation: "SendSms",
    originator: "Shop",
    text: `Your parcel ${number} is ready: collect it at the shop until Friday`,
    dataCoding: 0,
    parts: 1,
    flash: false,
    blink: false,
    hidden: false,
    at,
    dueAt: at,
    clientTransaction: undefined,
    recipients: [String(12_025_550_000 + number)],
    refused: [],
    charge: { kind: "SMS", amount: 1000 },
  };
}

interface Counters {
  readonly log: number;
  readonly commits: number;
  /** Milliseconds. */
  readonly database: number;
  /** Milliseconds. */
  readonly own: number;
  readonly at: number;
}

const counters = sql<{ readonly log: number; readonly commits: number }>(
  `SELECT pg_current_wal_lsn() - '0/0' AS log, xact_commit AS commits
   FROM pg_stat_database WHERE datname = current_database()`,
);
const backends = sql<{ readonly pid: number }>(
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database()",
);

/** Milliseconds of CPU that a process has used, in ticks of 10 ms. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function read(database: Database): Promise<Counters> {
  // The statistics of a connection are published once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { log = 0, commits = 0 } = (await database.get(counters)) ?? {};
  const pids = await database.all(backends);
  const { user, system } = process.cpuUsage();
  const used = pids.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  return { log, commits, database: used, own: (user + system) / 1_000, at: performance.now() };
}

async function measured(database: Database, name: string, work: () => Promise<void>): Promise<void> {
  const before = await read(database);
  await work();
  const seconds = (performance.now() - before.at) / 1_000;
  const after = await read(database);
  const per = (key: keyof Counters, digits: number): string =>
    ((after[key] - before[key]) / messages).toFixed(digits);
  const row = [
    name,
    Math.round(messages / seconds),
    per("log", 0),
    per("commits", 3),
    per("database", 2),
    per("own", 2),
  ];
  process.stdout.write(`| ${row.join(" | ")} |\n`);
}

/** Sends so many messages with so many calls at once. */
async function submitAll(store: Store, callers: number): Promise<void> {
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < messages) await store.outbox.submit(submission(next++));
  };
  await Promise.all(Array.from({ length: callers }, call));
}

/** Claims, settles and reports everything, so many messages at once. */
async function deliverAll({ delivery, links }: Store, room: number): Promise<void> {
  const linkId = (await links.links())[0]?.id ?? 0;
  for (;;) {
    const now = Date.now();
    await delivery.own({
      owner,
      now,
      until: now + 60_000,
      reports: [],
      wanted: [{ linkId, slots: 1, used: 1 }],
    });
    const claimed = await delivery.claim({ owner, now, validity: 1e9, links: [{ linkId, up: true, room }] });
    if (claimed.length === 0) return;
    await settle(delivery, claimed, now);
  }
}

async function settle(
  delivery: Store["delivery"],
  claimed: readonly ClaimedMessage[],
  at: number,
): Promise<void> {
  await delivery.settle(
    claimed.map(({ id, linkId }) => ({
      owner,
      recipientId: id,
      linkId,
      at,
      end: { kind: "submitted" },
      accepted: [{ part: 1, messageId: id.toString(16) }],
    })),
  );
  await delivery.receipts(
    claimed.map(({ id, linkId, phone }) => {
      const key = id.toString(16);
      return { linkId, phone, messageId: key, keys: [key], state: RecipientState.Delivered, at, code: "000" };
    }),
  );
}

const store = await openStore(url);
const database = await connect(postgresSettings(url));
const link = { name: "bench", kind: "loopback", url: "loopback:", password: "", network: "bench" } as const;
await store.links.add({ ...link, settings: {}, ofFile: false }, 0);
await store.accounts.addCustomer({ id: customer, name: "Bench", payment: "postpaid", limit: undefined }, 0);
await store.retention.prepare(Date.now());
process.stdout.write(
  "| Work | messages/s | log, bytes | commits | database, ms | process, ms |\n| --- | --- | --- | --- | --- | --- |\n",
);
for (const callers of [1, 16, 64, 256]) {
  await measured(database, `accept, ${callers} calls at once`, () => submitAll(store, callers));
  await measured(database, `deliver, ${callers} at once`, () => deliverAll(store, callers));
}
await store.close();
await database.close();
