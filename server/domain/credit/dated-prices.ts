import type { PriceRule } from "./coverage.js";

/** A price that applies from a day on, until a later one of the same prefix does. */
export interface DatedPrice extends PriceRule {
  /** UTC days since the epoch; 0: no first day. */
  readonly firstDay: number;
}

/** The later of two prices of a prefix, among those that apply on a day. */
const isLater = (price: DatedPrice, other: DatedPrice | undefined): boolean =>
  other === undefined || price.firstDay >= other.firstDay;

/** Of each prefix, or of each key, the price that applies on a day, in the order given. */
export function pricesOn<Price extends DatedPrice>(
  prices: readonly Price[],
  day: number,
  keyOf: (price: Price) => string = ({ prefix }) => prefix,
): readonly Price[] {
  const begun = prices.filter(({ firstDay }) => firstDay <= day);
  const latest = new Map<string, Price>();
  for (const price of begun) if (isLater(price, latest.get(keyOf(price)))) latest.set(keyOf(price), price);
  return begun.filter((price) => latest.get(keyOf(price)) === price);
}

const ruleOf = ({ prefix, price }: DatedPrice): PriceRule => ({ prefix, price });

/** The rules of a list by day. They are the same object while none of them changes: others are prepared from it. */
export function rulesByDay(prices: readonly DatedPrice[]): (day: number) => readonly PriceRule[] {
  const changes = [...new Set(prices.map(({ firstDay }) => firstDay))]
    .filter((day) => day > 0)
    .sort((a, b) => a - b);
  const made = new Map<number, readonly PriceRule[]>();
  return (day) => {
    const since = changes.findLast((change) => change <= day) ?? 0;
    const known = made.get(since);
    if (known !== undefined) return known;
    const rules = pricesOn(prices, since).map(ruleOf);
    made.set(since, rules);
    return rules;
  };
}

/** A price before and after a change. */
export interface PriceDifference {
  readonly prefix: string;
  /** The price that the prefix has of its own; `none` is a closed prefix. */
  readonly before: PriceRule | undefined;
  readonly after: PriceRule;
}

/** New prices that differ from those of a list, in the order of the prefixes. Of two new prices of a prefix the last one counts. */
export function priceDifferences(
  list: readonly PriceRule[],
  rules: readonly PriceRule[],
): readonly PriceDifference[] {
  const known = new Map(list.map((rule) => [rule.prefix, rule]));
  const last = [...new Map(rules.map((rule) => [rule.prefix, rule])).values()];
  return last
    .map((after) => ({ prefix: after.prefix, before: known.get(after.prefix), after }))
    .filter(({ before, after }) => before === undefined || before.price !== after.price)
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
}
