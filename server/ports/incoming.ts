import type { IncomingPart } from "./gateway.js";

/** A part that came over a link. */
export interface ReceivedPart extends IncomingPart {
  readonly linkId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What became of a part that came in; whatever it is, it is on disk. */
export type IncomingEffect =
  /** It waits for the other parts of its message. */
  | "kept"
  /** Its message is in the inbox of a customer. */
  | "delivered"
  /** Nobody owns the number it was sent to: its message is kept until somebody does, or for some time. */
  | "stray"
  /** It came before. */
  | "repeated";

/** A number whose messages go to the inbox of a customer. */
export interface InboxNumber {
  /** Without `+`. */
  readonly number: string;
  readonly customerId: number;
}

/** A form in the body, or in the query of the URL. */
export const forwardMethods = ["POST", "GET"] as const;
export type ForwardMethod = (typeof forwardMethods)[number];

/** Where the messages of a customer go besides the inbox. */
export interface InboxForward {
  readonly customerId: number;
  /** http or https. */
  readonly url: string;
  readonly method: ForwardMethod;
  /** The address may be one of a private network. */
  readonly private: boolean;
}

/** A message that waits to be posted to a customer's server. */
export interface Forward extends InboxForward {
  /** That of the message in the inbox. */
  readonly id: number;
  readonly from: string;
  readonly to: string;
  /** Of an MMS. */
  readonly subject: string | undefined;
  readonly text: string;
  /** False when parts of it never came. */
  readonly complete: boolean;
  readonly at: number;
  /** How often it has been tried. */
  readonly attempts: number;
}

export type NumberOutcome =
  | { readonly ok: true; /** Messages that had come for it before. */ readonly strays: number }
  | { readonly ok: false; readonly reason: "exists" | "unknownCustomer" };

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
