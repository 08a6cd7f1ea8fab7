import type { CallbackWrites } from "../../protocol/callback-writes.js";
import { alone, type Batches, oneByOne, together } from "../engine/batch.js";
import { sql } from "../engine/statement.js";

const set = sql(
  `INSERT INTO customer_callback (customer_id, url, secret, parts, private) SELECT id, $2, $3, $4, $5 FROM customer WHERE id = $1
   ON CONFLICT (customer_id) DO UPDATE
   SET url = excluded.url, secret = excluded.secret, parts = excluded.parts, private = excluded.private`,
);
const remove = sql("DELETE FROM customer_callback WHERE customer_id = $1");
const end = sql("DELETE FROM callback WHERE id = ANY ($1::bigint[])");
const postpone = sql<{ readonly id: number }>(
  `UPDATE callback b SET attempts = b.attempts + 1, next_at = n.next_at, failure = n.failure, claimed_until = 0
   FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (id, next_at, failure)
   WHERE b.id = n.id AND b.next_at IS NOT NULL RETURNING b.id`,
);
/** Guard: one that is being posted is left to its process. */
const expire = sql<{ readonly customerId: number }>(
  `UPDATE callback SET next_at = NULL WHERE id IN
     (SELECT id FROM callback WHERE next_at IS NOT NULL AND until <= $1 AND claimed_until <= store_time()
      ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED)
   RETURNING customer_id AS "customerId"`,
);
const again = "attempts = 0, next_at = $1, until = $2, claimed_until = 0, failure = NULL";
const retryIds = sql(`UPDATE callback SET ${again} WHERE id = ANY ($3::bigint[])`);
const retryFailed = sql(
  `UPDATE callback SET ${again} WHERE id IN
     (SELECT id FROM callback WHERE next_at IS NULL AND ($3::bigint IS NULL OR customer_id = $3)
      ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED)`,
);

/** Every change of callbacks. */
export const callbackWrites: Batches<CallbackWrites> = {
  setCallbackTarget: oneByOne(
    async (session, { customerId, url, secret, parts, private: isPrivate }) =>
      (await session.run(set, customerId, url, secret, parts, isPrivate)) > 0,
  ),
  removeCallbackTarget: oneByOne(async (session, customerId) => (await session.run(remove, customerId)) > 0),
  endCallback: together(async (session, ids) => {
    await session.run(end, ids);
    return ids.map(() => null);
  }),
  postponeCallback: together(async (session, posts) => {
    const rows = await session.all(
      postpone,
      posts.map(({ id }) => id),
      posts.map(({ nextAt }) => nextAt),
      posts.map(({ failure }) => failure),
    );
    const postponed = new Set(rows.map(({ id }) => id));
    return posts.map(({ id }) => postponed.has(id));
  }),
  expireCallbacks: alone("expire callbacks", [], async (session, { now, limit }) =>
    (await session.all(expire, now, limit)).map(({ customerId }) => customerId),
  ),
  retryCallbacks: oneByOne((session, { which, now, until }) =>
    "ids" in which
      ? session.run(retryIds, now, until, which.ids)
      : session.run(retryFailed, now, until, which.customerId ?? null, which.limit),
  ),
};
