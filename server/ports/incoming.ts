import type { ReceivedPart, IncomingEffect } from "../domain/inbox/received-part.js";
import type { InboxNumber, InboxForward, Forward, NumberOutcome } from "../domain/inbox/forwards.js";

/** Messages from networks, until they are in an inbox and with the customer. */
export interface IncomingStore {
  /** Takes parts in; a message goes to the inbox with its last part. One result per part. */
  receive(parts: readonly ReceivedPart[]): Promise<readonly IncomingEffect[]>;
  /** Delivers what has waited for parts since before a time as it is, with a mark; returns how many, at most `limit`. */
  joinIncomplete(before: number, limit: number): Promise<number>;
  /** Forgets messages for numbers of nobody that came before a time or before the last `most` of them. */
  forgetStrays(before: number, most: number, limit: number): Promise<number>;
  numbers(): Promise<readonly InboxNumber[]>;
  addNumber(number: InboxNumber, at: number): Promise<NumberOutcome>;
  /** False when there is no such number. */
  removeNumber(number: string): Promise<boolean>;
  forwards(): Promise<readonly InboxForward[]>;
  /** False when there is no such customer. */
  setForward(forward: InboxForward): Promise<boolean>;
  /** What waits is not posted any more. False when there was none. */
  removeForward(customerId: number): Promise<boolean>;
  /** Messages to post, longest due first, a few of each customer. */
  dueForwards(now: number, limit: number): Promise<readonly Forward[]>;
  /** The message has been posted, or is given up. */
  endForward(id: number): Promise<void>;
  /** The message could not be posted. */
  postponeForward(id: number, nextAt: number): Promise<void>;
}
