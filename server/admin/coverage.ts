import { creditsText } from "../domain/credit/credit.js";
import {
  type BlacklistEntry,
  type BlacklistPlace,
  placeBehind,
  type Scope,
  type ScopedPrice,
} from "../domain/credit/coverage.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
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

function rowOf({ scope, prefix, price }: ScopedPrice): PriceRow {
  return {
    customer: scope ?? null,
    prefix: prefix === "" ? "*" : prefix,
    price: price === undefined ? null : creditsText(price),
  };
}

/** Subject of a refusal; without a customer only the thing can be unknown. */
const subject = (scope: Scope, thing: string) => ({ customerId: scope ?? 0, thing });

/** Sets the price of a prefix, for one customer or for all; recorded. @throws Refusal */
export async function setPrice(
  store: Store,
  input: { readonly prefix: string; readonly price: string; readonly customer: string | undefined },
  occasion: Occasion,
): Promise<PriceRow> {
  const scope = scopeOf(input.customer);
  const rule = {
    prefix: inField("prefix", () => prefixOf(input.prefix)),
    price: inField("price", () => priceOf(input.price)),
  };
  const { price, ...about } = rowOf({ scope, ...rule });
  const { coverage } = recorded(store, occasion, { action: "price set", subject: about, after: { price } });
  expectDone(await coverage.setPrices(scope, [rule]), subject(scope, `price of ${input.prefix}`));
  return { ...about, price };
}

/** Removes the price of a prefix; recorded. @throws Refusal */
export async function removePrice(
  store: Store,
  prefix: string,
  customer: string | undefined,
  occasion: Occasion,
): Promise<Omit<PriceRow, "price">> {
  const scope = scopeOf(customer);
  const about = { customer: scope ?? null, prefix };
  const found = (await listPrices(store, customer)).find((row) => row.prefix === prefix);
  const before = found && { price: found.price };
  const { coverage } = recorded(store, occasion, { action: "price remove", subject: about, before });
  const change = await coverage.removePrice(scope, prefixOf(prefix));
  expectDone(change, subject(scope, `price of prefix ${prefix}`));
  return about;
}

/** Prices of one customer, or all there are. @throws Refusal */
export async function listPrices(store: Store, customer?: string): Promise<readonly PriceRow[]> {
  return (await store.coverage.allPrices(scopeOf(customer) ?? "all")).map(rowOf);
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

/** Takes numbers off a blacklist, all or none; recorded. @throws Refusal */
export async function removeFromBlacklist(
  store: Store,
  numbers: readonly string[],
  customer: string | undefined,
  occasion: Occasion,
): Promise<BlacklistChange> {
  const scope = scopeOf(customer);
  const phones = numbers.map(phoneOf);
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

/** Reads a place as a page of before has it; the first one for any other text. */
function placeOf(text: string | undefined): BlacklistPlace {
  const [, block = "0", ahead = "0"] = /^(\d{1,13})\.(\d{1,4})$/u.exec(text ?? "") ?? [];
  return { block: Number(block), ahead: Number(ahead) };
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
  const { block, ahead } = placeBehind(
    place,
    shown.map(({ phone }) => phone),
  );
  return { rows: shown.map(listedRow), next: found.length > limit ? `${block}.${ahead}` : undefined };
}
