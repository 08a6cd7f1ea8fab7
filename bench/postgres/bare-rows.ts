import { RecipientState } from "#server/domain/recipient-state.js";
import { numbersAt, weekMilliseconds } from "#server/storage/schema/numbers.js";
import type { Database } from "#server/storage/postgres/engine/database.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { customers, messageIdOf, price, submission } from "./messages.js";

const debit = sql<{ readonly customer: number; readonly balance: number }>(
  `UPDATE account a SET balance = a.balance - n.amount
   FROM (SELECT customer, sum(${price}) AS amount FROM unnest($1::bigint[]) AS n (customer) GROUP BY 1) n
   WHERE a.customer_id = n.customer AND a.kind = 'SMS' RETURNING a.customer_id AS customer, a.balance`,
);
const ledger = sql(
  `INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, at)
   SELECT customer, 'SMS', -${price}, balance, 'charge', id, at FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[])
     AS n (customer, balance, id, at)`,
);
const txn = sql(
  `INSERT INTO txn (seq, customer_id, charge, created_at, due_at, data_coding, parts, flash, blink, hidden, id, user_name,
     operation, originator, charge_kind, kind, text)
   SELECT seq, customer, ${price}, at, at, 0, 1, false, false, false, id, 'api', 'SendSms', 'Shop', 'SMS', 'text', text
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS n (seq, customer, at, id, text)`,
);
const recipient = sql(
  `INSERT INTO recipient (id, txn, next_at, at, lane, link, attempts, state, counted, phone)
   SELECT seq, seq, at, at, customer, 1, 1, ${RecipientState.Delivered}, false, phone
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS n (seq, customer, at, phone)`,
);
const part = sql(
  `INSERT INTO sent_part (recipient, network, part, key)
   SELECT seq, 1, 1, key FROM unnest($1::bigint[], $2::text[]) AS n (seq, key)`,
);

/** Messages of a commit. */
const batch = 33;

/**
 * Numbers of the week after this one, in partitions of their own: behind larger numbers in an index, those that the service gives would
 * leave half-filled pages.
 */
let next = numbersAt(Date.now() + weekMilliseconds).first;

/** Inserts and commits the final rows of so many messages, with the fewest statements, and nothing around them. */
export async function insertBare(database: Database, count: number): Promise<void> {
  for (let left = count; left > 0; left -= batch) {
    const all = Array.from({ length: Math.min(batch, left) }, () => ({ seq: ++next, ...submission(next) }));
    await database.transaction(async (session) => {
      const [seqs, times] = [all.map(({ seq }) => seq), all.map(({ at }) => at)];
      const [payers, ids] = [
        all.map(({ customerId }) => customerId),
        all.map(({ transactionId }) => transactionId),
      ];
      const rows = await session.all(debit, payers);
      const balances = new Map(rows.map(({ customer, balance }) => [customer, balance]));
      const left = new Map(customers.map((each) => [each, payers.filter((payer) => payer === each).length]));
      const after = payers.map((payer) => {
        const later = (left.get(payer) ?? 0) - 1;
        left.set(payer, later);
        return (balances.get(payer) ?? 0) + later * price;
      });
      await session.run(ledger, payers, after, ids, times);
      await session.run(
        txn,
        ...[seqs, payers, times, ids],
        all.map(({ text }) => text),
      );
      await session.run(
        recipient,
        ...[seqs, payers, times],
        all.map(({ recipients: [phone] }) => String(phone)),
      );
      await session.run(part, seqs, seqs.map(messageIdOf));
    });
  }
}
