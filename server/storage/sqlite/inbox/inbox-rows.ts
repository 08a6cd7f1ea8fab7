import type { InboxAge } from "../../../domain/inbox/inbox.js";
import type { InboxEntry, InboxMessage } from "../../../domain/inbox/messages.js";

/** Messages that one read or one commit may touch; what is more comes in further ones. */
export const inboxSlice = 500;

/** The messages of a customer by age, in SQL. */
export const ofAge: Readonly<Record<InboxAge, string>> = {
  all: "customer_id = ?",
  new: "customer_id = ? AND unread = 1",
  old: "customer_id = ? AND unread = 0",
};

export const entryColumns = "id, sender, addressee, at, size, unread, subject";

export interface EntryRow {
  readonly id: number;
  readonly sender: string;
  readonly addressee: string;
  readonly at: number;
  readonly size: number;
  readonly unread: 0 | 1;
  readonly subject: string | null;
}

export interface MessageRow extends EntryRow {
  readonly text: string;
}

export function entryOf({ id, sender, addressee, at, size, unread, subject }: EntryRow): InboxEntry {
  const entry = { id, from: sender, to: addressee, at, size, unread: unread === 1 };
  return subject === null ? entry : { ...entry, subject };
}

export function messageOf(row: MessageRow): InboxMessage {
  return { ...entryOf(row), text: row.text };
}
