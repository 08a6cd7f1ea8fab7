import {
  type OptOut,
  type OptOutChange,
  type OptOutPost,
  shownPhone,
} from "../../../domain/inbox/opt-outs.js";
import { postFor } from "../../../domain/posts/posts.js";
import type { PostQueue } from "../../../ports/callbacks.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { target } from "../callbacks/alerts.js";
import { claimOf, expireOf, postponeOf, postQueue, postScripts, unclaimed } from "../posts/posts.js";

/** Guard: a target that is removed meanwhile waits, and takes with it what is added here. */
const add = sql(
  `INSERT INTO opt_out_post (customer_id, phone, replied_to, change, at, next_at)
   SELECT customer_id, $phone, $number, $change, $at, $at FROM customer_callback WHERE customer_id = $customerId FOR KEY SHARE`,
);
const customers = sql(
  `SELECT customer_id AS id FROM customer_callback c
   WHERE EXISTS (SELECT 1 FROM opt_out_post WHERE customer_id = c.customer_id AND next_at <= $now ${unclaimed("")})`,
  { id: integer() },
);
const due = sql(
  `SELECT o.id, o.phone, o.replied_to, o.change, o.at, o.attempts, o.at + ${postFor} AS until, ${namesOf(target, "c")}
   FROM opt_out_post o JOIN customer_callback c ON c.customer_id = o.customer_id
   WHERE o.customer_id = $customerId AND o.next_at <= $now ${unclaimed("o.")} ORDER BY o.id LIMIT $limit`,
  {
    id: integer(),
    phone: text(),
    repliedTo: text(),
    change: text<OptOutChange>(),
    at: integer(),
    attempts: integer(),
    until: integer(),
    ...target,
  },
);
const claim = claimOf("opt_out_post");
const end = sql("DELETE FROM opt_out_post WHERE id = $id");
const postpone = postponeOf("opt_out_post");
const expire = expireOf("opt_out_post");

/** Adds an opt-out, if its customer has callbacks. */
export function* postOptOut(optOut: OptOut): Steps<void> {
  const { customerId, number, kind, at } = optOut;
  yield* run(add, { customerId, phone: shownPhone(optOut), number, change: kind, at });
}

/** Results of posts about opt-outs. One that is given up is removed: the blacklist has it. */
export const optOutPosts = subject("optOutPosts", postScripts({ end, postpone, expire }, "expire opt-outs"), [
  "end",
  "postpone",
]);

export function optOutQueue(
  reads: Reads,
  writer: Caller<WritesOf<typeof optOutPosts>>,
): PostQueue<OptOutPost> {
  return postQueue(reads, { customers, due, claim }, calls(writer, optOutPosts));
}
