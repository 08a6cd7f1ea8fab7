import { creditsText } from "../domain/credit/credit.js";
import type { Scope, ScopedPrice } from "../domain/credit/coverage.js";
import type { Store } from "../ports/store.js";
import { expectDone } from "./refusal.js";
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

/** Sets the price of a prefix, for one customer or for all. @throws Refusal */
export async function setPrice(
  store: Store,
  input: { readonly prefix: string; readonly price: string; readonly customer: string | undefined },
): Promise<PriceRow> {
  const scope = scopeOf(input.customer);
  const rule = { prefix: prefixOf(input.prefix), price: priceOf(input.price) };
  expectDone(await store.coverage.setPrices(scope, [rule]), subject(scope, `price of ${input.prefix}`));
  return rowOf({ scope, ...rule });
}

/** Removes the price of a prefix. @throws Refusal */
export async function removePrice(
  store: Store,
  prefix: string,
  customer: string | undefined,
): Promise<Omit<PriceRow, "price">> {
  const scope = scopeOf(customer);
  const change = await store.coverage.removePrice(scope, prefixOf(prefix));
  expectDone(change, subject(scope, `price of prefix ${prefix}`));
  return { customer: scope ?? null, prefix };
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

/** Adds numbers to a blacklist, of one customer or of all. @throws Refusal */
export async function addToBlacklist(
  store: Store,
  numbers: readonly string[],
  customer: string | undefined,
  now: number,
): Promise<BlacklistChange> {
  const scope = scopeOf(customer);
  const phones = numbers.map(phoneOf);
  expectDone(await store.coverage.addToBlacklist(scope, phones, now), subject(scope, "number"));
  return { customer: scope ?? null, numbers: phones };
}

/** Takes numbers off a blacklist, all or none. @throws Refusal */
export async function removeFromBlacklist(
  store: Store,
  numbers: readonly string[],
  customer: string | undefined,
): Promise<BlacklistChange> {
  const scope = scopeOf(customer);
  const phones = numbers.map(phoneOf);
  const change = await store.coverage.removeFromBlacklist(scope, phones);
  expectDone(change, subject(scope, `blacklisted number ${numbers.join(", ")}`));
  return { customer: scope ?? null, numbers: phones };
}

/** The blacklist of one customer, or all there are. @throws Refusal */
export async function listBlacklist(store: Store, customer?: string): Promise<readonly BlacklistRow[]> {
  const entries = await store.coverage.blacklist(scopeOf(customer) ?? "all");
  return entries.map(({ scope, phone }) => ({ customer: scope ?? null, number: phone }));
}
