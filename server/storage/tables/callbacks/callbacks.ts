import type { Callback, CallbackTarget } from "../../../domain/callbacks/callbacks.js";
import { postFor } from "../../../domain/posts/posts.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { CallbackStore, RetriedCallbacks, PostQueue } from "../../../ports/callbacks.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, optional, text, whole } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { lockRecipients } from "../outbox/recipients.js";
import { alone } from "../primitives.js";
import { claimed, claimedFor, queueReads, storedFailure, type StoredFailure } from "../posts/posts.js";
import { retryAlert, retryAlerts, retryAlertsOf } from "./alerts.js";
import { target } from "./targets.js";

const event = {
  id: whole(),
  customerId: whole(),
  transactionId: text(),
  messageId: whole(),
  phone: text(),
  part: optional(whole()),
  state: whole<RecipientState>(),
  at: whole(),
  error: optional(text()),
  attempts: whole(),
};
const eventNames = `b.id, b.customer_id, b.transaction_id, b.recipient AS message_id, b.phone, b.part, b.state, b.at, b.error,
  b.attempts`;

const findTarget = sql(
  `SELECT ${namesOf(target)} FROM customer_callback WHERE customer_id = $customerId`,
  target,
);
/** Customers with due callbacks. */
export const dueCustomers = sql(
  `SELECT customer_id AS id FROM customer_callback c WHERE EXISTS (
     SELECT 1 FROM callback b WHERE b.customer_id = c.customer_id AND b.ready = true AND b.next_at <= $now
       AND b.claimed_until <= $storeTime)`,
  { id: whole() },
);
/** Due callbacks of a customer. */
export const dueCallbacks = sql(
  `SELECT ${eventNames}, b.until, c.url, c.secret, c.parts, c.private
   FROM callback b JOIN customer_callback c ON c.customer_id = b.customer_id
   WHERE b.customer_id = $customerId AND b.ready = true AND b.next_at <= $now AND b.claimed_until <= $storeTime
   ORDER BY b.next_at, b.id LIMIT $limit`,
  { ...event, until: whole(), ...target },
);
/** Guard: only one of two processes claims the callback. */
const claim = sql(
  `UPDATE callback SET claimed_until = $storeTime + ${claimedFor}
   WHERE id = $id AND ready = true AND claimed_until <= $storeTime RETURNING id`,
  { id: whole() },
  claimed,
);
const listed = (state: string) =>
  sql(
    `SELECT ${eventNames}, b.next_at, b.failure FROM callback b
     WHERE b.next_at IS ${state} AND b.id < $before AND ($customerId::bigint IS NULL OR b.customer_id = $customerId)
     ORDER BY b.id DESC LIMIT $limit`,
    { ...event, nextAt: optional(whole()), failure: optional(text()) },
  );
const lists = { failed: listed("NULL"), waiting: listed("NOT NULL") };

const set = sql(
  `INSERT INTO customer_callback (customer_id, url, secret, parts, private)
   SELECT id, $url, $secret, $parts, $private FROM customer WHERE id = $customerId
   ON CONFLICT (customer_id) DO UPDATE
   SET url = excluded.url, secret = excluded.secret, parts = excluded.parts, private = excluded.private`,
);
const remove = sql("DELETE FROM customer_callback WHERE customer_id = $customerId");

const expired = sql(
  `SELECT id FROM callback WHERE next_at IS NOT NULL AND until <= $now AND claimed_until <= $storeTime
   ORDER BY until LIMIT $limit`,
  { id: whole() },
);
/** Guard: one that is being posted is left to its process. */
const expire = sql(
  `UPDATE callback SET next_at = NULL, changed_at = $now
   WHERE id = ANY ($ids::bigint[]) AND next_at IS NOT NULL AND until <= $now AND claimed_until <= $storeTime
   RETURNING customer_id`,
  { customerId: whole() },
);
const failed = sql(
  `SELECT id FROM callback WHERE next_at IS NULL AND ($customerId::bigint IS NULL OR customer_id = $customerId)
   ORDER BY id LIMIT $limit`,
  { id: whole() },
);
const retry = sql(
  `UPDATE callback SET attempts = 0, next_at = $now, until = $until, failure = NULL, changed_at = NULL, claimed_until = 0
   WHERE id = ANY ($ids::bigint[])`,
);
/** The place of each callback among those of its message. */
const turns = sql(
  `SELECT id, row_number() OVER (PARTITION BY recipient ORDER BY id)::int AS turn FROM callback
   WHERE id = ANY ($ids::bigint[]) ORDER BY turn`,
  { id: whole(), turn: whole() },
);
const messagesOf = sql("SELECT DISTINCT recipient AS id FROM callback WHERE id = ANY ($ids::bigint[])", {
  id: whole(),
});

