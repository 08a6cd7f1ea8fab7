import { creditsText } from "../domain/credit/credit.js";
import type { CostSum } from "../domain/usage/costs.js";
import { accountStatement } from "../domain/credit/statement.js";
import { dayLength } from "../domain/usage/usage.js";
import type { Store } from "../ports/store.js";
import { periodOf } from "../admin/period.js";
import { customerFilter, dayFilter } from "./account-fields.js";
import { list } from "./action.js";
import { oneOf, preset, text } from "./fields.js";
import { type Members, nullable, textMember, wholeMember } from "./members.js";

/** What is left of what customers pay. Only operators see it. */

/** What costs are summed by. */
const marginGroupings = ["customer", "link", "prefix"] as const;
type MarginGrouping = (typeof marginGroupings)[number];

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

const marginMembers: Members = {
  key: textMember("number of the customer, name of the link, or calling code"),
  parts: wholeMember("parts with a final status in the period that a network has accepted"),
  unpriced: wholeMember("parts without a price"),
  cost: textMember("cost in credits"),
  revenue: nullable(textMember("credits charged less refunded; only by customer")),
  margin: nullable(textMember("revenue less cost; null without revenue")),
};

/** Costs of a period, and what customers paid in it. */
export const margin = list({
  name: "margin",
  help: "Print what messages cost by buy prices, what customers paid, and the difference, in credits. Example: messenger margin --from 2030-01 --to 2030-01",
  may: { operator: "admin" },
  isReport: true,
  filters: {
    customer: customerFilter,
    from: dayFilter("first day, UTC: 2030-01-15 or 2030-01 (default: the first one)"),
    to: dayFilter("last day, UTC: 2030-01-15 or 2030-01 (default: today)"),
    by: preset(
      "customer",
      text(undefined, `one of ${marginGroupings.join(", ")}`, { form: "<grouping>" }),
      oneOf("grouping", marginGroupings, `one of ${marginGroupings.join(", ")}`),
    ),
  },
  members: marginMembers,
  columns: ["key", "parts", "unpriced", "cost", "revenue", "margin"],
  rows: async ({ customer, from: first, to, by }, { store }) => {
    const { from, until } = periodOf(first, to);
    const names = new Map((await store.links.links()).map(({ id, name }) => [id, name]));
    const keys: Readonly<Record<MarginGrouping, (cost: CostSum) => string>> = {
      customer: (cost) => String(cost.customerId),
      link: ({ linkId }) => names.get(linkId) ?? `removed link ${linkId}`,
      prefix: ({ prefix }) => prefix,
    };
    const rows: MarginRow[] = [];
    for (const [key, sum] of summed(await store.usage.costs(from, until, customer), keys[by])) {
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
  },
});
