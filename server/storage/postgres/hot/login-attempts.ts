import type { AttemptStore } from "../../../ports/accounts.js";
import type { Queries } from "../engine/session.js";
import { sql } from "../engine/statement.js";

const interval = "$2::double precision";
const left = `greatest(0, b.used - (store_time() - b.at) / ${interval})`;
const fullAfter = (used: string): string => `store_time() + ceil((${used}) * ${interval})::bigint`;

/** Guard: one statement counts an attempt if the bucket has one left. */
const take = sql(
  `INSERT INTO login_attempt AS b (name, used, at, full_at) VALUES ($1, 1, store_time(), ${fullAfter("1")})
   ON CONFLICT (name) DO UPDATE SET used = ${left} + 1, at = store_time(), full_at = ${fullAfter(`${left} + 1`)}
   WHERE ${left} + 1 <= $3
   RETURNING 1`,
);
/** A full bucket needs no row. */
const giveBackLast = sql("DELETE FROM login_attempt WHERE name = $1 AND used <= 1");
const giveBack = sql("UPDATE login_attempt SET used = greatest(0, used - 1) WHERE name = $1");
/** A process of an earlier version does not store when a bucket is full again: two minutes later at the latest. */
const forget = sql(
  `DELETE FROM login_attempt WHERE name IN
     (WITH picked AS MATERIALIZED (SELECT name FROM login_attempt WHERE at < store_time() - 120000 AND full_at < store_time()
      ORDER BY at LIMIT 100 FOR UPDATE SKIP LOCKED) SELECT name FROM picked)`,
);

/** Attempts between two removals of full buckets: fewer buckets are added than a removal deletes. */
const between = 50;

export function loginAttempts(queries: Queries): AttemptStore {
  let taken = 0;
  return {
    take: async (name, { burst, interval }) => {
      taken += 1;
      if (taken % between === 0) await queries.run(forget);
      return (await queries.get(take, name, interval, burst)) !== undefined;
    },
    giveBack: async (name) => {
      if ((await queries.run(giveBackLast, name)) === 0) await queries.run(giveBack, name);
    },
  };
}
