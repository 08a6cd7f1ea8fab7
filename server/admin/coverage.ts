import { creditsText } from "../domain/credit/credit.js";
import {
  blacklistBegin,
  type BlacklistEntry,
  type BlacklistPlace,
  placeBehind,
  type Scope,
  type ScopedPrice,
} from "../domain/credit/coverage.js";
import { pricesOn } from "../domain/credit/dated-prices.js";
import { nationalNumber } from "../domain/recipients/phone-number.js";
import { dayOf } from "../domain/usage/usage.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { dayText, firstDayOf } from "./period.js";
import { expectDone, inField } from "./refusal.js";
import { customerIdOf, phoneOf, prefixOf, priceOf } from "./values.js";

/** A price as the commands print it. */
export interface PriceRow {
  /** Null: for every customer. */
  readonly customer: number | null;
  /** `*` matches every number. */
  readonly prefix: string;
  /** Credits per part; null: not covered, messages to it are rejected. */
  readonly price: string | null;
  /** UTC date of the first day of a coming price; null: it applies now. */
  readonly from: string | null;
}

/** A blacklisted number as the commands print it. */
export interface BlacklistRow {
  /** Null: for every customer. */
  readonly customer: number | null;
  readonly number: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Number to which its owner sent a stop word; null for one that somebody else has added. */
  readonly repliedTo: string | null;
}

/** Everybody, or one customer. @throws Refusal */
export function scopeOf(customer: string | undefined): Scope {
  return customer === undefined ? undefined : customerIdOf(customer);
}

/** A prefix as the commands print it. */
export const shownPrefix = (prefix: string): string => (prefix === "" ? "*" : prefix);

/** A price as the commands print it. */
export const shownPrice = (price: number | undefined): string | null =>
  price === undefined ? null : creditsText(price);

function rowOf({ scope, prefix, price, firstDay }: ScopedPrice, today: number): PriceRow {
  return {
    customer: scope ?? null,
    prefix: shownPrefix(prefix),
    price: shownPrice(price),
    from: firstDay > today ? dayText(firstDay) : null,
  };
}

/** Subject of a refusal; without a customer only the thing can be unknown. */
const subject = (scope: Scope, thing: string) => ({ customerId: scope ?? 0, thing });

/** A price as it is typed; `from`: its first day. */
export interface PriceInput {
  readonly prefix: string;
  readonly price: string;
  readonly customer: string | undefined;
  readonly from?: string | undefined;
}

/** Sets the price of a prefix, for one customer or for all, at once or from a day on; recorded. @throws Refusal */
export async function setPrice(store: Store, input: PriceInput, occasion: Occasion): Promise<PriceRow> {
  const scope = scopeOf(input.customer);
  const rule = {
    prefix: inField("prefix", () => prefixOf(input.prefix)),
    price: inField("price", () => priceOf(input.price)),
  };
  const firstDay = inField("from", () => firstDayOf(input.from, occasion.now));
  const { price, ...about } = rowOf({ scope, firstDay: firstDay ?? 0, ...rule }, dayOf(occasion.now));
  const { coverage } = recorded(store, occasion, { action: "price set", subject: about, after: { price } });
  const change = await coverage.setPrices(scope, [rule], occasion.now, firstDay);
  expectDone(change, subject(scope, `price of ${input.prefix}`));
  return { ...about, price };
}

/** Removes the price of a prefix that applies now, or the one from a day on; recorded. @throws Refusal */
export async function removePrice(
  store: Store,
  { prefix, customer, from }: Omit<PriceInput, "price">,
  occasion: Occasion,
): Promise<Omit<PriceRow, "price">> {
  const scope = scopeOf(customer);
  const digits = inField("prefix", () => prefixOf(prefix));
  const firstDay = inField("from", () => firstDayOf(from, occasion.now));
  const about = { customer: scope ?? null, prefix: shownPrefix(digits), from: from ?? null };
  const found = (await listPrices(store, customer, occasion)).find(
    (row) => row.prefix === about.prefix && row.from === about.from,
  );
  const before = found && { price: found.price };
  const { coverage } = recorded(store, occasion, { action: "price remove", subject: about, before });
  const change = await coverage.removePrice(scope, digits, occasion.now, firstDay);
  const thing = `price of prefix ${prefix}${from === undefined ? "" : ` from ${from}`}`;
  expectDone(change, subject(scope, thing));
  return about;
}

