import { type PostKind, postFor } from "../../../domain/posts/posts.js";
import type { PostStore } from "../../../ports/callbacks.js";
import { text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";

/** Those that another process has claimed are among them: they are few, and gone soon. */
const waiting = sql(
  `SELECT 'forward' AS kind WHERE EXISTS (
     SELECT 1 FROM inbox_forward i WHERE EXISTS (SELECT 1 FROM forward WHERE customer_id = i.customer_id AND next_at <= $now))
     OR (SELECT at FROM forward ORDER BY id LIMIT 1) <= $before
   UNION ALL SELECT 'callback' WHERE EXISTS (
     SELECT 1 FROM customer_callback c WHERE EXISTS (
       SELECT 1 FROM callback b WHERE b.customer_id = c.customer_id AND b.ready = true AND b.next_at <= $now))
     OR EXISTS (SELECT 1 FROM callback WHERE next_at IS NOT NULL AND until <= $now)
   UNION ALL SELECT 'alert' WHERE EXISTS (SELECT 1 FROM balance_alert WHERE next_at <= $now)
     OR EXISTS (SELECT 1 FROM balance_alert WHERE next_at IS NOT NULL AND until <= $now)
   UNION ALL SELECT 'opt-out' WHERE EXISTS (
     SELECT 1 FROM customer_callback c WHERE EXISTS (
       SELECT 1 FROM opt_out_post WHERE customer_id = c.customer_id AND next_at <= $now))
     OR (SELECT at FROM opt_out_post ORDER BY id LIMIT 1) <= $before
   UNION ALL SELECT 'unusual' WHERE EXISTS (SELECT 1 FROM unusual_traffic WHERE next_at <= $now)
     OR EXISTS (SELECT 1 FROM unusual_traffic WHERE next_at IS NOT NULL AND at <= $before)`,
  { kind: text<PostKind>() },
);

/** All kinds of posts. */
export function postStore(reads: Reads): PostStore {
  return {
    waiting: async (now) =>
      (await reads.all(waiting, { now, before: now - postFor })).map(({ kind }) => kind),
  };
}
