import type { CallbackStore } from "../../../ports/callbacks.js";
import type { PostQueue } from "../../../ports/posts.js";
import type { Callback } from "../../../domain/callbacks/callbacks.js";
import type { callbackCalls, callbackQueueCalls } from "../../protocol/callback-writes.js";
import {
  callbackColumns,
  callbackOf,
  type CallbackRow,
  listedColumns,
  listedOf,
  type ListedRow,
  targetColumns,
  targetOf,
  type TargetRow,
} from "../../rows/callback-row.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { claimedFor } from "../inbox/incoming-reads.js";

const target = sql<TargetRow>(`SELECT ${targetColumns} FROM customer_callback c WHERE c.customer_id = $1`);
const customers = sql<{ readonly id: number }>(
  `SELECT customer_id AS id FROM customer_callback c WHERE EXISTS (
     SELECT FROM callback WHERE customer_id = c.customer_id AND ready AND next_at <= $1 AND claimed_until <= store_time())`,
);
const due = sql<CallbackRow>(
  `SELECT ${callbackColumns} FROM callback b JOIN customer_callback c ON c.customer_id = b.customer_id
   WHERE b.customer_id = $1 AND b.ready AND b.next_at <= $2 AND b.claimed_until <= store_time()
   ORDER BY b.next_at, b.id LIMIT $3`,
);
const listed = (state: string) =>
  sql<ListedRow>(
    `SELECT ${listedColumns} FROM callback b
     WHERE b.next_at IS ${state} AND b.id < $1 AND ($2::bigint IS NULL OR b.customer_id = $2)
     ORDER BY b.id DESC LIMIT $3`,
  );
const lists = { failed: listed("NULL"), waiting: listed("NOT NULL") };

/** Guard: only one of two processes claims the callback. */
const take = sql(
  `UPDATE callback SET claimed_until = store_time() + ${claimedFor}
   WHERE id = $1 AND ready AND claimed_until <= store_time()`,
);

type QueueReads = Omit<PostQueue<Callback>, keyof ReturnType<typeof callbackQueueCalls>>;

/** Reads of callbacks, and claims, each a statement of its own. */
export function callbackReads(
  queries: Queries,
): Omit<CallbackStore, keyof ReturnType<typeof callbackCalls> | "queue"> & { readonly queue: QueueReads } {
  return {
    target: async (customerId) => {
      const row = await queries.get(target, customerId);
      return row && targetOf(row);
    },
    list: async ({ customerId, failed }, limit, before = Number.MAX_SAFE_INTEGER) => {
      const list = lists[failed ? "failed" : "waiting"];
      return (await queries.all(list, before, customerId ?? null, limit)).map(listedOf);
    },
    queue: {
      customers: async (now) => (await queries.all(customers, now)).map(({ id }) => id),
      due: async (customerId, now, limit) => (await queries.all(due, customerId, now, limit)).map(callbackOf),
      take: async (id) => (await queries.run(take, id)) > 0,
    },
  };
}
