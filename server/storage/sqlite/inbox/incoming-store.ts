import type { IncomingStore } from "../../../ports/incoming.js";
import type { InboxNumber } from "../../../domain/inbox/forwards.js";
import type { Caller } from "../../protocol/calls.js";
import { incomingCalls, type IncomingWrites } from "../../protocol/inbox-writes.js";
import {
  forwardColumns,
  forwardOf,
  type ForwardRow,
  inboxForwardColumns,
  inboxForwardOf,
  type InboxForwardRow,
} from "../../rows/inbox-row.js";
import type { Database } from "../engine/database.js";

/** Maximum of concurrent posts per customer. */
const perCustomer = 4;

export function incomingStore(database: Database, writer: Caller<IncomingWrites>): IncomingStore {
  const numbers = database.prepare<InboxNumber>(
    "SELECT number, customer_id AS customerId FROM inbox_number ORDER BY number",
  );
  const forwards = database.prepare<InboxForwardRow>(
    `SELECT ${inboxForwardColumns} FROM inbox_forward i ORDER BY i.customer_id`,
  );
  const due = database.prepare<ForwardRow>(
    `SELECT ${forwardColumns}
     FROM inbox_forward i JOIN forward f ON f.id IN
       (SELECT id FROM forward WHERE customer_id = i.customer_id AND next_at <= ? ORDER BY id LIMIT ${perCustomer})
     ORDER BY f.next_at, f.id LIMIT ?`,
  );
  return {
    ...incomingCalls(writer),
    numbers: async () => numbers.all().map((row) => ({ ...row })),
    forwards: async () => forwards.all().map(inboxForwardOf),
    // Only one process forwards, and it tracks its own posts.
    takeForward: async () => true,
    dueForwards: async (now, limit) => due.all(now, limit).map(forwardOf),
  };
}
