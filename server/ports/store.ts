import type { RecipientState } from "../domain/recipient-state.js";

export { RecipientState } from "../domain/recipient-state.js";

/**
 * The durable store: everything the service must not forget. One port, one driver per database.
 *
 * Every method that writes resolves only after the change is on disk. Times are milliseconds since the epoch (UTC).
 * Money is in thousandths of a credit, whole numbers.
 */
export interface Store {
  readonly accounts: AccountStore;
  readonly outbox: OutboxStore;
  /** Resolves when the store answers; rejects with the reason when it does not. */
  check(): Promise<void>;
  /** Finishes what was accepted, then releases the database. */
  close(): Promise<void>;
}

export type CreditKind = "Undefined" | "SMS" | "MMS" | "DLR" | "EML" | "SGN" | "BAN" | "BAC" | "REV";

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly state: "active" | "blocked";
  readonly payment: "prepaid" | "postpaid";
  /** How far below zero a postpaid balance may go, in thousandths of a credit; undefined without a limit. */
  readonly limit: number | undefined;
}

export interface User {
  readonly customerId: number;
  /** As created; looked up without regard to case. */
  readonly name: string;
  readonly state: "active" | "blocked";
}

/** What a log-in needs, read in one go. */
export interface LoginRecord {
  readonly customer: Customer;
  readonly user: User;
  /** PHC-style string of the password hash. */
  readonly passwordHash: string;
  /** Changes whenever customer, user or password change: cached verifications of another version are void. */
  readonly version: number;
}

export interface Balance {
  readonly kind: CreditKind;
  readonly amount: number;
}

export interface LedgerEntry {
  readonly id: number;
  readonly customerId: number;
  readonly kind: CreditKind;
  readonly delta: number;
  readonly balanceAfter: number;
  readonly reason: "refill" | "charge" | "refund";
  readonly transactionId: string | undefined;
  readonly at: number;
}

/** Result of an administrative change: done, or why not. */
export type Change = { readonly ok: true } | { readonly ok: false; readonly reason: "exists" | "unknownCustomer" | "insufficient" };

export interface AccountStore {
  login(customerId: number, userName: string): Promise<LoginRecord | undefined>;
  originators(customerId: number): Promise<readonly string[]>;
  /** Every kind that has an account, in the order of `CreditKind`. */
  balances(customerId: number): Promise<readonly Balance[]>;
  addCustomer(customer: Omit<Customer, "state">, at: number): Promise<Change>;
  customers(): Promise<readonly Customer[]>;
  addUser(user: { readonly customerId: number; readonly name: string; readonly passwordHash: string }, at: number): Promise<Change>;
  users(customerId?: number): Promise<readonly User[]>;
  addOriginator(customerId: number, value: string, at: number): Promise<Change>;
  allOriginators(customerId?: number): Promise<readonly { readonly customerId: number; readonly value: string }[]>;
  /** Adds (or, negative, takes) credit; a prepaid balance never goes below zero. */
  addCredit(customerId: number, kind: CreditKind, amount: number, at: number): Promise<Change>;
  ledger(customerId?: number): Promise<readonly LedgerEntry[]>;
}

/** One accepted call, ready to be stored: transaction, charge and recipients become durable together or not at all. */
export interface Submission {
  readonly transactionId: string;
  readonly customerId: number;
  readonly userName: string;
  /** Operation that was called, for example `SendSms`. */
  readonly operation: string;
  readonly originator: string;
  readonly text: string;
  /** SMPP data_coding of the parts: 0 GSM 03.38, 8 UCS-2; with class 0 for flash 0x10 and 0x18. */
  readonly dataCoding: number;
  readonly parts: number;
  readonly flash: boolean;
  readonly blink: boolean;
  /** The caller's `Private`: text is shown nowhere and erased after the final state. */
  readonly hidden: boolean;
  readonly at: number;
  /** When to send, `at` or later. */
  readonly dueAt: number;
  readonly clientTransaction: ClientTransaction | undefined;
  /** Accepted numbers, digits only, no duplicates. */
  readonly recipients: readonly string[];
  /** Refused numbers with the state that says why. */
  readonly refused: readonly { readonly phone: string; readonly state: RecipientState }[];
  readonly charge: { readonly kind: CreditKind; readonly amount: number };
}

/** Idempotency key of SendSmsTransaction: unique per customer for 24 hours. */
export interface ClientTransaction {
  readonly id: string;
  /** Hash of everything the caller sent besides credentials; another hash under the same id is a conflict. */
  readonly contentHash: string;
  /** Milliseconds the id is remembered. */
  readonly keepFor: number;
}

export type SubmitOutcome =
  /** `repeated`: the id of the first submission is returned, nothing was written. */
  | { readonly kind: "accepted" | "repeated"; readonly transactionId: string; readonly refused: readonly string[]; readonly balanceAfter: number }
  | { readonly kind: "insufficientCredit" }
  | { readonly kind: "conflict" };

/** A recipient handed to a gateway until `leaseUntil`. */
export interface ClaimedRecipient {
  readonly id: number;
  readonly transactionId: string;
  readonly customerId: number;
  readonly phone: string;
  readonly originator: string;
  readonly text: string;
  readonly dataCoding: number;
  readonly parts: number;
  readonly attempts: number;
}

export interface StateChange {
  readonly recipientId: number;
  readonly state: RecipientState;
  readonly at: number;
  readonly error?: string | undefined;
}

export interface StatusCount {
  readonly state: RecipientState;
  readonly count: number;
}

export interface RecipientStatus {
  readonly phone: string;
  readonly state: RecipientState;
  readonly at: number;
}

export interface OutboxStore {
  submit(submission: Submission): Promise<SubmitOutcome>;
  /** Takes due queued recipients, and those whose lease has run out, for one worker. */
  claim(worker: string, now: number, leaseUntil: number, limit: number): Promise<readonly ClaimedRecipient[]>;
  /** Records new states, all in one commit. A final state is never replaced by an earlier one. */
  advance(changes: readonly StateChange[]): Promise<void>;
  /** Submitted recipients whose confirmation is due: what the loopback gateway confirms. */
  submittedBefore(before: number, limit: number): Promise<readonly { readonly id: number }[]>;
  /** Earliest time at which something is due; undefined when the outbox is empty. */
  nextDue(): Promise<number | undefined>;
  /** Counts per state; undefined when the customer has no such transaction. */
  statistics(customerId: number, transactionId: string): Promise<TransactionCounts | undefined>;
  /** One row per recipient in the order they were given. */
  details(customerId: number, transactionId: string): Promise<readonly RecipientStatus[]>;
}

export interface TransactionCounts {
  readonly dueAt: number;
  readonly counts: readonly StatusCount[];
}
