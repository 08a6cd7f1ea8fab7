import type { BlacklistEntry, PriceRule, Scope, ScopedPrice } from "../../domain/credit/coverage.js";

/** A row of the table `price`. */
export interface PriceRow {
  readonly customer_id: number;
  readonly prefix: string;
  readonly price: number | null;
}

/** Customer 0 means all customers. */
export function scopeId(scope: Scope): number {
  return scope ?? 0;
}

/** Null for every list. */
export function scopeIdOrAll(scope: Scope | "all"): number | null {
  return scope === "all" ? null : scopeId(scope);
}

function scopeOf(customerId: number): Scope {
  return customerId === 0 ? undefined : customerId;
}

export function ruleOf({ prefix, price }: Pick<PriceRow, "prefix" | "price">): PriceRule {
  return { prefix, price: price ?? undefined };
}

export function scopedPriceOf(row: PriceRow): ScopedPrice {
  return { scope: scopeOf(row.customer_id), ...ruleOf(row) };
}

/** A row of the table `blacklist`, its number as text. */
export interface BlacklistRow {
  readonly customer_id: number;
  readonly phone: string;
}

export function blacklistEntryOf({ customer_id: customerId, phone }: BlacklistRow): BlacklistEntry {
  return { scope: scopeOf(customerId), phone };
}
