import type { CreditKind, LedgerEntry } from "../../../domain/credit/balance.js";
import type { Database } from "../engine/database.js";

/** One change of a balance. */
export interface Booking {
  readonly customerId: number;
  readonly kind: CreditKind;
  /** Thousandths of a credit; negative for a charge. */
  readonly delta: number;
  readonly reason: LedgerEntry["reason"];
  readonly transactionId: string | undefined;
  readonly at: number;
}

/** Books a change in account and ledger; the new balance, or undefined when the balance would go below its floor. */
export type Book = (booking: Booking) => number | undefined;

interface BalanceRow {
  readonly balance: number;
}

/** The only way to change a balance. A customer's first booking opens the account. */
export function prepareBook(database: Database): Book {
  const change = database.prepare<BalanceRow>(
    `UPDATE account SET balance = balance + ?
     WHERE customer_id = ? AND kind = ? AND (floor IS NULL OR balance + ? >= floor) RETURNING balance`,
  );
  const open = database.prepare(
    `INSERT INTO account (customer_id, kind, balance, floor)
     SELECT id, ?, 0, floor
     FROM (SELECT id, CASE payment WHEN 'prepaid' THEN 0 ELSE -credit_limit END AS floor
           FROM customer WHERE id = ?)
     WHERE floor IS NULL OR ? >= floor
     ON CONFLICT DO NOTHING`,
  );
  const record = database.prepare(
    `INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ customerId, kind, delta, reason, transactionId, at }) => {
    let row = change.get(delta, customerId, kind, delta);
    if (row === undefined && open.run(kind, customerId, delta).changes > 0)
      row = change.get(delta, customerId, kind, delta);
    if (row === undefined) return undefined;
    if (delta !== 0) record.run(customerId, kind, delta, row.balance, reason, transactionId ?? null, at);
    return row.balance;
  };
}
