import type { PriceRule, PriceTable } from "../domain/credit/coverage.js";
import type { Change } from "../domain/accounts/accounts.js";
import type { PhoneNumbers } from "../domain/outbox/submission.js";
import type { Scope, ScopedPrice, BlacklistEntry } from "../domain/credit/prices.js";

/** Where messages can be sent to, what one part costs there, and who wants none. */
export interface CoverageStore {
  /** The lists are the same objects until one of their prices changes. */
  prices(customerId: number): Promise<PriceTable>;
  /** Those of the numbers that are on everybody's blacklist or on the customer's. */
  blacklisted(customerId: number, numbers: PhoneNumbers): Promise<ReadonlySet<string>>;
  /** Adds prices or replaces them, all or none. */
  setPrices(scope: Scope, rules: readonly PriceRule[]): Promise<Change>;
  /** `unknownEntry` when there is no such price. */
  removePrice(scope: Scope, prefix: string): Promise<Change>;
  /** Of one customer, of everybody (undefined), or all of them; by customer and prefix. */
  allPrices(scope: Scope | "all"): Promise<readonly ScopedPrice[]>;
  /** Numbers that are there already stay. */
  addToBlacklist(scope: Scope, phones: readonly string[], at: number): Promise<Change>;
  /** `unknownEntry`, and nothing is removed, when one of them is not there. */
  removeFromBlacklist(scope: Scope, phones: readonly string[]): Promise<Change>;
  /** In the order of customer and number. */
  blacklist(scope: Scope | "all"): Promise<readonly BlacklistEntry[]>;
}
