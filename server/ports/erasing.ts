import type { NewAuditEntry } from "../domain/audit.js";

/** Rows that were deleted with a customer. */
export interface RemovedCustomer {
  readonly users: number;
  readonly originators: number;
  readonly lists: number;
  /** Messages in the inbox, and posts that wait. */
  readonly inbox: number;
  /** Callbacks and their URLs. */
  readonly callbacks: number;
  /** Numbers, prices, blacklisted numbers and routes of the customer. */
  readonly settings: number;
}

/** Rows from which a number was removed. */
export interface ErasedNumber {
  /** Messages to the number; they stay without it, with their charge. */
  readonly messages: number;
  /** Messages in inboxes from the number; they stay without it. */
  readonly inbox: number;
  /** Incoming messages that are not in an inbox, and posts that wait: deleted. */
  readonly incoming: number;
  /** Callbacks; they stay without it. */
  readonly callbacks: number;
  /** Receipts that match no message: deleted. */
  readonly receipts: number;
  /** Refused recipients in responses that are kept for repeated calls; the responses stay without them. */
  readonly responses: number;
  /** Members of lists, of audiences and of campaigns: deleted. */
  readonly members: number;
  /** Entries of the audit log; they stay without it. */
  readonly audit: number;
}

/** Removal of data, each in one long transaction with its entry in the audit log, also while a server uses the database. */
export interface Erasing {
  /**
   * Deletes the data of a customer. The data for accounting stays: the customer with its id, blocked and without a name, the balances,
   * the ledger and usage. Messages stay until their retention ends. Resolves with undefined for an unknown customer; rejects with
   * `inUse` while the customer has unfinished messages or campaigns.
   */
  customer(id: number, entry: NewAuditEntry): Promise<RemovedCustomer | undefined>;
  /** Removes the number of a person; rejects with `inUse` while messages to it wait. */
  number(number: string, entry: NewAuditEntry): Promise<ErasedNumber>;
}
