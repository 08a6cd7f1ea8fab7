import type { CustomerSettings } from "../domain/customer-settings.js";
import type { BinaryMessage } from "../domain/binary-message.js";
import type { MmsPart, MmsWishes } from "../domain/mms-message.js";
import type { RecipientState } from "../domain/recipient-state.js";
import type { CampaignStore, LocationStore } from "./campaigns.js";
import type { CoverageStore } from "./coverage.js";
import type { DeliveryStore } from "./delivery.js";
import type { IncomingStore } from "./incoming.js";
import type { InboxStore } from "./inbox.js";
import type { LinkStore } from "./links.js";
import type { ListStore } from "./lists.js";
import type { RetentionStore } from "./retention.js";
import type { TubeStore } from "./tube.js";

export type { CustomerSettings } from "../domain/customer-settings.js";
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
  readonly campaigns: CampaignStore;
  readonly coverage: CoverageStore;
  readonly delivery: DeliveryStore;
  readonly inbox: InboxStore;
  readonly incoming: IncomingStore;
  readonly links: LinkStore;
  readonly lists: ListStore;
  readonly locations: LocationStore;
  readonly retention: RetentionStore;
  readonly tube: TubeStore;
  /** Resolves when the store answers and takes what is written; rejects with the reason when it does not. */
  check(): Promise<void>;
  /** Finishes what was accepted, then releases the database. */
  close(): Promise<void>;
}

/**
 * Of a write for a caller: it is refused once the caller has been given up, unless it has begun; then it is finished. What
 * operations know of their call is one.
 */
export interface WriteLimit {
  /** Aborted when the caller was told that the call is given up. */
  readonly givenUp: AbortSignal;
}

/** True for a failure that the same call would meet again; false where it may pass, or nothing is known. */
export function isLasting(error: unknown): boolean {
  return typeof error === "object" && error !== null && "retry" in error && error.retry === false;
}

/** What a balance pays for: the values of `PackageMsgType`, in the order of the schema. */
export const creditKinds = ["Undefined", "SMS", "MMS", "DLR", "EML", "SGN", "BAN", "BAC", "REV"] as const;
export type CreditKind = (typeof creditKinds)[number];

export type AccessState = "active" | "blocked";

export interface Customer extends CustomerSettings {
  /** 1 to 2147483647. */
  readonly id: number;
  readonly name: string;
  readonly state: AccessState;
  readonly payment: "prepaid" | "postpaid";
  /** How far below zero a postpaid balance may go, in thousandths of a credit; undefined without a limit. */
  readonly limit: number | undefined;
}

/** A customer before anything was set: active, with the default settings. */
export type NewCustomer = Pick<Customer, "id" | "name" | "payment" | "limit">;

/** What can be changed later; fields that are absent stay. `payment` and `limit` go together. */
export type CustomerChange = Partial<CustomerSettings> & {
  readonly name?: string;
  readonly credit?: Pick<Customer, "payment" | "limit">;
};

/** A password as it is stored. */
export interface PasswordHashes {
  /** PHC-style string. */
  readonly passwordHash: string;
  /** The same of the lower-cased password, while the customer's passwords are compared without regard to case. */
  readonly foldedHash?: string | undefined;
}

export interface User {
  readonly customerId: number;
  /** As created; looked up without regard to case. */
  readonly name: string;
  readonly state: AccessState;
  /** False: the inbox operations say that the inbox is not activated. */
  readonly inboxActive: boolean;
}

/** What can be changed of a user later; fields that are absent stay. */
export type UserChange = Partial<Pick<User, "name" | "inboxActive">>;

/** What a log-in needs, read in one go. */
export interface LoginRecord extends PasswordHashes {
  readonly customer: Customer;
  readonly user: User;
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
export type Change =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: "exists" | "unknownCustomer" | "unknownUser" | "unknownEntry" | "insufficient";
    };

export interface AccountStore {
  /** The user's name is compared without regard to case. */
  login(customerId: number, userName: string): Promise<LoginRecord | undefined>;
  /** True when the user has logged in from this network before, as far as that is kept. */
  knowsNetwork(customerId: number, userName: string, network: string): Promise<boolean>;
  /** The user has logged in from this network. The networks that were not used for longest are forgotten. */
  addNetwork(customerId: number, userName: string, network: string, at: number): Promise<void>;
  /** In the order in which they were added. */
  originators(customerId: number): Promise<readonly string[]>;
  /** Every kind that has an account, in the order of `CreditKind`. */
  balances(customerId: number): Promise<readonly Balance[]>;
  addCustomer(customer: NewCustomer, at: number): Promise<Change>;
  /** `insufficient` when a balance lies below what the new `credit` allows. */
  changeCustomer(customerId: number, change: CustomerChange): Promise<Change>;
  setCustomerState(customerId: number, state: AccessState): Promise<Change>;
  customers(): Promise<readonly Customer[]>;
  customer(customerId: number): Promise<Customer | undefined>;
  addUser(
    user: { readonly customerId: number; readonly name: string } & PasswordHashes,
    at: number,
  ): Promise<Change>;
  /** `exists` when another user of the customer has the new name. */
  changeUser(customerId: number, name: string, change: UserChange): Promise<Change>;
  setUserState(customerId: number, name: string, state: AccessState): Promise<Change>;
  setPassword(customerId: number, name: string, hashes: PasswordHashes): Promise<Change>;
  /** Puts another hash of the same password in the place of `hash`; nothing changes when the user has that hash no more. */
  replaceHash(customerId: number, name: string, hash: string, replacement: string): Promise<void>;
  users(customerId?: number): Promise<readonly User[]>;
  addOriginator(customerId: number, value: string, at: number): Promise<Change>;
  /** `unknownEntry` when the customer does not have it. */
  removeOriginator(customerId: number, value: string): Promise<Change>;
  allOriginators(
    customerId?: number,
  ): Promise<readonly { readonly customerId: number; readonly value: string }[]>;
  /**
   * Adds or, when `amount` is negative, takes credit. A prepaid balance never goes below zero, a postpaid one never
   * below the limit. `amount` is a whole number other than zero.
   */
  addCredit(customerId: number, kind: CreditKind, amount: number, at: number): Promise<Change>;
  ledger(customerId?: number): Promise<readonly LedgerEntry[]>;
}

