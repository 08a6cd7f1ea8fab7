import type { Forward, InboxNumber } from "../../../domain/inbox/forwards.js";
import type { IncomingStore } from "../../../ports/inbox.js";
import type { PostQueue } from "../../../ports/callbacks.js";
import type { forwardCalls, incomingCalls } from "../../protocol/inbox-writes.js";
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

const numbers = sql<InboxNumber>(
  'SELECT number, customer_id AS "customerId" FROM inbox_number ORDER BY number',
);
const forwards = sql<InboxForwardRow>(
  `SELECT ${inboxForwardColumns} FROM inbox_forward i ORDER BY i.customer_id`,
);
const due = sql<ForwardRow>(
  `SELECT ${forwardColumns}
   FROM inbox_forward i JOIN forward f ON f.customer_id = i.customer_id
   WHERE i.customer_id = $1 AND f.next_at <= $2 AND f.claimed_until <= store_time() ORDER BY f.id LIMIT $3`,
);
const customers = sql<{ readonly id: number }>(
  `SELECT customer_id AS id FROM inbox_forward i
   WHERE EXISTS (SELECT FROM forward WHERE customer_id = i.customer_id AND next_at <= $1)`,
);

/** Milliseconds, longer than a post may take. */
export const claimedFor = 60_000;

/** Guard: only one of two processes claims the message. */
const take = sql(
  `UPDATE forward SET claimed_until = store_time() + ${claimedFor} WHERE id = $1 AND claimed_until <= store_time()`,
);

type QueueReads = Omit<PostQueue<Forward>, keyof ReturnType<typeof forwardCalls>>;

/** Every read of numbers and forwards, and claims of these, each a statement of its own. */
export function incomingReads(
  queries: Queries,
): Omit<IncomingStore, keyof ReturnType<typeof incomingCalls> | "queue"> & { readonly queue: QueueReads } {
  return {
    numbers: () => queries.all(numbers),
    forwards: async () => (await queries.all(forwards)).map(inboxForwardOf),
    queue: {
      customers: async (now) => (await queries.all(customers, now)).map(({ id }) => id),
      due: async (customerId, now, limit) => (await queries.all(due, customerId, now, limit)).map(forwardOf),
      take: async (id) => (await queries.run(take, id)) > 0,
    },
  };
}
