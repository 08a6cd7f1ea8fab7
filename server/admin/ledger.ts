import { creditsText } from "../domain/credit/credit.js";
import type { Store } from "../ports/store.js";
import { dayLength } from "../domain/usage/usage.js";
import { periodOf } from "./period.js";
import { InvalidInput } from "./refusal.js";
import { customerIdOf } from "./values.js";
import {
  type CreditKind,
  type LedgerEntry,
  type LedgerReason,
  ledgerReasons,
} from "../domain/credit/balance.js";

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
