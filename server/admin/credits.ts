import { creditsText } from "../domain/credit/credit.js";
import type { Store } from "../ports/store.js";
import type { Occasion } from "./occasion.js";
import { dayLength } from "../domain/usage/usage.js";
import { periodOf } from "./period.js";
import { expectDone, fieldOf, inField, InvalidInput, Refusal } from "./refusal.js";
import { creditKindOf, customerIdOf, referenceOf, thousandthsOf } from "./values.js";
import {
  type CreditKind,
  type LedgerEntry,
  type LedgerReason,
  ledgerReasons,
} from "../domain/credit/balance.js";

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
  /** Of the payment, for example an invoice number. */
  readonly reference?: string | undefined;
}

/** Adds credits; returns the balance after it. @throws Refusal */
export async function addCredit(store: Store, input: CreditInput, occasion: Occasion): Promise<BalanceRow> {
  return changeCredit(store, input, "credit add", occasion);
}

/** Deducts credits; returns the balance after it. @throws Refusal */
export async function deductCredit(
  store: Store,
  input: CreditInput,
  occasion: Occasion,
): Promise<BalanceRow> {
  return changeCredit(store, input, "credit deduct", occasion);
}

/** Reads more than 0 credits; returns thousandths. */
function positiveOf(text: string): number {
  const amount = thousandthsOf(text);
  if (amount <= 0) throw new InvalidInput(`invalid amount ${text}: use more than 0 credits`);
  return amount;
}

async function changeCredit(
  store: Store,
  input: CreditInput,
  action: "credit add" | "credit deduct",
  { by: actor, now }: Occasion,
): Promise<BalanceRow> {
  const customer = customerIdOf(input.customer);
  const kind = inField("kind", () => creditKindOf(input.kind));
  const amount = inField("amount", () => positiveOf(input.amount));
  const reference = fieldOf("reference", input.reference, referenceOf);
  const delta = action === "credit add" ? amount : 0 - amount;
  const subject = {
    customer,
    kind,
    amount: creditsText(amount),
    ...(reference === undefined ? {} : { reference }),
  };
  const recorded = store.recording({ at: now, actor, action, subject });
  const change = await recorded.accounts.addCredit(customer, kind, delta, now, reference);
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
  readonly transactionId: string | null;
  /** Of the payment; null for none. */
  readonly reference: string | null;
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
    transactionId: entry.transactionId ?? null,
    reference: entry.reference ?? null,
  };
}

/** Which entries of the ledger are listed, as it is typed. */
export interface LedgerInput {
  readonly customer?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Part of the ledger of a customer, as it is typed. */
export interface LatestInput extends LedgerInput {
  readonly customer: string;
  /** Kind of the changes. */
  readonly reason?: string | undefined;
  /** Place behind which it continues. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface LatestRows {
  readonly rows: readonly LedgerRow[];
  /** For the next part; null at the end. */
  readonly next: string | null;
}

function reasonOf(text: string): LedgerReason {
  const reason = ledgerReasons.find((each) => each === text);
  if (reason === undefined)
    throw new InvalidInput(`invalid reason ${JSON.stringify(text)}: use ${ledgerReasons.join(", ")}`);
  return reason;
}

function placeOf(text: string): Pick<LedgerEntry, "at" | "id"> {
  const { at, id } = /^(?<at>\d{1,16})\.(?<id>\d{1,16})$/u.exec(text)?.groups ?? {};
  if (at === undefined || id === undefined)
    throw new InvalidInput(`invalid place ${JSON.stringify(text)}: use that of an entry`);
  return { at: Number(at), id: Number(id) };
}

/** Changes of balances of a customer, the newest first. @throws Refusal */
export async function latestLedger(
  store: Pick<Store, "ledger">,
  { customer, from, to, reason, before, limit }: LatestInput,
): Promise<LatestRows> {
  const period = periodOf(from, to);
  const entries = await store.ledger.latest({
    customerId: customerIdOf(customer),
    from: period.from * dayLength,
    until: period.until === Infinity ? Number.MAX_SAFE_INTEGER : period.until * dayLength,
    reason: reason === undefined ? undefined : reasonOf(reason),
    before: before === undefined ? undefined : placeOf(before),
    limit,
  });
  const last = entries.length < limit ? undefined : entries[limit - 1];
  return {
    rows: entries.map(ledgerRow),
    next: last === undefined || last.reason === "carried" ? null : `${last.at}.${last.id}`,
  };
}

/** Changes of balances page by page, by customer, the oldest first. @throws Refusal */
export async function* listLedger(
  store: Pick<Store, "ledger">,
  { customer, from, to }: LedgerInput,
): AsyncGenerator<readonly LedgerRow[]> {
  const period = periodOf(from, to);
  const pages = store.ledger.entries({
    customerId: customer === undefined ? undefined : customerIdOf(customer),
    from: period.from * dayLength,
    ...(period.until === Infinity ? {} : { until: period.until * dayLength }),
  });
  for await (const entries of pages) yield entries.map(ledgerRow);
}
