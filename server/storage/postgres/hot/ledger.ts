import {
  type Booking,
  balanceAfter,
  type Floor,
  ledgerEntry,
  opened,
} from "../../../domain/credit/booking.js";
import type { CreditTerms } from "../../../domain/credit/balance.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";

type Key = Pick<Booking, "customerId" | "kind">;

interface AccountRow extends Key {
  readonly balance: number;
  readonly floor: Floor;
}

interface Account extends Key {
  balance: number;
  readonly floor: Floor;
  /** The balance that its row has. */
  readonly stored: number;
}

/**
 * Guard: the locks of all accounts of the batch, taken in one order, make reading a balance and writing it one step. Until the
 * commit no other process books on them, so the entries of an account also get their ids in the order of the commits. A charge of accounts that
 * cover it locks and changes them at once.
 */
const charge = sql<AccountRow & { readonly delta: number }>(
  `UPDATE account a SET balance = a.balance + n.delta
   FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS n (customer_id, kind, delta)
   WHERE a.customer_id = n.customer_id AND a.kind = n.kind AND (a.floor IS NULL OR a.balance + n.delta >= a.floor)
   RETURNING a.customer_id AS "customerId", a.kind, a.balance, a.floor, n.delta`,
);
const lock = sql<AccountRow>(
  `SELECT a.customer_id AS "customerId", a.kind, a.balance, a.floor
   FROM unnest($1::bigint[], $2::text[]) AS k (customer_id, kind)
     JOIN account a ON a.customer_id = k.customer_id AND a.kind = k.kind
   ORDER BY a.customer_id, a.kind FOR UPDATE OF a`,
);

/** Guard: the terms cannot change before the account that is opened with them is there. */
const terms = sql<{
  readonly id: number;
  readonly payment: CreditTerms["payment"];
  readonly limit: number | null;
}>(
  `SELECT id, payment, credit_limit AS "limit" FROM customer WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE`,
);

/** Guard: of two processes that open an account one does. */
const open = sql(
  `INSERT INTO account (customer_id, kind, balance, floor)
   SELECT customer_id, kind, 0, floor FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS n (customer_id, kind, floor)
   ON CONFLICT DO NOTHING`,
);

const change = sql(
  `UPDATE account a SET balance = n.balance FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS n (customer_id, kind, balance)
   WHERE a.customer_id = n.customer_id AND a.kind = n.kind`,
);

const record = sql(
  `INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, reference, at)
   SELECT customer_id, kind, delta, balance_after, reason, transaction_id, reference, at
   FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::bigint[]) WITH ORDINALITY
     AS n (customer_id, kind, delta, balance_after, reason, transaction_id, reference, at, place)
   ORDER BY place`,
);

const keyOf = ({ customerId, kind }: Key): string => `${customerId} ${kind}`;

async function lockAll(session: Session, keys: readonly Key[]): Promise<readonly Account[]> {
  const found = await session.all(lock, ...arraysOf(keys, "customerId", "kind"));
  return found.map((row) => ({ ...row, stored: row.balance }));
}

/** Opens the accounts that are missing, as far as there are customers and a booking that the account would cover. */
async function openMissing(session: Session, missing: readonly Booking[]): Promise<readonly Account[]> {
  const ids = [...new Set(missing.map(({ customerId }) => customerId))];
  const known = new Map((await session.all(terms, ids)).map((row) => [row.id, row]));
  const accounts = new Map<string, Key & { readonly floor: Floor }>();
  for (const booking of missing) {
    const { customerId, kind } = booking;
    const row = known.get(customerId);
    const account = row && opened({ payment: row.payment, limit: row.limit ?? undefined }, booking);
    if (account !== undefined) accounts.set(keyOf(booking), { customerId, kind, ...account });
  }
  const found = [...accounts.values()];
  if (found.length === 0) return [];
  const [customers, kinds] = [found.map(({ customerId }) => customerId), found.map(({ kind }) => kind)];
  await session.run(
    open,
    customers,
    kinds,
    found.map(({ floor }) => floor),
  );
  return lockAll(session, found);
}

