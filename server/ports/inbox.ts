import type { Change } from "../domain/accounts/accounts.js";
import type { Actor } from "../domain/audit.js";
import type { OptOutPost, OptOutReply, OptOutRule } from "../domain/inbox/opt-outs.js";
import type { InboxAge } from "../domain/inbox/inbox.js";
import type { WriteLimit } from "./service.js";
import type {
  IncomingMessage,
  InboxEntry,
  InboxMessage,
  InboxCounts,
  InboxSelection,
} from "../domain/inbox/messages.js";
import type { IncomingResult, ReceivedPart } from "../domain/inbox/received-part.js";
import type { PostQueue } from "./callbacks.js";
import type { InboxNumber, InboxForward, Forward, NumberOutcome } from "../domain/inbox/forwards.js";

/**
 * Incoming messages, per customer; oldest first. A message has been read once a fetch has returned it.
 */
export interface InboxStore {
  /** The new id; undefined when there is no such customer. */
  add(message: IncomingMessage): Promise<number | undefined>;
  counts(customerId: number): Promise<InboxCounts>;
  /** Changes nothing. Entries with ids above `after` (default 0) come in pages, each read when requested. */
  list(customerId: number, age: InboxAge, after?: number): AsyncIterable<readonly InboxEntry[]>;
  /**
   * Returns messages with the read mark they had before, page by page, and marks those of a page as read when it is asked
   * for. Of two fetches at once only one returns a message as unread.
   */
  fetch(
    customerId: number,
    selection: InboxSelection,
    limit?: WriteLimit,
  ): AsyncIterable<readonly InboxMessage[]>;
  /**
   * A message that a person reads, with the read mark it had before; `marks`: it is marked as read. Undefined for an unknown id, and for one of
   * another customer. Recorded.
   */
  read(
    customerId: number,
    id: number,
    marks: boolean,
    by: Actor,
    at: number,
  ): Promise<InboxMessage | undefined>;
  /** Deletes messages that were there when it was called; returns how many. Once begun it deletes all of them. */
  kill(customerId: number, selection: InboxSelection, limit?: WriteLimit): Promise<number>;
}

/** Words by which recipients stop messages of a customer; what they reply changes its blacklist with the message. */
export interface OptOutStore {
  /** Of one customer, or of all; by customer and number. */
  rules(customerId?: number): Promise<readonly OptOutRule[]>;
  /** Sets the rule of a customer, or of one of its numbers. `unknownEntry`: the customer has no such number. */
  setRule(rule: OptOutRule): Promise<Change>;
  /** Removes the rule of a number, or with an empty one that of all others; false if there is none. */
  removeRule(customerId: number, number: string): Promise<boolean>;
  /** Confirmations that wait, oldest first. */
  replies(limit: number): Promise<readonly OptOutReply[]>;
  /** Removes a confirmation that was sent, or is not sent any more. */
  endReply(id: number): Promise<void>;
  /** Forgets how many responses numbers got before a time, and all but the latest `most`; returns how many rows, at most twice `limit`. */
  forgetResponses(before: number, most: number, limit: number): Promise<number>;
  /** Opt-outs to post to the callback URL of their customer. One that is given up is removed; the blacklist has it. */
  readonly queue: PostQueue<OptOutPost>;
}

/** Messages from networks, until they are in an inbox and forwarded to the customer. */
export interface IncomingStore {
  /** Stores parts; a message goes to the inbox with its last part. One result per part. */
  receive(parts: readonly ReceivedPart[]): Promise<readonly IncomingResult[]>;
  /** A session over which parts arrived has ended; `session` as in `Arrivals`. */
  endSession(session: string, at: number): Promise<void>;
  /** Delivers incomplete messages from before a time, with a mark; returns their number, at most `limit`. */
  joinIncomplete(before: number, limit: number): Promise<number>;
  /** Deletes messages for unassigned numbers from before a time, and all but the latest `most`. */
  forgetStrays(before: number, most: number, limit: number): Promise<number>;
  numbers(): Promise<readonly InboxNumber[]>;
  addNumber(number: InboxNumber, at: number): Promise<NumberOutcome>;
  /** False when there is no such number. */
  removeNumber(number: string): Promise<boolean>;
  forwards(): Promise<readonly InboxForward[]>;
  /** False when there is no such customer. */
  setForward(forward: InboxForward): Promise<boolean>;
  /** Stops forwarding; pending posts are discarded. False if there was none. */
  removeForward(customerId: number): Promise<boolean>;
  /** Messages to post. One that is given up is removed; it stays in the inbox. */
  readonly queue: PostQueue<Forward>;
}
