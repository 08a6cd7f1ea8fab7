import type { IncomingStore } from "../../../ports/inbox.js";
import type { InboxNumber } from "../../../domain/inbox/forwards.js";
import type { Caller } from "../../script/calls.js";
import { forwardCalls, incomingCalls, type IncomingWrites } from "../../protocol/inbox-writes.js";
import {
  forwardColumns,
  forwardOf,
  type ForwardRow,
  inboxForwardColumns,
  inboxForwardOf,
  type InboxForwardRow,
} from "../../rows/inbox-row.js";
import type { Database } from "../engine/database.js";

export function incomingStore(database: Database, writer: Caller<IncomingWrites>): IncomingStore {
  const numbers = database.prepare<InboxNumber>(
    "SELECT number, customer_id AS customerId FROM inbox_number ORDER BY number",
  );
  const forwards = database.prepare<InboxForwardRow>(
    `SELECT ${inboxForwardColumns} FROM inbox_forward i ORDER BY i.customer_id`,
  );
  const due = database.prepare<ForwardRow>(
    `SELECT ${forwardColumns}
     FROM inbox_forward i JOIN forward f ON f.customer_id = i.customer_id
     WHERE i.customer_id = ? AND f.next_at <= ? ORDER BY f.id LIMIT +?`,
  );
  const customers = database.prepare<{ readonly id: number }>(
    `SELECT customer_id AS id FROM inbox_forward i
     WHERE EXISTS (SELECT 1 FROM forward WHERE customer_id = i.customer_id AND next_at <= ?)`,
  );
  return {
    ...incomingCalls(writer),
    numbers: async () => numbers.all().map((row) => ({ ...row })),
    forwards: async () => forwards.all().map(inboxForwardOf),
    queue: {
      ...forwardCalls(writer),
      customers: async (now) => customers.all(now).map(({ id }) => id),
      due: async (customerId, now, limit) => due.all(customerId, now, limit).map(forwardOf),
      // Only one process forwards, and it tracks its own posts.
      take: async () => true,
    },
  };
}
