import { Messenger } from "messenger-client/service";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageType, MessengerClient } from "messenger-client";
import { toGuid, zeroGuid } from "messenger-gen-runtime";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { credentials } from "#server/credentials/verify.js";
import { hashPassword } from "#server/credentials/hash.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { contractService } from "#server/faces/contract/contract-service.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { ListDefinition } from "#server/domain/recipients/lists.js";
import { openStore } from "#server/storage/index.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { median } from "./measure.js";

/**
 * `node dist/bench/scale.js [LARGEST] [--save]`: the cost of a call by the number of customers, lists and messages
 * in the store (the same number of each), from 1,000 to LARGEST (default 1,000,000), each ten times the one before.
 */
const largest = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const calls = 300;
const user = { CustomerID: 42, Name: "api", Password: "correct horse battery staple" };
const folder = mkdtempSync(join(tmpdir(), "messenger-scale-"));
const file = join(folder, "messenger.db");

/** Numbers from `from` on up to `to`, as a table `n(i)`. */
const series = (from: number, to: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;

/** Rows with numbers from `from` on: a customer, a list and a message each. */
function fill(database: Database, from: number, to: number): void {
  const numbers = series(from, to);
  const customer = "1000 + i";
  const guid = (letter: string): string =>
    `'${letter}' || printf('%07d', i) || '-0000-7000-8000-000000000000'`;
  const statements = [
    `INSERT INTO customer (id, name, state, payment, created_at) SELECT ${customer}, 'Customer ' || i, 'active', 'prepaid', 0 FROM n`,
    `INSERT INTO customer_user (customer_id, name, name_key, password_hash, state, created_at)
       SELECT ${customer}, 'api', 'api', 'none', 'active', 0 FROM n`,
    `INSERT INTO originator (customer_id, value, created_at) SELECT ${customer}, 'Shop', 0 FROM n`,
    "INSERT INTO list_content (id, state, recipients, touched_at) SELECT 10000000 + i, 'shown', 0, 0 FROM n",
    `INSERT INTO list (id, customer_id, name, name_key, category, category_key, type, columns, content)
       SELECT ${guid("a")}, ${customer}, 'List ' || i, 'LIST ' || i, '', '', 'DistributionList', '["phone"]', 10000000 + i FROM n`,
    `INSERT INTO txn (id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink, hidden,
       charge_kind, charge, created_at, due_at)
       SELECT ${guid("b")}, ${customer}, 'api', 'SendSms', 'Shop', 'Your parcel is ready', 0, 1, 0, 0, 0, 'SMS', 1000, 0, 0 FROM n`,
    `INSERT INTO recipient (txn, phone, state, next_at, at) SELECT seq, '12025550101', ${RecipientState.Delivered}, 0, 0 FROM txn WHERE seq > ?`,
    `INSERT INTO recipient_count (txn, state, n) SELECT seq, ${RecipientState.Delivered}, 1 FROM txn WHERE seq > ?`,
  ];
  const last = database.prepare<{ n: number | null }>("SELECT max(seq) AS n FROM txn").get()?.n ?? 0;
  database.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN");
  for (const sql of statements) {
    if (sql.includes("?")) database.prepare(sql).run(last);
    else database.exec(sql.replace("INSERT", `${numbers} INSERT`));
  }
  database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
}

async function openOwn(): Promise<void> {
  const store = await openStore(`sqlite:${file}`);
  await store.accounts.addCustomer({ id: 42, name: "Example", payment: "prepaid", limit: undefined }, 1);
  await store.accounts.addUser(
    { customerId: 42, name: "api", passwordHash: await hashPassword(user.Password) },
    1,
  );
  await store.accounts.addOriginator(42, "Shop", 1);
  await store.accounts.addCredit(42, "SMS", 1e12, 1);
  for (let index = 0; index < 10; index++) {
    const definition: ListDefinition = {
      id: newTransactionId(index),
      customerId: 42,
      name: `Own ${index}`,
      category: "",
      owner: undefined,
      type: "DistributionList" as const,
      columns: ["phone"],
      replace: false,
    };
    const begun = await store.lists.beginImport(definition, 1);
    if (begun.ok) await store.lists.finishImport(begun.importId, definition, 1);
  }
  await store.close();
}

type Call = (
  client: MessengerClient,
  transaction: string,
) => Promise<{ readonly Result?: string | undefined }>;

const measured: Readonly<Record<string, Call>> = {
  SendSms: (client) =>
    client.sendSms({
      user,
      originator: "Shop",
      smsText: "Your parcel is ready",
      recipientPhone: "12025550101",
      messageType: MessageType.Latin,
      blink: false,
      flash: false,
      Private: false,
    }),
  GetSmsStatus: (client, transactionID) => client.getSmsStatus({ user, transactionID, detailed: true }),
  Authenticate2: (client) => client.authenticate2({ user }),
  "FindDistributionLists, by name": (client) =>
    client.findDistributionLists({ user, searchCriteria: { ID: toGuid(zeroGuid), Name: "Own 7" } }),
  "FindDistributionLists, all 10": (client) =>
    client.findDistributionLists({ user, searchCriteria: { ID: toGuid(zeroGuid) } }),
};

/** Medians in microseconds, by name. */
async function costs(): Promise<readonly number[]> {
  const store = await openStore(`sqlite:${file}`);
  const operations = contractService({
    store,
    now: Date.now,
    newTransactionId,
    greeting: "",
    credentials: credentials({ ...store, now: Date.now, addressTest: () => () => true }),
    deliveryProblem: () => undefined,
    wakeDelivery: () => undefined,
  });
  const client = new MessengerClient({ transport: inMemoryTransport(Messenger, operations) });
  const sent = await measured["SendSms"]?.(client, "");
  const transaction = sent !== undefined && "TransactionID" in sent ? String(sent.TransactionID) : "";
  const medians: number[] = [];
  for (const call of Object.values(measured)) {
    const times: number[] = [];
    for (let index = 0; index < calls; index++) {
      const begun = performance.now();
      const { Result } = await call(client, transaction);
      times.push((performance.now() - begun) * 1000);
      if (Result !== "OK") throw new Error(Result);
    }
    medians.push(median(times.slice(calls / 3)));
  }
  await store.close();
  return medians;
}

const lines = [
  `| Rows of each | ${Object.keys(measured).join(" | ")} |`,
  `| --- |${" --- |".repeat(Object.keys(measured).length)}`,
];
try {
  await openOwn();
  let filled = 0;
  for (let rows = 1_000; rows <= largest; rows *= 10) {
    const database = (await loadDriver()).open(file, false);
    fill(database, filled + 1, rows);
    database.close();
    filled = rows;
    const row = (await costs()).map((cost) => `${cost.toFixed(0)} us`);
    lines.push(`| ${rows.toLocaleString("en")} | ${row.join(" | ")} |`);
    process.stdout.write(`${lines.at(-1) ?? ""}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (process.argv.includes("--save")) {
  const heading =
    "# Cost by size of the store\n\nWritten by `node dist/bench/scale.js --save`: medians of one caller in one process, by the " +
    "number of customers, lists and messages in the store.\n\n";
  writeFileSync("bench/results/scale.md", `${heading}${lines.join("\n")}\n`);
}
