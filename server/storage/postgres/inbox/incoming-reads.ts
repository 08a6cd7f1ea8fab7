import type { InboxNumber } from "../../../domain/inbox/forwards.js";
import type { IncomingStore } from "../../../ports/incoming.js";
import type { incomingCalls } from "../../protocol/inbox-writes.js";
import {
  forwardColumns,
  forwardOf,
  type ForwardRow,
  inboxForwardColumns,
  inboxForwardOf,
  type InboxForwardRow,
} from "../../rows/inbox-row.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

/** Messages of one customer that are posted at once. */
const perCustomer = 4;

const numbers = sql<InboxNumber>(
  'SELECT number, customer_id AS "customerId" FROM inbox_number ORDER BY number',
);
const forwards = sql<InboxForwardRow>(
  `SELECT ${inboxForwardColumns} FROM inbox_forward i ORDER BY i.customer_id`,
);
const due = sql<ForwardRow>(
  `SELECT ${forwardColumns}
   FROM inbox_forward i CROSS JOIN LATERAL
     (SELECT * FROM forward WHERE customer_id = i.customer_id AND next_at <= $1 ORDER BY id LIMIT ${perCustomer}) f
   ORDER BY f.next_at, f.id LIMIT $2`,
);

/** Milliseconds, longer than a post may take. */
const claimedFor = 60_000;

/** Guard: only one of two processes claims the message. */
const take = sql(
  `UPDATE forward SET claimed_until = store_time() + ${claimedFor} WHERE id = $1 AND claimed_until <= store_time()`,
);

/** Every read of numbers and forwards, and claims of these, each a statement of its own. */
export function incomingReads(queries: Queries): Omit<IncomingStore, keyof ReturnType<typeof incomingCalls>> {
  return {
    numbers: () => queries.all(numbers),
    forwards: async () => (await queries.all(forwards)).map(inboxForwardOf),
    takeForward: async (id) => (await queries.run(take, id)) > 0,
    dueForwards: async (now, limit) => (await queries.all(due, now, limit)).map(forwardOf),
  };
}
