import { creditsText } from "../domain/credit/credit.js";
import type { Store } from "../ports/store.js";
import { expectDone, InvalidInput, Refusal } from "./refusal.js";
import { creditKindOf, customerIdOf, thousandthsOf } from "./values.js";
import type { CreditKind, LedgerEntry } from "../domain/credit/balance.js";

/** A balance as the commands print it. */
export interface BalanceRow {
  readonly customer: number;
  readonly kind: CreditKind;
  /** Credits. */
  readonly balance: string;
}

async function balancesOf(store: Store, customer: number): Promise<readonly BalanceRow[]> {
  const balances = await store.accounts.balances(customer);
  return balances.map(({ kind, amount }) => ({ customer, kind, balance: creditsText(amount) }));
}

export interface CreditInput {
  readonly customer: string;
  readonly kind: string;
  readonly amount: string;
}

/** Adds credits; returns the balance after it. @throws Refusal */
export async function addCredit(store: Store, input: CreditInput, now: number): Promise<BalanceRow> {
  return changeCredit(store, input, 1, now);
}

/** Deducts credits; returns the balance after it. @throws Refusal */
export async function deductCredit(store: Store, input: CreditInput, now: number): Promise<BalanceRow> {
  return changeCredit(store, input, -1, now);
}

async function changeCredit(
  store: Store,
  input: CreditInput,
  sign: 1 | -1,
  now: number,
): Promise<BalanceRow> {
  const customer = customerIdOf(input.customer);
  const kind = creditKindOf(input.kind);
  const amount = thousandthsOf(input.amount);
  if (amount <= 0) throw new InvalidInput(`invalid amount ${input.amount}: use more than 0 credits`);
  const change = await store.accounts.addCredit(customer, kind, sign * amount, now);
  expectDone(change, { customerId: customer, thing: `${kind} account` });
  const row = (await balancesOf(store, customer)).find((balance) => balance.kind === kind);
  if (row === undefined) throw new Refusal(`the ${kind} account of customer ${customer} cannot be read`);
  return row;
}

/** Balances of one customer, or of all. @throws Refusal */
export async function listBalances(store: Store, customer?: string): Promise<readonly BalanceRow[]> {
  if (customer !== undefined) return balancesOf(store, customerIdOf(customer));
  const rows: BalanceRow[] = [];
  for (const { id } of await store.accounts.customers()) rows.push(...(await balancesOf(store, id)));
  return rows;
}

/** A change of a balance as the commands print it. */
export interface LedgerRow {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly customer: number;
  readonly kind: CreditKind;
  /** Credits; negative for a deduction. */
  readonly change: string;
  /** Credits after the change. */
  readonly balance: string;
  readonly reason: LedgerEntry["reason"];
  readonly transactionId: string | undefined;
}

function ledgerRow(entry: LedgerEntry): LedgerRow {
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    customer: entry.customerId,
    kind: entry.kind,
    change: creditsText(entry.delta),
    balance: creditsText(entry.balanceAfter),
    reason: entry.reason,
    transactionId: entry.transactionId,
  };
}

/** Every change of the balances of one customer, or of all, oldest first. @throws Refusal */
export async function listLedger(store: Store, customer?: string): Promise<readonly LedgerRow[]> {
  const entries = await store.accounts.ledger(customer === undefined ? undefined : customerIdOf(customer));
  return entries.map(ledgerRow);
}
