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
