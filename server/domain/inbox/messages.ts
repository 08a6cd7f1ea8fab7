import type { InboxAge } from "./inbox.js";

/** Maximum length of an inbox message, in UTF-16 code units: a message_payload of 65,535 octets as hexadecimal digits. */
export const maxInboxText = 131_070;

/** An incoming message for a customer. */
export interface IncomingMessage {
  readonly customerId: number;
  /** Number or name of the sender, 1 to 20 characters. */
  readonly from: string;
  /** Number or name it was sent to, 1 to 20 characters. */
  readonly to: string;
  /** At most `maxInboxText` code units. */
  readonly text: string;
  /** Of an MMS, whose text is that of its text parts; undefined for a text message. */
  readonly subject?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A message of an inbox without its text. */
export interface InboxEntry {
  /** From 1, unique in the store, never given again. */
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly at: number;
  /** Bytes of the text in UTF-8. */
  readonly size: number;
  /** True when no fetch has returned it yet. */
  readonly unread: boolean;
  /** Of an MMS; absent for a text message. */
  readonly subject?: string | undefined;
}

export interface InboxMessage extends InboxEntry {
  readonly text: string;
}

export interface InboxCounts {
  readonly unread: number;
  readonly total: number;
}

/** Messages of one customer: by read mark, or by id. Unknown ids are skipped. */
export type InboxSelection = InboxAge | readonly number[];
