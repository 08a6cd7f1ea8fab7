import { creditsText } from "../domain/credit/credit.js";
import type { ScopedPrice } from "../domain/credit/coverage.js";
import { type PriceDifference, priceDifferences, pricesOn } from "../domain/credit/dated-prices.js";
import { dayOf } from "../domain/usage/usage.js";
import type { Store } from "../ports/store.js";
import { dayText, firstDayOf } from "../admin/period.js";
import { pricesIn } from "../admin/price-file.js";
import { expectDone, inField } from "../admin/refusal.js";
import { counted, prefixOf, priceOf } from "../admin/values.js";
import { customerScope } from "./account-fields.js";
import { action, list, type Subject } from "./action.js";
import { date, file, flag, key, optional, required, text } from "./fields.js";
import { described, nullable, objectsMember, textMember, wholeMember } from "./members.js";

/** A prefix as the commands print it. */
export const shownPrefix = (prefix: string): string => (prefix === "" ? "*" : prefix);

/** A price as the commands print it. */
export const shownPrice = (price: number | undefined): string | null =>
  price === undefined ? null : creditsText(price);

const rowOf = ({ scope, prefix, price, firstDay }: ScopedPrice, today: number) => ({
  /** Null: for every customer. */
  customer: scope ?? null,
  /** `*` matches every number. */
  prefix: shownPrefix(prefix),
  /** Credits per part; null: not covered, messages to it are rejected. */
  price: shownPrice(price),
  /** UTC date of the first day of a coming price; null: it applies now. */
  from: firstDay > today ? dayText(firstDay) : null,
});

/** The first day of a price, in a sentence. */
const since = (from: string | null): string => (from === null ? "" : ` from ${from}`);

/** Prices of one customer, or all there are: those that apply now, and coming ones. */
export async function pricesOf(
  { coverage }: Pick<Store, "coverage">,
  customer: number | undefined,
  now: number,
) {
  const today = dayOf(now);
  const prices = await coverage.allPrices(customer ?? "all");
  const present = new Set(pricesOn(prices, today, ({ scope = 0, prefix }) => `${scope}/${prefix}`));
  const shown = prices.filter((price) => price.firstDay > today || present.has(price));
  return shown.map((price) => rowOf(price, today));
}

const may = { operator: "admin", identity: "recent" } as const;

const firstDay = optional(
  date("First day", "from this UTC day on, such as 2030-01-15; without it, at once", {
    hint: "UTC; empty: at once",
  }),
  firstDayOf,
);
const members = {
  ...described(["prefix", "price"]),
  customer: nullable(wholeMember("customer who has the price; null for every customer")),
  from: nullable(textMember("first day of a coming price, UTC; null: it applies now")),
};

/** Sets the price of a prefix, for one customer or for all, at once or from a day on. */
export const setPrice = action({
  name: "price set",
  help: "Set the price of a prefix (* for all) in credits per part; none: not covered, messages to it are rejected",
  may,
  button: "Set the price",
  done: "The price was set.",
  keys: {
    prefix: required(text("Prefix", undefined, { hint: "* for all numbers" }), prefixOf),
    price: required(text("Credits per part", undefined, { hint: "none: not covered" }), priceOf),
  },
  fields: {
    customer: customerScope,
    from: firstDay,
  },
  members,
  run: async ({ prefix, price: given, customer: scope, from }, { now, recorded }) => {
    const rule = { prefix, price: given };
    const row = rowOf({ scope, firstDay: from ?? 0, ...rule }, dayOf(now));
    const { price, ...about } = row;
    const { coverage } = recorded({ subject: about, after: { price } });
    const change = await coverage.setPrices(scope, [rule], now, from);
    expectDone(change, { customerId: scope ?? 0, thing: `price of ${row.prefix}` });
    const day = since(row.from);
    return {
      row: { ...about, price },
      text:
        price === null
          ? `${row.prefix} is not covered${day}; messages to it are rejected`
          : `${row.prefix} costs ${price}${day}`,
    };
  },
});

