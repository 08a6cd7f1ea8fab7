import { type AlertChanges, alertPause, type BalanceAlert } from "../../../domain/callbacks/alerts.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import { postFor } from "../../../domain/posts/posts.js";
import type { AlertStore, PostQueue } from "../../../ports/callbacks.js";
import type { Caller } from "../../script/calls.js";
import { flag, namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import {
  claimEnds,
  claimOf,
  queueReads,
  storedFailure,
  type StoredFailure,
  unclaimed,
} from "../posts/posts.js";
import { lowAccounts } from "../accounts/ledger.js";
import { alone } from "../primitives.js";

/** Columns of the target of a customer's callbacks, of `customer_callback`. */
export const target = { customerId: integer(), url: text(), secret: text(), parts: flag(), private: flag() };

const account = { customerId: integer(), kind: text<CreditKind>() };
const low = { ...account, left: integer(), threshold: integer() };
const alert = { id: integer(), ...low, at: integer(), attempts: integer() };

const customers = sql(
  `SELECT DISTINCT customer_id AS id FROM balance_alert WHERE next_at <= $now ${unclaimed("")}`,
  { id: integer() },
);
const due = sql(
  `SELECT b.id, b.kind, b.remaining AS "left", b.threshold, b.at, b.attempts, b.until, ${namesOf(target, "c")}
   FROM balance_alert b JOIN customer_callback c ON c.customer_id = b.customer_id
   WHERE b.customer_id = $customerId AND b.next_at <= $now ${unclaimed("b.")}
   ORDER BY b.next_at, b.id LIMIT $limit`,
  { ...alert, until: integer(), ...target },
);
const claim = claimOf("balance_alert", "AND next_at IS NOT NULL");
const givenUp = "next_at IS NULL AND failure IS NOT NULL";
const listed = (state: string) =>
  sql(
    `SELECT b.id, b.customer_id, b.kind, b.remaining AS "left", b.threshold, b.at, b.attempts, b.next_at, b.failure
     FROM balance_alert b
     WHERE ${state} AND b.id < $before AND ($customerId::bigint IS NULL OR b.customer_id = $customerId)
     ORDER BY b.id DESC LIMIT $limit`,
    { ...alert, nextAt: optional(integer()), failure: optional(text()) },
  );
const lists = { failed: listed(givenUp), waiting: listed("next_at IS NOT NULL") };

/** The last of at most `limit` customers with callbacks and ids above `after`. */
const lastFollowed = sql(
  `SELECT max(id) AS id FROM (
     SELECT customer_id AS id FROM customer_callback WHERE customer_id > $after ORDER BY customer_id LIMIT $limit) page`,
  { id: optional(integer()) },
);
/** Accounts of customers with callbacks that have become low, and had no alert since `before`. The threshold is not NULL. */
const becameLow = sql(
  `SELECT c.customer_id, l.kind, l."left", coalesce(l.threshold, 0) AS threshold
   FROM customer_callback c JOIN (${lowAccounts}) l ON l."customerId" = c.customer_id
     LEFT JOIN balance_alert b ON b.customer_id = c.customer_id AND b.kind = l.kind
   WHERE c.customer_id > $after AND c.customer_id <= $upTo AND (b.id IS NULL OR b.recovered = 1 AND b.at <= $before)
   ORDER BY c.customer_id, l.kind`,
  low,
);
/** Accounts with an alert that are no longer low. */
const recovered = sql(
  `SELECT b.customer_id, b.kind
   FROM balance_alert b WHERE b.customer_id > $after AND b.customer_id <= $upTo AND b.recovered = 0
     AND NOT EXISTS (SELECT 1 FROM (${lowAccounts}) l WHERE l."customerId" = b.customer_id AND l.kind = b.kind)
   ORDER BY b.customer_id, b.kind`,
  account,
);

/** Guard: the row of the target is locked, so that its removal comes before or after, and removes what is added here. */
const add = sql(
  `INSERT INTO balance_alert (customer_id, kind, remaining, threshold, at, next_at, until)
   SELECT customer_id, $kind, $left, $threshold, $now, $now, $until FROM customer_callback
   WHERE customer_id = $customerId FOR KEY SHARE
   ON CONFLICT DO NOTHING`,
);
const replace = sql(
  "DELETE FROM balance_alert WHERE customer_id = $customerId AND kind = $kind AND recovered = 1",
);
/** Only an accepted alert delays the next one. */
const discard = sql(
  `DELETE FROM balance_alert
   WHERE customer_id = $customerId AND kind = $kind AND (next_at IS NOT NULL OR failure IS NOT NULL)`,
);
const recover = sql(
  "UPDATE balance_alert SET recovered = 1 WHERE customer_id = $customerId AND kind = $kind",
);
const end = sql("UPDATE balance_alert SET next_at = NULL, failure = NULL WHERE id = $id");
const postpone = sql(
  `UPDATE balance_alert SET attempts = attempts + 1, next_at = $nextAt, failure = $failure${claimEnds}
   WHERE id = $id AND next_at IS NOT NULL`,
);
const expire = sql(
  `UPDATE balance_alert SET next_at = NULL, failure = coalesce(failure, 'not posted in time') WHERE id IN
     (WITH picked AS MATERIALIZED (SELECT id FROM balance_alert WHERE next_at IS NOT NULL AND until <= $now ${unclaimed("")}
      ORDER BY until LIMIT $limit FOR UPDATE SKIP LOCKED) SELECT id FROM picked)
   RETURNING customer_id`,
  { customerId: integer() },
);
const dueAgain =
  "UPDATE balance_alert SET attempts = 0, next_at = $now, until = $until, failure = NULL" as const;
const retryOne = sql(`${dueAgain} WHERE id = $id AND (next_at IS NOT NULL OR failure IS NOT NULL)`);
const retryOfCustomer = sql(`${dueAgain} WHERE customer_id = $customerId AND ${givenUp}`);
const retrySome = sql(
  `${dueAgain} WHERE id IN (SELECT id FROM balance_alert WHERE ${givenUp} ORDER BY id LIMIT $limit)`,
);

/** Makes an alert due again, also one that waits. */
export function* retryAlert(id: number, now: number): Steps<number> {
  return yield* run(retryOne, { id, now, until: now + postFor });
}

/** Makes the alerts of a customer due again that were given up. */
export function* retryAlertsOf(customerId: number, now: number): Steps<number> {
  return yield* run(retryOfCustomer, { customerId, now, until: now + postFor });
}

/** As `retryAlertsOf`, some of all customers. */
export function* retryAlerts(limit: number, now: number): Steps<number> {
  return yield* run(retrySome, { limit, now, until: now + postFor });
}

/** Changes of callbacks about low balances. An accepted alert stays, so that its account has no second one. */
export const alerts = subject(
  "alerts",
  {
    *change({ added, removed }: AlertChanges, now: number): Steps<void> {
      if (!(yield* alone("follow balances"))) return;
      for (const { customerId, kind } of removed) {
        yield* run(discard, { customerId, kind });
        yield* run(recover, { customerId, kind });
      }
      for (const { customerId, kind, left, threshold } of added) {
        yield* run(replace, { customerId, kind });
        yield* run(add, { customerId, kind, left, threshold, now, until: now + postFor });
      }
    },
    *end(id: number): Steps<void> {
      yield* run(end, { id });
    },
    *postpone({ id, nextAt, failure }: StoredFailure): Steps<boolean> {
      return (yield* run(postpone, { id, nextAt, failure })) > 0;
    },
    *expire(now: number, limit: number): Steps<readonly number[]> {
      if (!(yield* alone("expire alerts"))) return [];
      return (yield* all(expire, { now, storeTime: now, limit })).map(({ customerId }) => customerId);
    },
  },
  ["end", "postpone"],
);

export function alertStore(reads: Reads, writer: Caller<WritesOf<typeof alerts>>): AlertStore {
  const { change, end: ended, postpone: postponed, expire: expired } = calls(writer, alerts);
  const queue: PostQueue<BalanceAlert> = {
    ...queueReads(reads, { customers, due, claim }),
    end: (id) => ended(id),
    postpone: (post) => postponed(storedFailure(post, post.nextAt)),
    giveUp: (post) => postponed(storedFailure(post, null)),
    expire: expired,
  };
  return {
    queue,
    list: ({ customerId, failed }, limit, before = Number.MAX_SAFE_INTEGER) =>
      reads.all(lists[failed ? "failed" : "waiting"], { customerId, before, limit }),
    // It reads first, and writes only what has changed.
    follow: async (now, after, limit) => {
      const upTo = (await reads.get(lastFollowed, { after, limit }))?.id;
      if (upTo === undefined) return undefined;
      const added = await reads.all(becameLow, { after, upTo, before: now - alertPause });
      const removed = await reads.all(recovered, { after, upTo });
      if (added.length + removed.length > 0) await change({ added, removed }, now);
      return upTo;
    },
  };
}
