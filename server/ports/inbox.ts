import type { InboxAge } from "../domain/inbox/inbox.js";
import type { WriteLimit } from "./writes.js";
import type {
  IncomingMessage,
  InboxEntry,
  InboxMessage,
  InboxCounts,
  InboxSelection,
} from "../domain/inbox/messages.js";

/**
 * Incoming messages, per customer; oldest first. A message has been read once a fetch has returned it.
 */
export interface InboxStore {
  /** The new id; undefined when there is no such customer. */
  add(message: IncomingMessage): Promise<number | undefined>;
  counts(customerId: number): Promise<InboxCounts>;
  /** Changes nothing. Entries come in pages, each read when requested. */
  list(customerId: number, age: InboxAge): AsyncIterable<readonly InboxEntry[]>;
  /**
   * Returns messages with the read mark they had before, page by page, and marks those of a page as read when it is asked
   * for. Of two fetches at once only one returns a message as unread.
   */
  fetch(
    customerId: number,
    selection: InboxSelection,
    limit?: WriteLimit,
  ): AsyncIterable<readonly InboxMessage[]>;
  /** Deletes messages that were there when it was called; returns how many. Once begun it deletes all of them. */
  kill(customerId: number, selection: InboxSelection, limit?: WriteLimit): Promise<number>;
}
