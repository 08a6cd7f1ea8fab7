import { queueNumber } from "#server/domain/delivery/claiming/customer-queue.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { numbersAt, weekMilliseconds } from "#server/storage/schema/numbers.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { price, scattered } from "../postgres/messages.js";

/** Messages of a store that is in use, spread evenly over this many weeks, the present one included. */
const [stored, weeks] = [1_000_000, 13];
const perWeek = Math.floor(stored / weeks);

const lane = queueNumber({ customerId: 1, userPriority: 0, kind: "single" });
const { Delivered, Failed } = RecipientState;

/** A UUID version 7 of the time `at`. */
const id = "printf('%08x-%04x-7%03x-8000-%012x', at >> 16, at & 65535, i & 4095, seq)";

/** Inserts the final rows of the messages of a week; one of a hundred has failed. */
function insertsOf(week: number, now: number, customers: readonly number[]): readonly string[] {
  const { first } = numbersAt(now - week * weekMilliseconds);
  const begun = Math.floor(now / weekMilliseconds - week) * weekMilliseconds;
  const length = Math.min(now - begun, weekMilliseconds);
  const messages = `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${perWeek}),
    m AS (SELECT i, ${first} + i AS seq, ${begun} + i * ${length} / ${perWeek} AS at,
      ${customers[0] ?? 0} + i % ${customers.length} AS customer FROM n)`;
  return [
    `INSERT INTO txn (seq, customer_id, charge, created_at, due_at, data_coding, parts, flash, blink, hidden, id, user_name, operation,
       originator, charge_kind, kind, text)
     ${messages} SELECT seq, customer, ${price}, at, at, 0, 1, 0, 0, 0, ${id}, 'api', 'SendSms', 'Shop', 'SMS', 'text',
       'Your parcel ' || i || ' is ready: collect it at the shop until Friday' FROM m`,
    `INSERT INTO recipient (id, txn, next_at, at, lane, link, attempts, state, counted, phone)
     ${messages} SELECT seq, seq, at, at, customer * ${lane}, 1, 1, CASE i % 100 WHEN 0 THEN ${Failed} ELSE ${Delivered} END, 0,
       printf('1202%07d', (${first % 999_983} + i) * ${scattered} % 10000000) FROM m`,
    `INSERT INTO sent_part (recipient, network, part, key)
     ${messages} SELECT seq, 1, 1, printf('a%08x%08x', seq % 1048576 * 2654435761 % 4294967296, seq % 4294967296) FROM m`,
    `INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, at)
     SELECT t.customer_id, a.kind, -${price}, a.balance, 'charge', t.id, t.created_at
     FROM txn t JOIN account a ON a.customer_id = t.customer_id AND a.kind = 'SMS' WHERE t.seq BETWEEN ${first} AND ${first + perWeek}`,
  ];
}

/** Fills the file of an SQLite database with the messages of customers, whose ids follow each other; balances stay as they are. */
export async function fillMessages(file: string, customers: readonly number[]): Promise<void> {
  const database = (await loadDriver()).open(file, false);
  const now = Date.now();
  for (let week = weeks - 1; week >= 0; week--) {
    database.exec("BEGIN");
    for (const insert of insertsOf(week, now, customers)) database.exec(insert);
    database.exec("COMMIT");
  }
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** Rows beside the messages: received messages, numbers that opted out, entries of the audit log; callbacks that were given up. */
const [beside, callbacks] = [100_000, 10_000];

/** Statements, of both databases, that insert what a service in use has beside its messages, spread over its customers. */
export function insertsAround(customers: readonly number[], now: number): readonly string[] {
  const rows = (
    count: number,
  ): string => `WITH RECURSIVE n (i) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i < ${count}),
    m AS (SELECT i, ${customers[0] ?? 0} + i % ${customers.length} AS customer, ${now} - (${count} - i) * 10000 AS at FROM n)`;
  const phone = "'1202' || substr(CAST(10000000 + i AS text), 2)";
  return [
    `INSERT INTO inbox_message (customer_id, sender, addressee, text, size, unread, at)
     ${rows(beside)} SELECT customer, ${phone}, '1000', 'When do you open? ' || i, 20, i % 2 = 1, at FROM m`,
    `INSERT INTO blacklist (customer_id, phone, created_at)
     ${rows(beside)} SELECT customer, 12020000000 + i, at FROM m`,
    `INSERT INTO audit (at, who, source, action, facts, customer_id)
     ${rows(beside)} SELECT at, 'ann', 'console, 127.0.0.1', 'message find', '{"subject":{"customer":"' || customer || '"}}', customer FROM m`,
    `INSERT INTO customer_callback (customer_id, url, secret, parts, private)
     SELECT id, 'https://shop.example.com/status', 'none', 1 = 0, 1 = 0 FROM customer`,
    `INSERT INTO callback (customer_id, transaction_id, recipient, phone, state, at, attempts, until, failure, changed_at)
     ${rows(callbacks)} SELECT customer, 'sent-' || i, i, ${phone}, ${Delivered}, at, 9, at, 'HTTP 500', at FROM m`,
  ];
}
