import { setImmediate } from "node:timers/promises";
import {
  anyPhone,
  type Kept,
  type KeptCoverage,
  nothingKept,
  rulesOf,
} from "../../tables/coverage/coverage.js";
import type { Database } from "../engine/database.js";
import { type Changes, keepUntil } from "../engine/kept.js";
import { ScriptRunner } from "../engine/scripts.js";

/** Numbers that are looked up without a pause: about a millisecond. */
const sliceSize = 1000;

function blacklistReads(database: Database, kept: (customerId: number) => Kept): KeptCoverage["blacklisted"] {
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

/** Reads of prices and blacklists that calls repeat, kept until their revision changes. */
export function keptCoverage(database: Database, changes: Changes): KeptCoverage {
  const runner = new ScriptRunner(database);
  const keep = keepUntil(database, changes, "price_revision", (customerId: number): Kept => ({
    rules: runner.all(rulesOf, { customerId }),
    isListed: runner.get(anyPhone, { customerId }) !== undefined,
  }));
  const kept = (customerId: number): Kept => keep(customerId) ?? nothingKept;
  return {
    prices: async (customerId) => ({ shared: kept(0).rules, own: kept(customerId).rules }),
    blacklisted: blacklistReads(database, kept),
  };
}