/** Removes the price of a prefix that applies now, or the one from a day on. */
export const removePrice = action({
  name: "price remove",
  help: "Remove the price of a prefix; the next shorter prefix applies",
  may,
  button: "Remove",
  done: "The price was removed.",
  danger: {
    button: "Remove the price",
    text: "Without a price of its own, the customer pays the general price of the prefix. A coming price stays until it is removed itself.",
  },
  keys: { prefix: key },
  fields: {
    customer: customerScope,
    from: optional(date(undefined, "the coming price of this day, not the one that applies now"), firstDayOf),
  },
  members: { customer: members.customer, ...described(["prefix"]), from: members.from },
  run: async ({ prefix: typed, customer: scope, from }, { store, now, recorded }) => {
    const prefix = inField("prefix", () => prefixOf(typed));
    const day = from === undefined ? null : dayText(from);
    const about = { customer: scope ?? null, prefix: shownPrefix(prefix), from: day };
    const found = (await pricesOf(store, scope, now)).find(
      (row) => row.prefix === about.prefix && row.from === day,
    );
    const { coverage } = recorded({ subject: about, before: found && { price: found.price } });
    const change = await coverage.removePrice(scope, prefix, now, from);
    expectDone(change, { customerId: scope ?? 0, thing: `price of prefix ${typed}${since(day)}` });
    return { row: about, text: `price of ${about.prefix}${since(day)} removed` };
  },
});

const priceText = (price: number | undefined): string => shownPrice(price) ?? "none";

/** A price that a file changes. */
const changedPrice = ({ prefix, before, after }: PriceDifference) => ({
  prefix: shownPrefix(prefix),
  /** Credits per part; null: the prefix has no price of its own. */
  before: before === undefined ? null : priceText(before.price),
  after: priceText(after.price),
});

/**
 * Sets the prices of a CSV file, for one customer or for all, at once or from a day on; the last one of a prefix counts, prices of other
 * prefixes stay. All or none. The row has the prices that differ from those of the list on their first day.
 */
export const importPrices = action({
  name: "price import",
  help: "Set the prices of a CSV file with the columns prefix and price, all or none; prints what differs",
  may,
  button: "Set the prices",
  done: "The prices were set.",
  keys: { file: file("prices", "Price file", "CSV with the columns prefix and price; none: not covered") },
  fields: { customer: customerScope, from: firstDay, dryRun: flag(undefined, "only print the differences") },
  members: {
    customer: members.customer,
    prices: wholeMember("prices of the file, one for each prefix"),
    from: nullable(textMember("first day of the prices, UTC; null: at once")),
    changed: objectsMember("prices that differ: prefix, before and after; null for none"),
  },
  run: async ({ file: bytes, customer: scope, from: day, dryRun }, { store, now, recorded }) => {
    const rules = await pricesIn(bytes);
    const known = pricesOn(await store.coverage.allPrices(scope), day ?? dayOf(now));
    const prices = new Set(rules.map(({ prefix }) => prefix)).size;
    const from = day === undefined ? null : dayText(day);
    const subject = { customer: scope ?? null, prices, from };
    const changed = priceDifferences(known, rules).map(changedPrice);
    if (!dryRun) {
      const after = { changed: changed.length };
      const change = await recorded({ subject, after }).coverage.setPrices(scope, rules, now, day);
      expectDone(change, { customerId: scope ?? 0, thing: "price" });
    }
    const done = dryRun ? "nothing was changed" : `set${since(from)}`;
    return {
      row: { ...subject, changed },
      table: { columns: ["prefix", "before", "after"], rows: changed },
      text: `${counted(prices, "price")}, ${counted(changed.length, "difference")}: ${done}`,
    };
  },
});

export const listPrices = list({
  name: "price list",
  help: "List prices in credits per part: those that apply now, and coming ones with their first day",
  may: { operator: "viewer" },
  filters: { customer: customerScope },
  columns: ["customer", "prefix", "price", "from"],
  members,
  rows: ({ customer }, { store, now }) => pricesOf(store, customer, now),
});

/** Prices per part. */
export const prices: Subject = {
  name: "price",
  help: "Prices per part by number prefix",
  entries: [setPrice, removePrice, importPrices, listPrices],
};