/** Prices of one customer, or all there are: those that apply now, and coming ones. @throws Refusal */
export async function listPrices(
  { coverage }: Pick<Store, "coverage">,
  customer: string | undefined,
  { now }: Pick<Occasion, "now">,
): Promise<readonly PriceRow[]> {
  const today = dayOf(now);
  const prices = await coverage.allPrices(scopeOf(customer) ?? "all");
  const present = new Set(pricesOn(prices, today, ({ scope = 0, prefix }) => `${scope}/${prefix}`));
  const shown = prices.filter((price) => price.firstDay > today || present.has(price));
  return shown.map((price) => rowOf(price, today));
}

/** Numbers that a command added to a blacklist or removed. */
export interface BlacklistChange {
  /** Null: for every customer. */
  readonly customer: number | null;
  readonly numbers: readonly string[];
}

/** Entries of the audit log about blacklists hold no numbers. */
const ofNumbers = (scope: Scope, { length }: readonly string[]) => ({
  customer: scope ?? null,
  numbers: length,
});

/** Adds numbers to a blacklist, of one customer or of all; recorded. @throws Refusal */
export async function addToBlacklist(
  store: Store,
  numbers: readonly string[],
  customer: string | undefined,
  occasion: Occasion,
): Promise<BlacklistChange> {
  const scope = scopeOf(customer);
  const phones = numbers.map(phoneOf);
  await addPhones(store, scope, phones, occasion);
  return { customer: scope ?? null, numbers: phones };
}

/** Adds checked numbers; recorded. @throws Refusal */
export async function addPhones(
  store: Store,
  scope: Scope,
  phones: readonly string[],
  occasion: Occasion,
): Promise<void> {
  const entry = { action: "blacklist add", subject: ofNumbers(scope, phones) } as const;
  const { coverage } = recorded(store, occasion, entry);
  expectDone(await coverage.addToBlacklist(scope, phones, occasion.now), subject(scope, "number"));
}

/** A number as the list has it: with 0 before one whose country is not known. @throws InvalidInput */
function listedPhoneOf(text: string): string {
  const national = nationalNumber(text);
  return national === undefined ? phoneOf(text) : `0${national}`;
}

/** Takes numbers off a blacklist, all or none; recorded. @throws Refusal */
export async function removeFromBlacklist(
  store: Store,
  numbers: readonly string[],
  customer: string | undefined,
  occasion: Occasion,
): Promise<BlacklistChange> {
  const scope = scopeOf(customer);
  const phones = numbers.map(listedPhoneOf);
  const entry = { action: "blacklist remove", subject: ofNumbers(scope, phones) } as const;
  const { coverage } = recorded(store, occasion, entry);
  const change = await coverage.removeFromBlacklist(scope, phones);
  expectDone(change, subject(scope, `blacklisted number ${numbers.join(", ")}`));
  return { customer: scope ?? null, numbers: phones };
}

const listedRow = ({ scope, phone, at, repliedTo }: BlacklistEntry): BlacklistRow => ({
  customer: scope ?? null,
  number: phone,
  since: new Date(at).toISOString(),
  repliedTo: repliedTo ?? null,
});

/** The blacklist of one customer, or all there are, page by page. @throws Refusal */
export async function* listBlacklist(
  store: Store,
  customer?: string,
): AsyncGenerator<readonly BlacklistRow[]> {
  for await (const page of store.coverage.blacklist(scopeOf(customer) ?? "all")) yield page.map(listedRow);
}

/** A page of the blacklist of a customer, and the place of the next one, if there is one. */
export interface BlacklistPage {
  readonly rows: readonly BlacklistRow[];
  readonly next: string | undefined;
}

/** A place in the address of a page, such as `12025550.17`; one among the numbers in national form has 0 before it, as those do. */
const placeText = ({ isNational, block, ahead }: BlacklistPlace): string =>
  `${isNational ? "0" : ""}${block}.${ahead}`;

/** Reads a place as a page of before has it; the first one for any other text. */
function placeOf(text: string | undefined): BlacklistPlace {
  const [, zero, block = "0", ahead = "0"] = /^(0?)(\d{1,13})\.(\d{1,4})$/u.exec(text ?? "") ?? [];
  if (zero === undefined) return blacklistBegin;
  return { isNational: zero !== "", block: Number(block), ahead: Number(ahead) };
}

/** Part of the blacklist of a customer. @throws Refusal */
export async function blacklistPage(
  { coverage }: Pick<Store, "coverage">,
  customer: string,
  from: string | undefined,
  limit: number,
): Promise<BlacklistPage> {
  const place = placeOf(from);
  const found = await coverage.blacklistPage(customerIdOf(customer), place, limit + 1);
  const shown = found.slice(0, limit);
  const next = placeBehind(
    place,
    shown.map(({ phone }) => phone),
  );
  return { rows: shown.map(listedRow), next: found.length > limit ? placeText(next) : undefined };
}
