import { setImmediate } from "node:timers/promises";
import type { PriceRule } from "../../../domain/credit/coverage.js";
import type { CoverageStore } from "../../../ports/accounts.js";
import { coverageCalls, type CoverageWrites } from "../../protocol/account-writes.js";
import type { Caller } from "../../script/calls.js";
import {
  blacklistEntryOf,
  type BlacklistRow,
  type PriceRow,
  ruleOf,
  scopedPriceOf,
  scopeIdOrAll,
} from "../../rows/price-row.js";
import type { Database } from "../engine/database.js";
import { type Changes, keepUntil } from "../engine/kept.js";

/** Numbers that are looked up without a pause: about a millisecond. */
const sliceSize = 1000;

type CoverageReads = Pick<CoverageStore, "prices" | "blacklisted" | "allPrices" | "blacklist">;

/** What is kept of a customer, or of everybody. */
interface Kept {
  readonly rules: readonly PriceRule[];
  /** Whether it has blacklisted numbers. */
  readonly isListed: boolean;
}

/** Reads the coverage of a customer again only when the revision has changed. */
function keptReads(database: Database, changes: Changes): (customerId: number) => Kept {
  const prices = database.prepare<PriceRow>(
    "SELECT customer_id, prefix, price FROM price WHERE customer_id = ?",
  );
  const anyPhone = database.prepare<object>("SELECT 1 FROM blacklist WHERE customer_id = ? LIMIT 1");
  const kept = keepUntil(database, changes, "price_revision", (customerId: number): Kept => ({
    rules: prices.all(customerId).map(ruleOf),
    isListed: anyPhone.get(customerId) !== undefined,
  }));
  return (customerId) => kept(customerId) ?? { rules: [], isListed: false };
}

function blacklistReads(
  database: Database,
  kept: (customerId: number) => Kept,
): CoverageReads["blacklisted"] {
  const find = database.prepare<{ readonly phone: string }>(
    `SELECT CAST(value AS TEXT) AS phone FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM blacklist WHERE customer_id = 0 AND phone = value)
        OR EXISTS (SELECT 1 FROM blacklist WHERE customer_id = ? AND phone = value)`,
  );
  return async (customerId, numbers) => {
    const found = new Set<string>();
    if (!kept(0).isListed && !kept(customerId).isListed) return found;
    for (let start = 0; start < numbers.length; start += sliceSize) {
      if (start > 0) await setImmediate();
      const slice = numbers.slice(start, start + sliceSize).join(",");
      for (const { phone } of find.all(`[${slice}]`, customerId)) found.add(phone);
    }
    return found;
  };
}

function coverageReads(database: Database, changes: Changes): CoverageReads {
  const kept = keptReads(database, changes);
  const prices = database.prepare<PriceRow>(
    `SELECT customer_id, prefix, price FROM price WHERE customer_id = ifnull(?, customer_id)
     ORDER BY customer_id, prefix`,
  );
  const phones = database.prepare<BlacklistRow>(
    `SELECT customer_id, CAST(phone AS TEXT) AS phone FROM blacklist
     WHERE customer_id = ifnull(?, customer_id) ORDER BY customer_id, blacklist.phone`,
  );
  return {
    prices: async (customerId) => ({ shared: kept(0).rules, own: kept(customerId).rules }),
    blacklisted: blacklistReads(database, kept),
    allPrices: async (scope) => prices.all(scopeIdOrAll(scope)).map(scopedPriceOf),
    blacklist: async (scope) => phones.all(scopeIdOrAll(scope)).map(blacklistEntryOf),
  };
}

/** Prices and blacklists: reads on this thread's connection, changes by the writer. */
export function coverageStore(
  database: Database,
  changes: Changes,
  writer: Caller<CoverageWrites>,
): CoverageStore {
  return { ...coverageReads(database, changes), ...coverageCalls(writer) };
}