/**
 * Guard: triggers lock the message of each callback that ends. Locking all messages first, in the order that delivery uses, prevents
 * deadlocks.
 */
export function* lockMessagesOf(ids: readonly number[]): Steps<void> {
  yield* lockRecipients((yield* all(messagesOf, { ids })).map(({ id }) => id));
}

function* retryCallbacks(ids: readonly number[], now: number): Steps<number> {
  yield* lockMessagesOf(ids);
  // A statement changes rows in any order, and the first callback of a message becomes ready: one statement for each place.
  const places = new Map<number, number[]>();
  for (const { id, turn } of yield* all(turns, { ids })) {
    const some = places.get(turn) ?? [];
    some.push(id);
    places.set(turn, some);
  }
  let retried = 0;
  for (const some of places.values()) retried += yield* run(retry, { ids: some, now, until: now + postFor });
  return retried;
}

/** Changes of targets and callbacks. The rows themselves are written by triggers, with the states that they report. */
export const callbacks = subject(
  "callbacks",
  {
    *setTarget(changed: CallbackTarget, now: number): Steps<boolean> {
      const { customerId, url, secret, parts, private: isPrivate } = changed;
      const isSet = (yield* run(set, { customerId, url, secret, parts, private: isPrivate })) > 0;
      yield* retryAlertsOf(customerId, now);
      return isSet;
    },
    *removeTarget(customerId: number): Steps<boolean> {
      return (yield* run(remove, { customerId })) > 0;
    },
    *retry(which: RetriedCallbacks, now: number): Steps<number> {
      if ("alerts" in which) {
        let changed = 0;
        for (const id of which.alerts.toSorted((a, b) => a - b)) changed += yield* retryAlert(id, now);
        return changed;
      }
      if ("ids" in which) return yield* retryCallbacks(which.ids, now);
      const { customerId, limit } = which;
      const ids = (yield* all(failed, { customerId, limit })).map(({ id }) => id);
      const retried = yield* retryCallbacks(ids, now);
      if (retried >= limit) return retried;
      if (customerId === undefined) return retried + (yield* retryAlerts(limit - retried, now));
      return retried + (yield* retryAlertsOf(customerId, now));
    },
  },
  ["setTarget", "removeTarget", "retry"],
);

/** Callbacks whose time is over. */
export const callbackExpiry = subject("callbackExpiry", {
  *expire(now: number, limit: number): Steps<readonly number[]> {
    if (!(yield* alone("expire callbacks"))) return [];
    const ids = (yield* all(expired, { now, storeTime: now, limit })).map(({ id }) => id);
    yield* lockMessagesOf(ids);
    return (yield* all(expire, { ids, now, storeTime: now })).map(({ customerId }) => customerId);
  },
});

/** Results of posts, which each driver stores in its own way: they come as often as final states. */
export interface CallbackWrites {
  endCallback(input: { readonly id: number; readonly at: number }): null;
  /** False if it no longer waits. */
  postponeCallback(post: StoredFailure): boolean;
}

export function callbackStore(
  reads: Reads,
  writer: Caller<CallbackWrites & WritesOf<typeof callbacks> & WritesOf<typeof callbackExpiry>>,
): CallbackStore {
  const queue: PostQueue<Callback> = {
    ...queueReads(reads, { customers: dueCustomers, due: dueCallbacks, claim }),
    ...calls(writer, callbackExpiry),
    end: async (id, at) => {
      await writer.call("endCallback", { id, at });
    },
    postpone: (post) => writer.call("postponeCallback", storedFailure(post, post.nextAt)),
    giveUp: (post) => writer.call("postponeCallback", storedFailure(post, null)),
  };
  return {
    ...calls(writer, callbacks),
    queue,
    target: (customerId) => reads.get(findTarget, { customerId }),
    list: ({ customerId, failed: isFailed }, limit, before = Number.MAX_SAFE_INTEGER) =>
      reads.all(lists[isFailed ? "failed" : "waiting"], { customerId, before, limit }),
  };
}
