import { creditsText } from "../domain/credit/credit.js";
import type { CostSum } from "../domain/usage/costs.js";
import { accountStatement } from "../domain/credit/statement.js";
import { dayLength } from "../domain/usage/usage.js";
import type { Store } from "../ports/store.js";
import { periodOf } from "./period.js";
import { InvalidInput } from "./refusal.js";
import { customerIdOf } from "./values.js";

/** What is left of what customers pay. Only operators see it. */

/** What costs are summed by. */
export const marginGroupings = ["customer", "link", "prefix"] as const;
type MarginGrouping = (typeof marginGroupings)[number];

/** Options of a report as they are typed. */
export interface MarginInput {
  readonly customer?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: string | undefined;
}

/** A row of a report as the commands print it, in credits. */
export interface MarginRow {
  /** Number of the customer, name of the link, or calling code. */
  readonly key: string;
  /** With a final status in the period, that a network has accepted. */
  readonly parts: number;
  /** Parts without a price. */
  readonly unpriced: number;
  readonly cost: string;
  /** Charged less refunded in the period; only by customer, and null if entries of the ledger were removed. */
  readonly revenue: string | null;
  readonly margin: string | null;
}

/** Thousandths of a credit that a customer has paid in a period; undefined if the ledger no longer has all of it. */
async function revenueOf({ ledger }: Pick<Store, "ledger">, id: number, from: number, until: number) {
  // The largest time of a date.
  const [begin, end] = [from * dayLength, Math.min(until * dayLength, 8.64e15)];
  if ((await ledger.carried(id)).some(({ at }) => at >= begin)) return undefined;
  const accounts = (await ledger.periods(id, begin, end)).map(accountStatement);
  return accounts.reduce((sum, { charged, refunded }) => sum + charged - refunded, 0);
}

function summed(costs: readonly CostSum[], keyOf: (cost: CostSum) => string) {
  const sums = new Map<string, Pick<CostSum, "parts" | "unpriced" | "amount">>();
  for (const cost of costs) {
    const known = sums.get(keyOf(cost)) ?? { parts: 0, unpriced: 0, amount: 0 };
    sums.set(keyOf(cost), {
      parts: known.parts + cost.parts,
      unpriced: known.unpriced + cost.unpriced,
      amount: known.amount + cost.amount,
    });
  }
  return sums;
}

function groupingOf(text: string): MarginGrouping {
  const found = marginGroupings.find((name) => name === text);
  if (found !== undefined) return found;
  throw new InvalidInput(
    `invalid grouping ${JSON.stringify(text)}: use one of ${marginGroupings.join(", ")}`,
  );
}

/** Costs of a period, and what customers paid in it. @throws InvalidInput */
export async function marginReport(
  store: Pick<Store, "ledger" | "links" | "usage">,
  { customer, from: first, to, by: grouping = "customer" }: MarginInput,
): Promise<readonly MarginRow[]> {
  const by = groupingOf(grouping);
  const { from, until } = periodOf(first, to);
  const customerId = customer === undefined ? undefined : customerIdOf(customer);
  const names = new Map((await store.links.links()).map(({ id, name }) => [id, name]));
  const keys: Readonly<Record<MarginGrouping, (cost: CostSum) => string>> = {
    customer: (cost) => String(cost.customerId),
    link: ({ linkId }) => names.get(linkId) ?? `removed link ${linkId}`,
    prefix: ({ prefix }) => prefix,
  };
  const rows: MarginRow[] = [];
  for (const [key, sum] of summed(await store.usage.costs(from, until, customerId), keys[by])) {
    const revenue = by === "customer" ? await revenueOf(store, Number(key), from, until) : undefined;
    rows.push({
      key,
      parts: sum.parts,
      unpriced: sum.unpriced,
      cost: creditsText(sum.amount),
      revenue: revenue === undefined ? null : creditsText(revenue),
      margin: revenue === undefined ? null : creditsText(revenue - sum.amount),
    });
  }
  return rows;
}
