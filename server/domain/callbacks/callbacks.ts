import type { RecipientState } from "../recipient-state.js";
import { statusTable } from "../status.js";
import type { Post } from "../posts/posts.js";

/** Where the final states of a customer's messages are posted. */
export interface CallbackTarget {
  readonly customerId: number;
  /** http or https. */
  readonly url: string;
  /** Signs callbacks: `whsec_` and base64. */
  readonly secret: string;
  /** The final state of each part is posted too, for messages of more than one part. */
  readonly parts: boolean;
  /** The address may be one of a private network. */
  readonly private: boolean;
}

/** A final state to report. */
export interface CallbackEvent {
  readonly id: number;
  readonly customerId: number;
  readonly transactionId: string;
  /** Of the recipient. */
  readonly messageId: number;
  /** Without `+`; empty once the number is erased. */
  readonly phone: string;
  /** From 1; undefined for the state of the whole message. */
  readonly part: number | undefined;
  readonly state: RecipientState;
  readonly at: number;
  /** Code of the network, or the reason; undefined without one. */
  readonly error: string | undefined;
}

/** A callback that waits to be posted. */
export interface Callback extends Post, CallbackEvent, CallbackTarget {
  readonly id: number;
  readonly customerId: number;
}

/** A callback as operators see it. */
export interface ListedCallback extends CallbackEvent {
  readonly attempts: number;
  /** When it is posted next; undefined if it was given up. */
  readonly nextAt: number | undefined;
  /** Reason why the last attempt failed; undefined before the first. */
  readonly failure: string | undefined;
}

/** An attempt to post a callback. */
export interface CallbackTry {
  /** When it ended. */
  readonly at: number;
  /** Of the URL, with the port. */
  readonly host: string;
  /** Of HTTP, if it was accepted. */
  readonly status?: number | undefined;
  /** Why it was not. */
  readonly failure?: string | undefined;
  /** When it is tried again; absent if it is not. */
  readonly nextAt?: number | undefined;
}

/** Key of a callback: the same for every attempt, and never that of another one. */
export function callbackKey({
  transactionId,
  messageId,
  part,
}: Pick<CallbackEvent, "transactionId" | "messageId" | "part">): string {
  return `${transactionId}.${messageId}${part === undefined ? "" : `.${part}`}`;
}

/** The body of a callback. It never holds the text of the message. */
export function callbackBody(event: CallbackEvent): string {
  const { customerId, transactionId, messageId, phone, part, state, at, error } = event;
  const { element, word } = statusTable[state];
  const time = new Date(at).toISOString();
  return JSON.stringify({
    type: part === undefined ? "message.final" : "part.final",
    timestamp: time,
    data: {
      customerId,
      transactionId,
      messageId,
      number: phone,
      ...(part === undefined ? {} : { part }),
      status: element,
      statusName: word,
      code: error ?? null,
    },
  });
}
