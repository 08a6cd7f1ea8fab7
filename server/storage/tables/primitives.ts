import type { Booking } from "../../domain/credit/booking.js";
import type { IncomingMessage } from "../../domain/inbox/messages.js";
import type { Move } from "../../domain/delivery/states/counts.js";
import type { ReceivedMessage } from "../../domain/inbox/received-part.js";
import type { TrafficKind } from "../../domain/delivery/claiming/customer-queue.js";
import type { Submission, SubmitOutcome } from "../../domain/delivery/submitting/submission.js";
import type { Transitions } from "../../domain/delivery/states/transitions.js";
import type { UsageSource } from "../../domain/usage/usage.js";
import { primitive, type Steps } from "../script/steps.js";

/** Recipients that are added to a transaction. */
export interface Arrival {
  /** Number of the transaction. */
  readonly txn: number;
  readonly source: UsageSource;
  /** At least one. */
  readonly recipients: readonly string[];
  /** When they are stored and due. */
  readonly at: number;
  /** Where it does not follow from the number of recipients. */
  readonly kind?: TrafficKind;
}

/** Subjects of keys; the same key of two subjects is two locks. */
export type LockSubject = "join" | "number" | "receipt" | "client transaction" | "copy" | "refund";

/** Parts of scripts that each driver does in its own way, because their speed depends on its statements. */
export interface Primitives {
  /** Whether no other transaction does this task, until the end of this one. */
  alone(task: string): boolean;
  /**
   * Locks things that may have no row yet by their keys, until the end of the transaction. Returns whether another transaction may have changed them before that:
   * false with one writer. A script calls it once for a subject: the keys are locked in one order.
   */
  lockKeys(locked: { readonly subject: LockSubject; readonly keys: readonly string[] }): boolean;
  /**
   * Books changes in accounts and ledger, in their order. Returns the new balances; undefined where one would go below its floor, or there is no
   * such customer. A script calls it once: accounts are locked in one order.
   */
  book(bookings: readonly Booking[]): readonly (number | undefined)[];
  /** Writes new states of recipients that are locked, counts and refunds; returns the refunds in thousandths of a credit. */
  transitions(changes: Transitions): number;
  /**
   * Marks messages that have waited for a receipt for some time, at least those that were accepted before `before`, where the database
   * finds them by a mark.
   */
  findLate(times: { readonly before: number; readonly now: number }): void;
  /** Adds messages in their order; returns their ids, null for those of unknown customers. */
  addToInboxes(messages: readonly IncomingMessage[]): readonly (number | null)[];
  /** Keeps messages for numbers that are not assigned, in their order. */
  keepStrays(messages: readonly ReceivedMessage[]): void;
  /** Adds recipients to a transaction, and counts them. */
  addRecipients(arrival: Arrival): void;
  /** Numbers a transaction that is stored at a time. */
  transactionNumber(at: number): number;
  /** Counts recipients that go from one state to another. */
  recordMoves(moves: readonly Move[]): void;
  /** As `recordMoves`, for recipients that any link may take again: claims are told of them. */
  returned(moves: readonly Move[]): void;
  /** Whether what is deleted from now on is overwritten in the file, where the database can do that. */
  overwriting(isOn: boolean): void;
  /** Charges and stores a message. */
  submit(submission: Submission): SubmitOutcome;
}

function ask<Name extends keyof Primitives>(
  name: Name,
  input: Parameters<Primitives[Name]>[0],
): Steps<ReturnType<Primitives[Name]>> {
  return primitive(name, input);
}

export const alone = (task: string) => ask("alone", task);
export const book = (bookings: readonly Booking[]) => ask("book", bookings);
export const writeTransitions = (changes: Transitions) => ask("transitions", changes);
export const findLate = (times: Parameters<Primitives["findLate"]>[0]) => ask("findLate", times);
export const addToInboxes = (messages: readonly IncomingMessage[]) => ask("addToInboxes", messages);
export const keepStrays = (messages: readonly ReceivedMessage[]) => ask("keepStrays", messages);
export const addRecipients = (arrival: Arrival) => ask("addRecipients", arrival);
export const lockKeys = (subject: LockSubject, keys: readonly string[]) => ask("lockKeys", { subject, keys });
export const transactionNumber = (at: number) => ask("transactionNumber", at);
export const recordMoves = (moves: readonly Move[]) => ask("recordMoves", moves);
export const returned = (moves: readonly Move[]) => ask("returned", moves);
export const overwriting = (isOn: boolean) => ask("overwriting", isOn);
export const submit = (submission: Submission) => ask("submit", submission);