async function chargeAll(session: Session, sums: readonly Sum[]): Promise<readonly Account[]> {
  if (sums.length === 0) return [];
  const found = await session.all(charge, ...arraysOf(sums, "customerId", "kind", "delta"));
  return found.map(({ delta, ...row }) => ({ ...row, balance: row.balance - delta, stored: row.balance }));
}

/** All changes of an account. */
interface Sum extends Key {
  readonly delta: number;
}

/** The changes of each account, in one order. */
function sumsOf(bookings: readonly Booking[]): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const booking of bookings) {
    const { customerId, kind, delta } = booking;
    const key = keyOf(booking);
    sums.set(key, { customerId, kind, delta: (sums.get(key)?.delta ?? 0) + delta });
  }
  return [...sums.values()].sort(
    (one, other) => one.customerId - other.customerId || (one.kind < other.kind ? -1 : 1),
  );
}

/** Accounts that a transaction has locked, by `keyOf`. */
type Accounts = Map<string, Account>;

/** Locks the accounts of bookings, as far as there are any; those that cover all their bookings are changed by the same statement. */
export async function lockAccounts(session: Session, bookings: readonly Booking[]): Promise<Accounts> {
  const sums = sumsOf(bookings);
  const charged = await chargeAll(
    session,
    sums.filter(({ delta }) => delta < 0),
  );
  const accounts = new Map(charged.map((account) => [keyOf(account), account]));
  const others = sums.filter((sum) => !accounts.has(keyOf(sum)));
  if (others.length > 0)
    for (const account of await lockAll(session, others)) accounts.set(keyOf(account), account);
  return accounts;
}

/** Decides about bookings besides the balance, in their order. */
export interface Guard {
  readonly allows: (index: number) => boolean;
  readonly booked: (index: number) => void;
}

/**
 * Books changes in accounts and ledger, in their order: the only way to change a balance. A customer's first booking of a kind opens an
 * account. `locked`: accounts of these bookings, and of others that do not come about. Returns the new balance for each; undefined where it
 * would go below its floor, there is no such customer, or `guard` does not allow it.
 */
export async function book(
  session: Session,
  bookings: readonly Booking[],
  locked?: Accounts,
  guard?: Guard,
): Promise<readonly (number | undefined)[]> {
  if (bookings.length === 0 && locked === undefined) return [];
  const accounts = locked ?? (await lockAccounts(session, bookings));
  const missing = bookings.filter((booking) => !accounts.has(keyOf(booking)));
  if (missing.length > 0)
    for (const account of await openMissing(session, missing)) accounts.set(keyOf(account), account);
  const balances = bookings.map((booking, index) => {
    if (guard?.allows(index) === false) return undefined;
    const account = accounts.get(keyOf(booking));
    const balance = account && balanceAfter(account, booking.delta);
    if (account === undefined || balance === undefined) return undefined;
    account.balance = balance;
    guard?.booked(index);
    return balance;
  });
  write(
    session,
    [...accounts.values()].filter(({ balance, stored }) => balance !== stored),
    bookings,
    balances,
  );
  return balances;
}

function write(
  session: Session,
  changed: readonly Account[],
  bookings: readonly Booking[],
  balances: readonly (number | undefined)[],
): void {
  if (changed.length > 0) session.post(change, ...arraysOf(changed, "customerId", "kind", "balance"));
  const entries = bookings.flatMap((booking, index) => {
    const balance = balances[index];
    return balance === undefined ? [] : (ledgerEntry(booking, balance) ?? []);
  });
  if (entries.length === 0) return;
  session.post(
    record,
    ...arraysOf(
      entries,
      "customerId",
      "kind",
      "delta",
      "balanceAfter",
      "reason",
      "transactionId",
      "reference",
      "at",
    ),
  );
}
