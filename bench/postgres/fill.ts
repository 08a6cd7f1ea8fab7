import { RecipientState } from "#server/domain/recipient-state.js";
import { numbersAt, weekMilliseconds } from "#server/storage/schema/numbers.js";
import type { Database } from "#server/storage/postgres/engine/database.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { customers, messageIdInSql, phoneInSql, price, textInSql } from "./messages.js";

/** Weeks of messages in a store, the present one included: one partition each. */
export const weeks = 13;

const { Delivered, Failed, Submitted } = RecipientState;

/** One of a hundred messages has no final receipt yet, one has failed. */
const state = `CASE i % 100 WHEN 0 THEN ${Submitted} WHEN 1 THEN ${Failed} ELSE ${Delivered} END`;
/** The customer of message `i`. */
const customerIn = (ids: readonly number[]): string => `${ids[0] ?? 0} + i % ${ids.length}`;
/** Milliseconds from the start of the week: the messages are spread over what has passed of it. */
const at = "$3::bigint + i * $4::bigint / $2::bigint";

/** A UUID version 7 of that time. */
const id = `substr(time, 1, 8) || '-' || substr(time, 9, 4) || '-7' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' ||
  substr(hash, 7, 12)`;

/** Numbers `i` of the messages of a week: `$1`, its first number; `$2`, how many; `$3`, when it began; `$4`, for how long it has lasted. */
const messages = `(SELECT i, ${at} AS at, lpad(to_hex(${at}), 12, '0') AS time, md5(i::text || ' ' || $1) AS hash
  FROM generate_series(1, $2::int) AS s (i)) AS m`;

/** Final rows of messages of customers, whose ids follow each other. */
const insertsOf = (ids: readonly number[]) =>
  [
    `INSERT INTO txn (seq, customer_id, charge, created_at, due_at, data_coding, parts, flash, blink, hidden, id, user_name,
     operation, originator, charge_kind, kind, text)
   SELECT $1::bigint + i, ${customerIn(ids)}, ${price}, at, at, 0, 1, false, false, false, ${id}, 'api',
     'SendSms', 'Shop', 'SMS', 'text', ${textInSql("i")} FROM ${messages}`,
    `INSERT INTO recipient (id, txn, next_at, at, lane, link, attempts, state, counted, phone)
   SELECT $1::bigint + i, $1::bigint + i, at, at, ${customerIn(ids)}, 1, 1, ${state}, false, ${phoneInSql("$1::bigint % 999983 + i")}
   FROM ${messages}`,
    `INSERT INTO sent_part (recipient, network, part, key)
   SELECT $1::bigint + i, 1, 1, ${messageIdInSql("$1::bigint + i")} FROM ${messages}`,
  ].map((text) => sql(text));

const setNumber = sql("SELECT setval($1::regclass, $2)");

/** The sums of an account are those of its ledger. */
const accounts = sql(
  `INSERT INTO account (customer_id, kind, balance, floor)
   SELECT customer_id, 'SMS', -count(*) * ${price}, NULL FROM txn GROUP BY customer_id
   ON CONFLICT (customer_id, kind) DO UPDATE SET balance = account.balance + excluded.balance`,
);
const ledger = sql(
  `INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, at)
   SELECT customer_id, 'SMS', -${price}, -${price} * row_number() OVER (PARTITION BY customer_id ORDER BY seq), 'charge', id, created_at
   FROM txn ORDER BY seq`,
);

/** Fills a database that has the customers, those of the bench or others, and a link with messages of the last weeks, and gathers statistics. */
export async function fill(
  database: Database,
  count: number,
  now: number,
  ids: readonly number[] = customers,
): Promise<void> {
  const perWeek = Math.floor(count / weeks);
  if (perWeek === 0) return;
  await database.transaction(async (session) => {
    await session.exec("ALTER TABLE ledger DISABLE TRIGGER USER");
    for (let week = weeks - 1; week >= 0; week--) {
      const { first } = numbersAt(now - week * weekMilliseconds);
      const begun = Math.floor(now / weekMilliseconds - week) * weekMilliseconds;
      const lasted = Math.min(now - begun, weekMilliseconds);
      const suffix = new Date(begun).toISOString().slice(0, 10).replaceAll("-", "");
      await session.all(sql("SELECT add_partitions($1)"), begun);
      for (const insert of insertsOf(ids)) await session.run(insert, first, perWeek, begun, lasted);
      for (const table of ["txn", "recipient"])
        await session.all(setNumber, `${table}_number_${suffix}`, first + perWeek);
    }
    await session.run(accounts);
    await session.run(ledger);
    await session.exec("ALTER TABLE ledger ENABLE TRIGGER USER");
  });
  await database.run(sql("VACUUM (ANALYZE)"));
  await database.run(sql("CHECKPOINT"));
}
