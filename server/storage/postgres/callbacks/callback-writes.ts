import type { CallbackWrites } from "../../protocol/callback-writes.js";
import type { Input } from "../../script/calls.js";
import { retryOfCustomerText, retryOneText, retryText } from "../../rows/alert-row.js";
import { isOfStoredMessage } from "../../rows/desk-row.js";
import { alone, type Batches, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import { runScript } from "../engine/scripts.js";

interface IdRow {
  readonly id: number;
}

const set = sql(
  `INSERT INTO customer_callback (customer_id, url, secret, parts, private) SELECT id, $2, $3, $4, $5 FROM customer WHERE id = $1
   ON CONFLICT (customer_id) DO UPDATE
   SET url = excluded.url, secret = excluded.secret, parts = excluded.parts, private = excluded.private`,
);
const remove = sql("DELETE FROM customer_callback WHERE customer_id = $1");
const end = sql(
  `WITH ended AS (
     DELETE FROM callback b USING unnest($1::bigint[], $2::bigint[]) AS n (id, at) WHERE b.id = n.id
     RETURNING b.recipient, b.transaction_id, coalesce(b.part, 0) AS part, n.at, b.attempts + 1 AS attempts)
   INSERT INTO posted_callback (recipient, part, at, attempts)
   SELECT recipient, part, at, attempts FROM ended b WHERE ${isOfStoredMessage}
   ON CONFLICT (recipient, part) DO UPDATE SET at = excluded.at, attempts = excluded.attempts`,
);
const postpone = sql<IdRow>(
  `UPDATE callback b SET attempts = b.attempts + 1, next_at = n.next_at, failure = n.failure, changed_at = n.at, claimed_until = 0
   FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS n (id, next_at, failure, at)
   WHERE b.id = n.id AND b.next_at IS NOT NULL RETURNING b.id`,
);
const expired = sql<IdRow>(
  `SELECT id FROM callback WHERE next_at IS NOT NULL AND until <= $1 AND claimed_until <= store_time()
   ORDER BY until LIMIT $2`,
);
/** Guard: one that is being posted is left to its process. */
const expire = sql<{ readonly customerId: number }>(
  `UPDATE callback SET next_at = NULL, changed_at = $2
   WHERE id = ANY ($1::bigint[]) AND next_at IS NOT NULL AND until <= $2 AND claimed_until <= store_time()
   RETURNING customer_id AS "customerId"`,
);
const failed = sql<IdRow>(
  `SELECT id FROM callback WHERE next_at IS NULL AND ($1::bigint IS NULL OR customer_id = $1) ORDER BY id LIMIT $2`,
);
const retry = sql(
  `UPDATE callback SET attempts = 0, next_at = $1, until = $2, claimed_until = 0, failure = NULL, changed_at = NULL WHERE id = ANY ($3::bigint[])`,
);

const retryAlert = sql(retryOneText);
const retryAlerts = sql(retryText);
const retryAlertsOfCustomer = sql(retryOfCustomerText);

/** The place of each callback among those of its message. */
const turns = sql<{ readonly id: number; readonly turn: number }>(
  `SELECT id, row_number() OVER (PARTITION BY recipient ORDER BY id)::int AS turn FROM callback
   WHERE id = ANY ($1::bigint[]) ORDER BY turn`,
);

const messagesOf = sql<IdRow>("SELECT DISTINCT recipient AS id FROM callback WHERE id = ANY ($1::bigint[])");

/**
 * Guard: triggers lock the message of each callback that ends. Locking all messages first, in the order that delivery uses, prevents
 * deadlocks.
 */
async function lockMessages(session: Session, callbacks: readonly number[]): Promise<void> {
  const messages = await session.all(messagesOf, callbacks);
  const ids = messages.map(({ id }) => id);
  await runScript(session, lockRecipients(ids));
}

async function retryAll(
  session: Session,
  { which, now, until }: Input<CallbackWrites, "retryCallbacks">,
): Promise<number> {
  if ("alerts" in which) {
    let changed = 0;
    for (const id of which.alerts.toSorted((a, b) => a - b))
      changed += await session.run(retryAlert, now, until, id);
    return changed;
  }
  const ids =
    "ids" in which
      ? which.ids
      : (await session.all(failed, which.customerId ?? null, which.limit)).map(({ id }) => id);
  await lockMessages(session, ids);
  // A statement changes rows in any order, and the first callback of a message becomes ready: one statement for each place.
  const places = new Map<number, number[]>();
  for (const { id, turn } of await session.all(turns, ids)) {
    const some = places.get(turn) ?? [];
    some.push(id);
    places.set(turn, some);
  }
  let retried = 0;
  for (const some of places.values()) retried += await session.run(retry, now, until, some);
  if ("ids" in which || retried >= which.limit) return retried;
  const { customerId, limit } = which;
  const alerts =
    customerId === undefined
      ? session.run(retryAlerts, now, until, limit - retried)
      : session.run(retryAlertsOfCustomer, now, until, customerId);
  return retried + (await alerts);
}

/** Every change of callbacks. */
export const callbackWrites: Batches<CallbackWrites> = {
  setCallbackTarget: oneByOne(async (session, { target, now, until }) => {
    const { customerId, url, secret, parts, private: isPrivate } = target;
    const isSet = (await session.run(set, customerId, url, secret, parts, isPrivate)) > 0;
    await session.run(retryAlertsOfCustomer, now, until, customerId);
    return isSet;
  }),
  removeCallbackTarget: oneByOne(async (session, customerId) => (await session.run(remove, customerId)) > 0),
  endCallback: together(async (session, posts) => {
    const ids = posts.map(({ id }) => id);
    await lockMessages(session, ids);
    await session.run(
      end,
      ids,
      posts.map(({ at }) => at),
    );
    return ids.map(() => null);
  }),
  postponeCallback: together(async (session, posts) => {
    const givenUp = posts.filter(({ nextAt }) => nextAt === null);
    await lockMessages(
      session,
      givenUp.map(({ id }) => id),
    );
    const rows = await session.all(
      postpone,
      posts.map(({ id }) => id),
      posts.map(({ nextAt }) => nextAt),
      posts.map(({ failure }) => failure),
      posts.map(({ at }) => at),
    );
    const postponed = new Set(rows.map(({ id }) => id));
    return posts.map(({ id }) => postponed.has(id));
  }),
  expireCallbacks: alone("expire callbacks", [], async (session, { now, limit }) => {
    const ids = (await session.all(expired, now, limit)).map(({ id }) => id);
    await lockMessages(session, ids);
    return (await session.all(expire, ids, now)).map(({ customerId }) => customerId);
  }),
  retryCallbacks: oneByOne(retryAll),
};
