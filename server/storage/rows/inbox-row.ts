import type { Forward, ForwardMethod, InboxForward } from "../../domain/inbox/forwards.js";
import type { InboxEntry, InboxMessage } from "../../domain/inbox/messages.js";
import { postFor } from "../../domain/posts/posts.js";
import type { Flag } from "./flag.js";

/** A message of an inbox without its text: `entryColumns`. */
export interface EntryRow {
  readonly id: number;
  readonly sender: string;
  readonly addressee: string;
  readonly at: number;
  readonly size: number;
  readonly unread: Flag;
  readonly subject: string | null;
}

export interface MessageRow extends EntryRow {
  readonly text: string;
}

export const entryColumns = "id, sender, addressee, at, size, unread, subject";

export function entryOf({ id, sender, addressee, at, size, unread, subject }: EntryRow): InboxEntry {
  const entry = { id, from: sender, to: addressee, at, size, unread: Boolean(unread) };
  return subject === null ? entry : { ...entry, subject };
}

export function messageOf(row: MessageRow): InboxMessage {
  return { ...entryOf(row), text: row.text };
}

/** Where messages of a customer are forwarded to: `inboxForwardColumns` of `inbox_forward i`. */
export interface InboxForwardRow {
  readonly customerId: number;
  readonly url: string;
  readonly method: ForwardMethod;
  readonly private: Flag;
}

export const inboxForwardColumns = 'i.customer_id AS "customerId", i.url, i.method, i.private';

export function inboxForwardOf(row: InboxForwardRow): InboxForward {
  return { ...row, private: Boolean(row.private) };
}

/** Columns of a message `f` to forward with the settings `i`: `forwardColumns`. */
export interface ForwardRow extends InboxForwardRow, Pick<Forward, "id" | "from" | "to" | "text" | "at"> {
  readonly subject: string | null;
  readonly complete: Flag;
  readonly attempts: number;
}

export const forwardColumns = `f.id, ${inboxForwardColumns}, f.sender AS "from", f.addressee AS "to", f.subject, f.text,
  f.complete, f.at, f.attempts`;

export function forwardOf(row: ForwardRow): Forward {
  return {
    ...row,
    subject: row.subject ?? undefined,
    complete: Boolean(row.complete),
    private: Boolean(row.private),
    until: row.at + postFor,
  };
}
