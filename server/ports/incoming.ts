import type { ReceivedPart, IncomingEffect } from "../domain/inbox/received-part.js";
import type { InboxNumber, InboxForward, Forward, NumberOutcome } from "../domain/inbox/forwards.js";

/** Messages from networks, until they are in an inbox and forwarded to the customer. */
export interface IncomingStore {
  /** Stores parts; a message goes to the inbox with its last part. One result per part. */
  receive(parts: readonly ReceivedPart[]): Promise<readonly IncomingEffect[]>;
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
  /** Messages to post, the longest due first, a few per customer. */
  dueForwards(now: number, limit: number): Promise<readonly Forward[]>;
  /** Claims a message for a minute; false while another process has it, or if it is gone. */
  takeForward(id: number): Promise<boolean>;
  /** Removes a message that was posted or has expired. */
  endForward(id: number): Promise<void>;
  /** Counts a failed attempt; the next one is due at `nextAt`. */
  postponeForward(id: number, nextAt: number): Promise<void>;
}
