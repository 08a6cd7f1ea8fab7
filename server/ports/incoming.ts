import type { ReceivedPart, IncomingEffect } from "../domain/inbox/received-part.js";
import type { PostQueue } from "./posts.js";
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
  /** Messages to post. One that is given up is removed; it stays in the inbox. */
  readonly queue: PostQueue<Forward>;
}
