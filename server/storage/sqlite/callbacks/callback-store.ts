import type { CallbackStore } from "../../../ports/callbacks.js";
import type { Caller } from "../../script/calls.js";
import { callbackCalls, callbackQueueCalls, type CallbackWrites } from "../../protocol/callback-writes.js";
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
import type { Database } from "../engine/database.js";

/** Due callbacks of a customer. */
export const dueCallbacksSql = `
SELECT ${callbackColumns} FROM callback b JOIN customer_callback c ON c.customer_id = b.customer_id
WHERE b.customer_id = ? AND b.ready = 1 AND b.next_at <= ?
ORDER BY b.next_at, b.id LIMIT +?`;

/** Customers with due callbacks. */
export const dueCustomersSql = `
SELECT customer_id AS id FROM customer_callback c
WHERE EXISTS (SELECT 1 FROM callback b WHERE b.customer_id = c.customer_id AND b.ready = 1 AND b.next_at <= ?)`;

export function callbackStore(database: Database, writer: Caller<CallbackWrites>): CallbackStore {
  const target = database.prepare<TargetRow>(
    `SELECT ${targetColumns} FROM customer_callback c WHERE c.customer_id = ?`,
  );
  const customers = database.prepare<{ readonly id: number }>(dueCustomersSql);
  const due = database.prepare<CallbackRow>(dueCallbacksSql);
  const listed = (state: string, customer: string) =>
    database.prepare<ListedRow>(
      `SELECT ${listedColumns} FROM callback b
       WHERE b.next_at IS ${state} AND b.id < ? ${customer} ORDER BY b.id DESC LIMIT +?`,
    );
  const lists = {
    failed: { all: listed("NULL", ""), one: listed("NULL", "AND b.customer_id = ?") },
    waiting: { all: listed("NOT NULL", ""), one: listed("NOT NULL", "AND b.customer_id = ?") },
  };
  return {
    ...callbackCalls(writer),
    target: async (customerId) => {
      const row = target.get(customerId);
      return row && targetOf(row);
    },
    list: async ({ customerId, failed }, limit, before = Number.MAX_SAFE_INTEGER) => {
      const { all, one } = lists[failed ? "failed" : "waiting"];
      const rows = customerId === undefined ? all.all(before, limit) : one.all(before, customerId, limit);
      return rows.map(listedOf);
    },
    queue: {
      ...callbackQueueCalls(writer),
      customers: async (now) => customers.all(now).map(({ id }) => id),
      due: async (customerId, now, limit) => due.all(customerId, now, limit).map(callbackOf),
      // Only one process posts, and it tracks its own posts.
      take: async () => true,
    },
  };
}
