import { setImmediate } from "node:timers/promises";
import type { PriceRule, Scope } from "../../../domain/credit/coverage.js";
import type { CoverageStore } from "../../../ports/accounts.js";
import { scopeId } from "./coverage-writes.js";
import type { Database } from "../engine/database.js";
import { keepUntil } from "../engine/kept.js";
import type { Writer } from "../protocol.js";
/** Numbers that are looked up without a pause: about a millisecond. */
const sliceSize = 1000;

type CoverageReads = Pick<CoverageStore, "prices" | "blacklisted" | "allPrices" | "blacklist">;

interface PriceRow {
  readonly customer_id: number;
  readonly prefix: string;
  readonly price: number | null;
}

function scopeOf(customerId: number): Scope {
  return customerId === 0 ? undefined : customerId;
}

function idOf(scope: Scope | "all"): number | null {
  return scope === "all" ? null : scopeId(scope);
}

/** Reads the prices of a customer again only when the revision has changed. */
function priceReads(database: Database): (customerId: number) => readonly PriceRule[] {
  const find = database.prepare<PriceRow>(
    "SELECT customer_id, prefix, price FROM price WHERE customer_id = ?",
  );
  const rules = keepUntil(database, "price_revision", (customerId: number) =>
    find.all(customerId).map(ruleOf),
  );
  return (customerId) => rules(customerId) ?? [];
}

function ruleOf({ prefix, price }: PriceRow): PriceRule {
  return { prefix, price: price ?? undefined };
}

function blacklistReads(database: Database): CoverageReads["blacklisted"] {
  const any = database.prepare<object>(
    "SELECT 1 FROM blacklist WHERE customer_id = 0 UNION ALL SELECT 1 FROM blacklist WHERE customer_id = ? LIMIT 1",
  );
  const find = database.prepare<{ readonly phone: string }>(
    `SELECT CAST(value AS TEXT) AS phone FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM blacklist WHERE customer_id = 0 AND phone = value)
        OR EXISTS (SELECT 1 FROM blacklist WHERE customer_id = ? AND phone = value)`,
  );
  return async (customerId, numbers) => {
    const found = new Set<string>();
    if (any.get(customerId) === undefined) return found;
    for (let start = 0; start < numbers.length; start += sliceSize) {
      if (start > 0) await setImmediate();
      const slice = numbers.slice(start, start + sliceSize).join(",");
      for (const { phone } of find.all(`[${slice}]`, customerId)) found.add(phone);
    }
    return found;
  };
}

function coverageReads(database: Database): CoverageReads {
  const rules = priceReads(database);
  const prices = database.prepare<PriceRow>(
    `SELECT customer_id, prefix, price FROM price WHERE customer_id = ifnull(?, customer_id)
     ORDER BY customer_id, prefix`,
  );
  const phones = database.prepare<{ readonly customer_id: number; readonly phone: string }>(
    `SELECT customer_id, CAST(phone AS TEXT) AS phone FROM blacklist
     WHERE customer_id = ifnull(?, customer_id) ORDER BY customer_id, blacklist.phone`,
  );
  return {
    prices: async (customerId) => ({ shared: rules(0), own: rules(customerId) }),
    blacklisted: blacklistReads(database),
    allPrices: async (scope) =>
      prices.all(idOf(scope)).map((row) => ({ scope: scopeOf(row.customer_id), ...ruleOf(row) })),
    blacklist: async (scope) =>
      phones.all(idOf(scope)).map(({ customer_id, phone }) => ({ scope: scopeOf(customer_id), phone })),
  };
}

/** Prices and blacklists: reads on this thread's connection, changes by the writer. */
export function coverageStore(database: Database, writer: Writer): CoverageStore {
  return {
    ...coverageReads(database),
    setPrices: (scope, rules) => writer.call("setPrices", { scope, rules }),
    removePrice: (scope, prefix) => writer.call("removePrice", { scope, prefix }),
    addToBlacklist: (scope, phones, at) => writer.call("addToBlacklist", { scope, phones, at }),
    removeFromBlacklist: (scope, phones) => writer.call("removeFromBlacklist", { scope, phones }),
  };
}
