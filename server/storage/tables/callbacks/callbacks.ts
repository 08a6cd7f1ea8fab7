import type { Callback, CallbackTarget, CallbackTry } from "../../../domain/callbacks/callbacks.js";
import { postFor } from "../../../domain/posts/posts.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { CallbackStore, PostResponse, RetriedCallbacks, PostQueue } from "../../../ports/callbacks.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { lockRecipients } from "../outbox/recipients.js";
import { alone } from "../primitives.js";
import {
  claimEnds,
  claimOf,
  queueReads,
  storedFailure,
  type StoredFailure,
  unclaimed,
} from "../posts/posts.js";
import { retryAlert, retryAlerts, retryAlertsOf, target } from "./alerts.js";
import { endUnusualPosts } from "./unusual-posts.js";

/** A condition on callbacks `b`: their message is stored. A deleted one may have had the id of another message. */
export const isOfStoredMessage =
  "EXISTS (SELECT 1 FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = b.recipient AND t.id = b.transaction_id)";

const event = {
  id: integer(),
  customerId: integer(),
  transactionId: text(),
  messageId: integer(),
  phone: text(),
  part: optional(integer()),
  state: integer<RecipientState>(),
  at: integer(),
  error: optional(text()),
  attempts: integer(),
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
       ${unclaimed("b.")})`,
  { id: integer() },
);
/** Due callbacks of a customer. */
export const dueCallbacks = sql(
  `SELECT ${eventNames}, b.until, c.url, c.secret, c.parts, c.private
   FROM callback b JOIN customer_callback c ON c.customer_id = b.customer_id
   WHERE b.customer_id = $customerId AND b.ready = true AND b.next_at <= $now ${unclaimed("b.")}
   ORDER BY b.next_at, b.id LIMIT $limit`,
  { ...event, until: integer(), ...target },
);
const claim = claimOf("callback", "AND ready = true");
/** Of one customer, or of all: one statement for both could not use the index of customers. */
const ofOne = "b.customer_id = $customerId";
type Whose = typeof ofOne | "true";

const listed = (state: "NULL" | "NOT NULL", whose: Whose) =>
  sql(
    `SELECT ${eventNames}, b.next_at, b.failure FROM callback b
     WHERE b.next_at IS ${state} AND b.id < $before AND ${whose} ORDER BY b.id DESC LIMIT $limit`,
    { ...event, nextAt: optional(integer()), failure: optional(text()) },
  );
const whose = (customerId: number | undefined) => (customerId === undefined ? "all" : "one");
const lists = {
  failed: { one: listed("NULL", ofOne), all: listed("NULL", "true") },
  waiting: { one: listed("NOT NULL", ofOne), all: listed("NOT NULL", "true") },
};

const set = sql(
  `INSERT INTO customer_callback (customer_id, url, secret, parts, private)
   SELECT id, $url, $secret, $parts, $private FROM customer WHERE id = $customerId
   ON CONFLICT (customer_id) DO UPDATE
   SET url = excluded.url, secret = excluded.secret, parts = excluded.parts, private = excluded.private`,
);
const remove = sql("DELETE FROM customer_callback WHERE customer_id = $customerId");

const expired = sql(
  `SELECT id FROM callback WHERE next_at IS NOT NULL AND until <= $now ${unclaimed("")}
   ORDER BY until LIMIT $limit`,
  { id: integer() },
);
/** Guard: one that is being posted is left to its process. */
const expire = sql(
  `UPDATE callback SET next_at = NULL, changed_at = $now
   WHERE id = ANY ($ids::bigint[]) AND next_at IS NOT NULL AND until <= $now ${unclaimed("")}
   RETURNING customer_id`,
  { customerId: integer() },
);
const failed = {
  one: sql(`SELECT b.id FROM callback b WHERE b.next_at IS NULL AND ${ofOne} ORDER BY b.id LIMIT $limit`, {
    id: integer(),
  }),
  all: sql("SELECT id FROM callback WHERE next_at IS NULL ORDER BY until, id LIMIT $limit", {
    id: integer(),
  }),
};
const retry = sql(
  `UPDATE callback SET attempts = 0, next_at = $now, until = $until, failure = NULL, changed_at = NULL, tried = NULL${claimEnds}
   WHERE id = ANY ($ids::bigint[])`,
);
/** The place of each callback among those of its message. */
const turns = sql(
  `SELECT id, row_number() OVER (PARTITION BY recipient ORDER BY id)::int AS turn FROM callback
   WHERE id = ANY ($ids::bigint[]) ORDER BY turn`,
  { id: integer(), turn: integer() },
);
const messagesOf = sql("SELECT DISTINCT recipient AS id FROM callback WHERE id = ANY ($ids::bigint[])", {
  id: integer(),
});

/** The attempts of a callback `b` with a further one: NULL for one that is not known. */
const triedWith = <const Latest extends string>(latest: Latest) =>
  `coalesce(b.tried || ',' || ${latest}, ${latest}, b.tried)` as const;

const addPosted = sql(
  `INSERT INTO posted_callback (recipient, part, at, attempts, tried)
   SELECT b.recipient, coalesce(b.part, 0), n.at, b.attempts + 1, ${triedWith("n.tried")}
   FROM json_to_recordset($posts::json) AS n (id bigint, at bigint, tried text) JOIN callback b ON b.id = n.id
   WHERE ${isOfStoredMessage}
   ON CONFLICT (recipient, part) DO UPDATE SET at = excluded.at, attempts = excluded.attempts, tried = excluded.tried`,
);
const removePosted = sql("DELETE FROM callback WHERE id = ANY ($ids::bigint[])");
const postpone = sql(
  `UPDATE callback AS b SET attempts = b.attempts + 1, next_at = n.later, failure = n.failure, changed_at = n.at,
     tried = ${triedWith("n.latest")}${claimEnds}
   FROM json_to_recordset($posts::json) AS n (callback bigint, later bigint, failure text, at bigint, latest text)
   WHERE b.id = n.callback AND b.next_at IS NOT NULL RETURNING id`,
  { id: integer() },
);

/**
 * Guard: triggers lock the message of each callback that ends. Locking all messages first, in the order that delivery uses, prevents
 * deadlocks.
 */
function* lockMessagesOf(ids: readonly number[]): Steps<void> {
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
      yield* endUnusualPosts(customerId);
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
      const ids = (yield* all(failed[whose(customerId)], { customerId, limit })).map(({ id }) => id);
      const retried = yield* retryCallbacks(ids, now);
      if (retried >= limit) return retried;
      if (customerId === undefined) return retried + (yield* retryAlerts(limit - retried, now));
      return retried + (yield* retryAlertsOf(customerId, now));
    },
  },
  ["setTarget", "removeTarget", "retry"],
);

/** The end of a post: it was accepted at a time. */
export interface EndedPost {
  readonly id: number;
  readonly at: number;
  readonly response?: PostResponse | undefined;
}

/** An attempt as it is stored. */
const tryText = (made: CallbackTry): string => JSON.stringify(made);

const endedRow = ({ id, at, response }: EndedPost) => ({
  id,
  at,
  tried: response === undefined ? null : tryText({ at, ...response }),
});

const failedRow = ({ id, nextAt, failure, at, host }: StoredFailure) => ({
  callback: id,
  later: nextAt,
  failure,
  at,
  latest: host === undefined ? null : tryText({ at, host, failure, nextAt: nextAt ?? undefined }),
});

/** Callbacks that are posted: results, which come as often as final states, and those whose time is over. */
export const callbackQueue = subject(
  "callbackQueue",
  {
    *end(posts: readonly EndedPost[]): Steps<readonly null[]> {
      const ids = posts.map(({ id }) => id);
      yield* lockMessagesOf(ids);
      yield* run(addPosted, { posts: rowsText(posts.map(endedRow)) });
      yield* run(removePosted, { ids });
      return ids.map(() => null);
    },
    /** False for one that no longer waits. */
    *postpone(posts: readonly StoredFailure[]): Steps<readonly boolean[]> {
      const givenUp = posts.filter(({ nextAt }) => nextAt === null);
      if (givenUp.length > 0) yield* lockMessagesOf(givenUp.map(({ id }) => id));
      const rows = rowsText(posts.map(failedRow));
      const postponed = new Set((yield* all(postpone, { posts: rows })).map(({ id }) => id));
      return posts.map(({ id }) => postponed.has(id));
    },
    *expire(now: number, limit: number): Steps<readonly number[]> {
      if (!(yield* alone("expire callbacks"))) return [];
      const ids = (yield* all(expired, { now, storeTime: now, limit })).map(({ id }) => id);
      yield* lockMessagesOf(ids);
      return (yield* all(expire, { ids, now, storeTime: now })).map(({ customerId }) => customerId);
    },
  },
  [],
  ["end", "postpone"],
);

export function callbackStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof callbacks> & WritesOf<typeof callbackQueue>>,
): CallbackStore {
  const { end, postpone: postponed, expire: expireSome } = calls(writer, callbackQueue);
  const keepFailure = async (post: StoredFailure): Promise<boolean> => (await postponed([post]))[0] === true;
  const queue: PostQueue<Callback> = {
    ...queueReads(reads, { customers: dueCustomers, due: dueCallbacks, claim }),
    expire: expireSome,
    end: async (id, at, response) => {
      await end([{ id, at, response }]);
    },
    postpone: (post) => keepFailure(storedFailure(post, post.nextAt)),
    giveUp: (post) => keepFailure(storedFailure(post, null)),
  };
  return {
    ...calls(writer, callbacks),
    queue,
    target: (customerId) => reads.get(findTarget, { customerId }),
    list: ({ customerId, failed: isFailed }, limit, before = Number.MAX_SAFE_INTEGER) =>
      reads.all(lists[isFailed ? "failed" : "waiting"][whose(customerId)], { customerId, before, limit }),
  };
}
