import type { RecipientState } from "../../../domain/recipient-state.js";
import type {
  ReceiptRequest,
  SmppDelivery,
  DeliveryResult,
  SubmitOptions,
} from "../../../domain/smpp/deliveries.js";
import type { SmppStore } from "../../../ports/smpp.js";
import { hasId, numbersBeside, rangesOf } from "../../schema/numbers.js";
import { optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { alone } from "../primitives.js";
import { claimEnds, unclaimed } from "../posts/posts.js";

/** Milliseconds for which a delivery belongs to a process that lives: longer than a client has for its response. */
const claimedFor = 70_000;

const delivery = {
  id: integer(),
  userId: integer(),
  bind: text(),
  transactionId: text(),
  txn: integer(),
  sender: text(),
  addressee: text(),
  state: optional(integer<RecipientState>()),
  error: optional(text()),
  submittedAt: integer(),
  parts: integer(),
  options: text(),
  text: optional(text()),
  at: integer(),
  attempts: integer(),
  until: integer(),
};
const columns =
  `id, user_id, bind, transaction_id, txn, sender, addressee, state, error, submitted_at, parts, options, text, at, attempts,
  until` as const;
/** No process has taken it, or one whose binds have ended. */
const isFree = `(d.claimed_until <= $storeTime
  OR d.claimed_by NOT IN (SELECT process FROM smpp_bind WHERE alive_until >= $storeTime))` as const;
/**
 * Claims of a process. Guard: a delivery that prefers a bind of another process is left for that one. The one process of a file
 * remembers its own.
 */
const take = sql(
  `UPDATE smpp_delivery SET claimed_until = $storeTime + ${claimedFor}, claimed_by = $process WHERE id IN (WITH picked AS MATERIALIZED (
     SELECT d.id FROM smpp_delivery d
     WHERE d.user_id = $userId AND d.next_at <= $now AND ${isFree} AND d.id <> ALL ($inFlight::bigint[])
       AND (d.bind = '' OR d.bind = ANY ($binds::text[])
         OR NOT EXISTS (SELECT FROM smpp_bind b WHERE b.id = d.bind AND b.kind <> 'transmitter' AND b.alive_until >= $storeTime))
     ORDER BY d.next_at, d.id LIMIT $limit FOR UPDATE OF d SKIP LOCKED) SELECT id FROM picked)
   RETURNING ${columns}`,
  delivery,
  {
    sqlite: `SELECT ${columns} FROM smpp_delivery
       WHERE user_id = $userId AND next_at <= $now AND id NOT IN (SELECT value FROM json_each($inFlight))
       ORDER BY next_at, id LIMIT +$limit`,
  },
);
const due = sql(
  `SELECT user_id AS id FROM smpp_account a WHERE user_id = ANY ($userIds::bigint[]) AND EXISTS (
     SELECT 1 FROM smpp_delivery d WHERE d.user_id = a.user_id AND d.next_at <= $now AND ${isFree})`,
  { id: integer() },
  {
    sqlite: `SELECT user_id AS id FROM smpp_account a WHERE user_id IN (SELECT value FROM json_each($userIds)) AND EXISTS (
       SELECT 1 FROM smpp_delivery d WHERE d.user_id = a.user_id AND d.next_at <= $now)`,
  },
);
const removeAll = sql("DELETE FROM smpp_delivery WHERE id = ANY ($ids::bigint[])");
const postpone = sql(
  `UPDATE smpp_delivery AS d SET attempts = d.attempts + n.counts, next_at = n.later${claimEnds}
   FROM json_to_recordset($results::json) AS n (id bigint, later bigint, counts bigint) WHERE d.id = n.id`,
);
const expire = sql(
  `DELETE FROM smpp_delivery WHERE id IN
     (WITH picked AS MATERIALIZED (SELECT id FROM smpp_delivery WHERE until <= $now ${unclaimed("")} ORDER BY until LIMIT $limit
      FOR UPDATE SKIP LOCKED) SELECT id FROM picked)
   RETURNING user_id`,
  { userId: integer() },
);
const waiting = sql(
  "SELECT user_id, count(*) AS waiting, min(at) AS oldest FROM smpp_delivery GROUP BY user_id ORDER BY user_id",
  { userId: integer(), waiting: integer(), oldest: integer() },
);
const found = {
  transactionId: text(),
  state: integer<RecipientState>(),
  at: integer(),
  error: optional(text()),
};
const selectFirst = `SELECT t.id AS transaction_id, r.state, r.at, r.error
  FROM txn t JOIN recipient r ON r.txn = t.seq AND r.id BETWEEN $first AND $last` as const;
const ofNumber = sql(
  `${selectFirst}
   WHERE t.seq = $number AND t.customer_id = $customerId AND t.user_name = $userName ORDER BY r.id LIMIT 1`,
  found,
);
const ofTransaction = sql(
  `${selectFirst}
   WHERE ${hasId("t.id", "$transactionId")} AND t.customer_id = $customerId AND t.user_name = $userName AND t.seq BETWEEN $first AND $last
   ORDER BY r.id LIMIT 1`,
  found,
);
const insertWishes = sql(
  `INSERT INTO smpp_wish (txn, user_id, bind, wanted, options)
   SELECT txn, user_id, bind, wanted, options
   FROM json_to_recordset($wishes::json) AS n (txn bigint, user_id bigint, bind text, wanted int, options text)`,
);

/** The request for receipts of a stored transaction. */
export interface StoredReceiptRequest extends ReceiptRequest {
  readonly txn: number;
}

/** Stores requests for receipts. */
export function* storeReceiptRequests(wishes: readonly StoredReceiptRequest[]): Steps<void> {
  if (wishes.length === 0) return;
  const rows = wishes.map(({ txn, userId, bind, wanted, options }) => {
    return { txn, user_id: userId, bind, wanted, options: JSON.stringify(options) };
  });
  yield* run(insertWishes, { wishes: rowsText(rows) });
}

/** Results of deliveries. */
export const deliveryScripts = {
  *settle(results: readonly DeliveryResult[]): Steps<readonly null[]> {
    const over = results.flatMap((result) => (result.kind === "over" ? [result.id] : []));
    const again = results.flatMap((result) =>
      result.kind === "again" ? [{ id: result.id, later: result.nextAt, counts: Number(result.counts) }] : [],
    );
    if (over.length > 0) yield* run(removeAll, { ids: over });
    if (again.length > 0) yield* run(postpone, { results: rowsText(again) });
    return results.map(() => null);
  },
  *expire(now: number, limit: number): Steps<readonly number[]> {
    if (!(yield* alone("expire SMPP deliveries"))) return [];
    return (yield* all(expire, { now, storeTime: now, limit })).map(({ userId }) => userId);
  },
};

function deliveryOf(row: RowOf<typeof delivery>): SmppDelivery {
  const { id, userId, bind, sender: from, addressee: to, at, attempts, until } = row;
  return { id, userId, bind, from, to, at, attempts, until, content: contentOf(row) };
}

function contentOf(row: RowOf<typeof delivery>): SmppDelivery["content"] {
  const { state, text } = row;
  if (state === undefined) return { kind: "message", text: text ?? "" };
  const { transactionId: messageId, txn: number, error, submittedAt, parts, options: stored } = row;
  // Written by `storeReceiptWishes`.
  const options = JSON.parse(stored) as SubmitOptions;
  return { kind: "receipt", messageId, number, state, error, submittedAt, parts, options };
}

export function deliveryReads(reads: Reads): Pick<SmppStore, "due" | "take" | "waiting" | "message"> {
  return {
    due: async (userIds, now) => (await reads.all(due, { userIds, now, storeTime: now })).map(({ id }) => id),
    take: async ({ userId, process, binds, inFlight, limit }, now) => {
      const rows = await reads.all(take, { userId, process, binds, inFlight, limit, now, storeTime: now });
      return [...rows].sort((one, other) => one.id - other.id).map(deliveryOf);
    },
    waiting: () => reads.all(waiting),
    message: async ({ customerId, userName }, id) => {
      if (typeof id === "number")
        return reads.get(ofNumber, { number: id, customerId, userName, ...numbersBeside(id) });
      for (const range of rangesOf(id)) {
        const row = await reads.get(ofTransaction, { transactionId: id, customerId, userName, ...range });
        if (row !== undefined) return row;
      }
      return undefined;
    },
  };
}
