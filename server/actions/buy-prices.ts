import { creditsText } from "../domain/credit/credit.js";
import type { BuyPrice } from "../domain/usage/costs.js";
import { longerPrefix } from "../domain/usage/deliverability-counts.js";
import { callingCode } from "../domain/usage/usage.js";
import { expectLinkDone } from "../admin/links.js";
import { InvalidInput } from "../admin/refusal.js";
import { prefixOf, priceOf } from "../admin/values.js";
import type { Store } from "../ports/store.js";
import { action, list, type Subject } from "./action.js";
import { key, optional, required, text } from "./fields.js";
import { described, textMember } from "./members.js";

const rowOf = ({ link, prefix, price }: Pick<BuyPrice, "link" | "prefix" | "price">) => ({
  link,
  /** `*` matches every number. */
  prefix: prefix === "" ? "*" : prefix,
  /** Credits for each part. */
  price: creditsText(price),
});

/** Reads a prefix that the counters can tell from others. */
function countedPrefixOf(given: string): string {
  const prefix = prefixOf(given);
  const code = callingCode(prefix.padEnd(3, "0"));
  if (code !== "" && longerPrefix(prefix.padEnd(5, "0")).length < prefix.length)
    throw new InvalidInput(
      `invalid prefix ${JSON.stringify(given)}: use at most ${code.length === 1 ? 4 : 5} digits, by which parts are counted`,
    );
  return prefix;
}

function buyPriceOf(given: string): number {
  const price = priceOf(given);
  if (price === undefined) throw new InvalidInput("invalid price: remove the price instead of none");
  return price;
}

/** Prices of one network, or all there are. */
async function buyPricesOf({ links }: Pick<Store, "links">, link?: string) {
  const prices = await links.buyPrices();
  return prices.filter((price) => link === undefined || price.link === link).map(rowOf);
}

const may = { operator: "admin" } as const;

const priced = { ...described(["link", "prefix"]), price: textMember("credits for each part") };

/** Sets the price of a network for a prefix. */
export const setBuyPrice = action({
  name: "buy-price set",
  help: "Set what a part to a prefix (* for all) costs over a link, in credits",
  may,
  button: "Set the price",
  done: "The price was set.",
  keys: {
    link: key,
    prefix: required(text("Prefix", undefined, { hint: "* for all numbers" }), countedPrefixOf),
    price: required(text("Price", undefined, { hint: "credits for each part" }), buyPriceOf),
  },
  members: priced,
  run: async ({ link, prefix, price }, { recorded }) => {
    const row = rowOf({ link, prefix, price });
    const { links } = recorded({ subject: { link, prefix: row.prefix }, after: { price: row.price } });
    expectLinkDone(await links.setBuyPrice(link, prefix, price), `link ${link}`);
    return { row, text: `${row.prefix} costs ${row.price} over ${link}` };
  },
});

/** Removes a price; the next shorter prefix applies. */
export const removeBuyPrice = action({
  name: "buy-price remove",
  help: "Remove a price; the next shorter prefix applies",
  may,
  button: "Remove",
  done: "The price was removed.",
  danger: {
    button: "Remove the price",
    text: "The price of the next shorter prefix applies; without one, parts have no price.",
  },
  keys: { link: key, prefix: key },
  run: async ({ link, prefix }, { store, recorded }) => {
    const digits = prefixOf(prefix);
    const known = (await buyPricesOf(store, link)).find((row) => row.prefix === prefix);
    const { links } = recorded({ subject: { link, prefix }, before: known && { price: known.price } });
    expectLinkDone(await links.removeBuyPrice(link, digits), `buy price of ${prefix} for link ${link}`);
    return { row: { link, prefix }, text: `buy price of ${prefix} over ${link} removed` };
  },
});

export const listBuyPrices = list({
  name: "buy-price list",
  help: "List prices of networks in credits per part",
  may: { operator: "admin" },
  keys: { link: optional(text(), (given) => given) },
  columns: ["link", "prefix", "price"],
  members: priced,
  rows: ({ link }, { store }) => buyPricesOf(store, link),
});

/** Prices of networks per part. */
export const buyPrices: Subject = {
  name: "buy-price",
  help: "Prices of networks per part, by link and number prefix",
  entries: [setBuyPrice, removeBuyPrice, listBuyPrices],
};
