import type { AccountKey, BalanceAlert, ListedAlert } from "../../../domain/callbacks/alerts.js";
import type { LowBalance } from "../../../domain/credit/statement.js";
import type { AlertStore } from "../../../ports/alerts.js";
import type { PostQueue } from "../../../ports/posts.js";
import { alertCalls, alertQueueCalls, type AlertWrites } from "../../protocol/alert-writes.js";
import type { Caller } from "../../script/calls.js";
import {
  alertColumns,
  alertLists,
  alertOf,
  type AlertRow,
  becameLowText,
  discardText,
  lastFollowedText,
  noAttempt,
  recoveredText,
  recoverText,
} from "../../rows/alert-row.js";
import { alone, type Batches, oneByOne } from "../engine/batch.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { claimedFor } from "../inbox/incoming-reads.js";

const lastFollowed = sql<{ readonly id: number | null }>(lastFollowedText);
const becameLow = sql<LowBalance>(becameLowText);
const recovered = sql<AccountKey>(recoveredText);
const lists = { failed: sql<ListedAlert>(alertLists.failed), waiting: sql<ListedAlert>(alertLists.waiting) };
const customers = sql<{ readonly id: number }>(
  `SELECT DISTINCT customer_id AS id FROM balance_alert WHERE next_at <= $1 AND claimed_until <= store_time()`,
);
const due = sql<AlertRow>(
  `SELECT ${alertColumns} FROM balance_alert b JOIN customer_callback c ON c.customer_id = b.customer_id
   WHERE b.customer_id = $1 AND b.next_at <= $2 AND b.claimed_until <= store_time()
   ORDER BY b.next_at, b.id LIMIT $3`,
);
/** Guard: only one of two processes claims the alert. */
const take = sql(
  `UPDATE balance_alert SET claimed_until = store_time() + ${claimedFor}
   WHERE id = $1 AND next_at IS NOT NULL AND claimed_until <= store_time()`,
);

/** Reads of alerts, and claims, each a statement of its own. */
export function alertStore(queries: Queries, writer: Caller<AlertWrites>): AlertStore {
  const queue: Omit<PostQueue<BalanceAlert>, keyof ReturnType<typeof alertQueueCalls>> = {
    customers: async (now) => (await queries.all(customers, now)).map(({ id }) => id),
    due: async (customerId, now, limit) => (await queries.all(due, customerId, now, limit)).map(alertOf),
    take: async (id) => (await queries.run(take, id)) > 0,
  };
  return {
    list: ({ customerId, failed }, limit, before = Number.MAX_SAFE_INTEGER) =>
      queries.all(lists[failed ? "failed" : "waiting"], before, customerId ?? null, limit),
    ...alertCalls(writer, {
      last: async (after, limit) => (await queries.get(lastFollowed, after, limit))?.id ?? undefined,
      changes: async (after, upTo, before) => ({
        added: await queries.all(becameLow, after, upTo, before),
        removed: await queries.all(recovered, after, upTo),
      }),
    }),
    queue: { ...queue, ...alertQueueCalls(writer) },
  };
}

/** Guard: the row of the target is locked, so that its removal comes before or after, and removes what is added here. */
const add = sql(
  `INSERT INTO balance_alert (customer_id, kind, remaining, threshold, at, next_at, until)
   SELECT customer_id, $2, $3, $4, $5, $5, $6 FROM customer_callback WHERE customer_id = $1 FOR KEY SHARE
   ON CONFLICT DO NOTHING`,
);
const replace = sql("DELETE FROM balance_alert WHERE customer_id = $1 AND kind = $2 AND recovered = 1");
const discard = sql(discardText);
const recover = sql(recoverText);
const end = sql("UPDATE balance_alert SET next_at = NULL, failure = NULL WHERE id = $1");
const postpone = sql(
  `UPDATE balance_alert SET attempts = attempts + 1, next_at = $2, failure = $3, claimed_until = 0
   WHERE id = $1 AND next_at IS NOT NULL`,
);
const expire = sql<{ readonly customerId: number }>(
  `UPDATE balance_alert SET next_at = NULL, failure = coalesce(failure, '${noAttempt}') WHERE id IN
     (SELECT id FROM balance_alert WHERE next_at IS NOT NULL AND until <= $1 AND claimed_until <= store_time()
      ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED)
   RETURNING customer_id AS "customerId"`,
);

/** Every change of alerts. */
export const alertWrites: Batches<AlertWrites> = {
  changeAlerts: alone("follow balances", null, async (session, { added, removed, now, until }) => {
    for (const { customerId, kind } of removed) {
      await session.run(discard, customerId, kind);
      await session.run(recover, customerId, kind);
    }
    for (const { customerId, kind, left, threshold } of added) {
      await session.run(replace, customerId, kind);
      await session.run(add, customerId, kind, left, threshold, now, until);
    }
    return null;
  }),
  endAlert: oneByOne(async (session, id) => {
    await session.run(end, id);
    return null;
  }),
  postponeAlert: oneByOne(
    async (session, { id, nextAt, failure }) => (await session.run(postpone, id, nextAt, failure)) > 0,
  ),
  expireAlerts: alone("expire alerts", [], async (session, { now, limit }) =>
    (await session.all(expire, now, limit)).map(({ customerId }) => customerId),
  ),
};