/** Phone numbers without prefix: as digits, or, for a long list, as numbers (15 digits fit into a double). */
export type PhoneNumbers = readonly string[] | Float64Array;

/** One accepted call, ready to be stored: transaction, charge and recipients become durable together or not at all. */
export interface Submission {
  readonly transactionId: string;
  readonly customerId: number;
  readonly userName: string;
  /** Operation that was called, for example `SendSms`. */
  readonly operation: string;
  readonly originator: string;
  /** Text of a text message, subject of an MMS, empty for a binary message. */
  readonly text: string;
  /** What is sent besides the text; absent for a text message. */
  readonly body?: MessageBody | undefined;
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
  /** Accepted numbers, no duplicates. */
  readonly recipients: PhoneNumbers;
  /** Refused numbers with the state that says why. */
  readonly refused: readonly { readonly phone: string; readonly state: RecipientState }[];
  readonly charge: { readonly kind: CreditKind; readonly amount: number };
}

/** Octets in place of a text; erased as a hidden text is. */
export interface BinaryBody extends Omit<BinaryMessage, "dataCoding"> {
  readonly kind: "binary";
}

/** An MMS without its parts. */
export interface MmsBody {
  readonly kind: "mms";
  readonly wishes: MmsWishes;
}

export type MessageBody = BinaryBody | (MmsBody & { readonly parts: readonly MmsPart[] });

/** As `MessageBody`; the parts of an MMS, which may be large, are read with `mmsParts`. */
export type ClaimedBody = BinaryBody | MmsBody;

/** Idempotency key of SendSmsTransaction: unique per customer for 24 hours. */
export interface ClientTransaction {
  readonly id: string;
  /** Hash of everything the caller sent besides credentials; another hash under the same id is a conflict. */
  readonly contentHash: string;
  /** Milliseconds the id is remembered. */
  readonly keepFor: number;
}

/** What the caller of an accepted submission is told. */
interface Accepted {
  readonly transactionId: string;
  readonly refused: readonly string[];
  readonly balanceAfter: number;
}

/** What a client transaction that is known leads to. */
export type EarlierOutcome =
  /** The answer of the first submission once more; nothing was written. */
  | ({ readonly kind: "repeated" } & Accepted)
  /** The first submission had another content. */
  | { readonly kind: "conflict" };

export type SubmitOutcome =
  ({ readonly kind: "accepted" } & Accepted) | EarlierOutcome | { readonly kind: "insufficientCredit" };

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
  /**
   * What a client transaction leads to at a time; undefined when it is new. Asked before anything else is checked: what
   * has changed since the first call does not change its answer.
   */
  answered(
    customerId: number,
    clientTransaction: ClientTransaction,
    at: number,
  ): Promise<EarlierOutcome | undefined>;
  /**
   * Accepts one call. A known client transaction is answered first, then credit is checked. The recipients of a long
   * list become claimable one block after another; they count as queued from the start.
   */
  submit(submission: Submission, limit?: WriteLimit): Promise<SubmitOutcome>;
  /**
   * Records new states, all in one commit. States only move forward (Queued, Submitting, Submitted, then one
   * final state, which stays); a change that would move back is ignored. A hidden text is erased with the last final
   * state of its transaction.
   */
  advance(changes: readonly StateChange[]): Promise<void>;
  /** Recipients that a link took over before a time, earliest first: what the loopback gateway confirms. */
  submittedBefore(linkId: number, before: number, limit: number): Promise<readonly { readonly id: number }[]>;
  /** The parts of an MMS, in order; none for any other transaction. */
  mmsParts(transactionId: string): Promise<readonly MmsPart[]>;
  /** Counts per state; undefined when the customer has no such transaction. */
  statistics(customerId: number, transactionId: string): Promise<TransactionCounts | undefined>;
  /**
   * One row per recipient, accepted before refused, each in the order given; none for an unknown transaction. They come in
   * pages, of which each shows the moment in which it is asked for. Nothing is held between two pages.
   */
  details(customerId: number, transactionId: string): AsyncIterable<readonly RecipientStatus[]>;
}

export interface TransactionCounts {
  readonly dueAt: number;
  /** Balance that paid for it. */
  readonly chargedAs: CreditKind;
  readonly counts: readonly StatusCount[];
}
