import type { LedgerEntry } from "../domain/credit/balance.js";
import type { Carried } from "../domain/credit/carrying.js";
import type { AccountPeriod, LowBalance } from "../domain/credit/statement.js";

/** Selects entries of the ledger by time, in milliseconds since the epoch. */
export interface LedgerQuery {
  /** Undefined for all customers, one after the other. */
  readonly customerId?: number | undefined;
  readonly from?: number;
  /** Exclusive. */
  readonly until?: number;
}

/** Reads of the ledger. Entries are written along with the change that they record. */
export interface LedgerStore {
  /** Pages of entries, each page of its own moment: by customer, first the sums of removed entries, then the oldest first. */
  entries(query: LedgerQuery): AsyncIterable<readonly LedgerEntry[]>;
  /** Sums of removed entries of a customer, one for each account that has any. */
  carried(customerId: number): Promise<readonly Carried[]>;
  /** Credit that was added or deducted by the operator, the oldest first. */
  refills(customerId: number, from: number, until: number): Promise<readonly LedgerEntry[]>;
  /** The changes of each account of a customer, all of one moment; in the order of `CreditKind`. */
  periods(customerId: number, from: number, until: number): Promise<readonly AccountPeriod[]>;
  /** Accounts of active customers with less credit than the customer's threshold, by customer. */
  lowBalances(limit: number): Promise<readonly LowBalance[]>;
}
