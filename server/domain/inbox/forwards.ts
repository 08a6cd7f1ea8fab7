import type { Post } from "../posts/posts.js";

/** A number whose messages go to the inbox of a customer. */
export interface InboxNumber {
  /** Without `+`. */
  readonly number: string;
  readonly customerId: number;
}

/** A form in the body, or in the query of the URL. */
export const forwardMethods = ["POST", "GET"] as const;

export type ForwardMethod = (typeof forwardMethods)[number];

/** Destination to which the messages of a customer are forwarded. */
export interface InboxForward {
  readonly customerId: number;
  /** http or https. */
  readonly url: string;
  readonly method: ForwardMethod;
  /** The address may be one of a private network. */
  readonly private: boolean;
}

/** A message that waits to be posted to a customer's server. */
export interface Forward extends InboxForward, Post {
  /** That of the message in the inbox. */
  readonly id: number;
  readonly customerId: number;
  readonly from: string;
  readonly to: string;
  /** Of an MMS. */
  readonly subject: string | undefined;
  readonly text: string;
  /** False if parts are missing or its text was cut. */
  readonly complete: boolean;
  readonly at: number;
}

export type NumberOutcome =
  | { readonly ok: true; /** Messages received for it before. */ readonly strays: number }
  | { readonly ok: false; readonly reason: "exists" | "unknownCustomer" };
