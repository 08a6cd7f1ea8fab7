import { isOfStoredMessage } from "../../rows/desk-row.js";
import { type CallbackWrites, lockMessagesOf } from "../../tables/callbacks/callbacks.js";
import { type Batches, together } from "../engine/batch.js";
import { runScript } from "../engine/scripts.js";
import { sql } from "../engine/statement.js";

const end = sql(
  `WITH ended AS (
     DELETE FROM callback b USING unnest($1::bigint[], $2::bigint[]) AS n (id, at) WHERE b.id = n.id
     RETURNING b.recipient, b.transaction_id, coalesce(b.part, 0) AS part, n.at, b.attempts + 1 AS attempts)
   INSERT INTO posted_callback (recipient, part, at, attempts)
   SELECT recipient, part, at, attempts FROM ended b WHERE ${isOfStoredMessage}
   ON CONFLICT (recipient, part) DO UPDATE SET at = excluded.at, attempts = excluded.attempts`,
);
const postpone = sql<{ readonly id: number }>(
  `UPDATE callback b SET attempts = b.attempts + 1, next_at = n.next_at, failure = n.failure, changed_at = n.at, claimed_until = 0
   FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS n (id, next_at, failure, at)
   WHERE b.id = n.id AND b.next_at IS NOT NULL RETURNING b.id`,
);

/** Results of posts, many in one statement. */
export const callbackWrites: Batches<CallbackWrites> = {
  endCallback: together(async (session, posts) => {
    const ids = posts.map(({ id }) => id);
    await runScript(session, lockMessagesOf(ids));
    await session.run(
      end,
      ids,
      posts.map(({ at }) => at),
    );
    return ids.map(() => null);
  }),
  postponeCallback: together(async (session, posts) => {
    const givenUp = posts.filter(({ nextAt }) => nextAt === null);
    await runScript(session, lockMessagesOf(givenUp.map(({ id }) => id)));
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
};
