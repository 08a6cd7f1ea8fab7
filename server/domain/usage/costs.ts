import { RecipientState } from "../recipient-state.js";
import type { DeliverabilityChange } from "./deliverability-counts.js";
import { callingCode } from "./usage.js";
import { type PriceRule, tariffOf } from "../credit/coverage.js";

/** What messages cost the operator: prices of networks by link and prefix. */

/** Price of one part that a network has accepted. */
export interface BuyPrice {
  /** Name of the link. */
  readonly link: string;
  readonly linkId: number;
  /** Not longer than the prefixes of the counters; the empty one matches every number. */
  readonly prefix: string;
  /** Thousandths of a credit. */
  readonly price: number;
}

/** Parts of a customer over a link to a country, and what they cost. */
export interface CostSum {
  readonly customerId: number;
  readonly linkId: number;
  /** Calling code. */
  readonly prefix: string;
  readonly parts: number;
  /** Parts without a price. */
  readonly unpriced: number;
  /** Thousandths of a credit. */
  readonly amount: number;
}

/** Those of a day, or how much they change by. */
export interface Cost extends CostSum {
  /** Of the final status, in UTC days since the epoch. */
  readonly day: number;
}

/** Text with which the service ends messages that it did not send. */
const unsent = "not sent in time";

/** Whether a network has accepted messages that ended so: it asks for its price, whatever became of them later. */
function isPaid({ state, code }: Pick<DeliverabilityChange, "state" | "code">): boolean {
  return state !== RecipientState.Failed && !(state === RecipientState.Expired && code === unsent);
}

/** The price of a part by link and prefix of the number; undefined without one. */
function buyTariff(prices: readonly BuyPrice[]): (linkId: number, prefix: string) => number | undefined {
  const rules = new Map<number, PriceRule[]>();
  for (const { linkId, prefix, price } of prices) {
    const known = rules.get(linkId);
    if (known === undefined) rules.set(linkId, [{ prefix, price }]);
    else known.push({ prefix, price });
  }
  const tariffs = new Map([...rules].map(([linkId, shared]) => [linkId, tariffOf({ shared, own: [] })]));
  return (linkId, prefix) => tariffs.get(linkId)?.(prefix);
}

/** What changes of final states cost: the longest prefix among the prices of a link decides. */
export function costsOf(
  changes: readonly DeliverabilityChange[],
  prices: readonly BuyPrice[],
): readonly Cost[] {
  const priceOf = buyTariff(prices);
  const costs = new Map<string, Cost>();
  for (const { hour, customerId, linkId, state, prefix: longer, code, parts } of changes) {
    if (!isPaid({ state, code })) continue;
    const [day, prefix] = [Math.floor(hour / 24), callingCode(longer)];
    const price = priceOf(linkId, longer);
    const place = `${day} ${customerId} ${linkId} ${prefix}`;
    const known = costs.get(place) ?? { day, customerId, linkId, prefix, parts: 0, unpriced: 0, amount: 0 };
    costs.set(place, {
      ...known,
      parts: known.parts + parts,
      unpriced: known.unpriced + (price === undefined ? parts : 0),
      amount: known.amount + (price ?? 0) * parts,
    });
  }
  return [...costs.values()];
}
