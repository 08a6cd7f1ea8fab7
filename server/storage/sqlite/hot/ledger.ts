import type { CreditTerms } from "../../../domain/credit/balance.js";
import { type Booking, ledgerEntry, opened } from "../../../domain/credit/booking.js";
import type { Database } from "../engine/database.js";

/** Books a change in account and ledger; the new balance, or undefined when the balance would go below its floor. */
export type Book = (booking: Booking) => number | undefined;

interface TermsRow {
  readonly payment: CreditTerms["payment"];
  readonly credit_limit: number | null;
}

/** Opens the account of a customer's first booking of a kind; false if there is one, no customer, or no cover. */
function prepareOpen(database: Database): (booking: Booking) => boolean {
  const terms = database.prepare<TermsRow>("SELECT payment, credit_limit FROM customer WHERE id = ?");
  const insert = database.prepare(
    "INSERT INTO account (customer_id, kind, balance, floor) VALUES (?, ?, 0, ?) ON CONFLICT DO NOTHING",
  );
  return (booking) => {
    const row = terms.get(booking.customerId);
    if (row === undefined) return false;
    const account = opened({ payment: row.payment, limit: row.credit_limit ?? undefined }, booking);
    if (account === undefined) return false;
    return insert.run(booking.customerId, booking.kind, account.floor).changes > 0;
  };
}

/** The only way to change a balance. A customer's first booking opens the account. */
export function prepareBook(database: Database): Book {
  const change = database.prepare<{ readonly balance: number }>(
    `UPDATE account SET balance = balance + ?
     WHERE customer_id = ? AND kind = ? AND (floor IS NULL OR balance + ? >= floor) RETURNING balance`,
  );
  const open = prepareOpen(database);
  const record = database.prepare(
    `INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, reference, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (booking) => {
    const { customerId, kind, delta, transactionId = null, reference = null } = booking;
    const apply = (): number | undefined => change.get(delta, customerId, kind, delta)?.balance;
    const balance = apply() ?? (open(booking) ? apply() : undefined);
    if (balance === undefined) return undefined;
    const entry = ledgerEntry(booking, balance);
    if (entry !== undefined)
      record.run(
        ...[customerId, kind, delta, entry.balanceAfter, entry.reason, transactionId, reference, entry.at],
      );
    return balance;
  };
}
