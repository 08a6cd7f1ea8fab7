import type { UnusualPost } from "../../../domain/callbacks/unusual-posts.js";
import { postFor } from "../../../domain/posts/posts.js";
import type { UnusualKind } from "../../../domain/unusual/unusual.js";
import type { PostQueue } from "../../../ports/callbacks.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { claimOf, postponeOf, postQueue, postScripts, unclaimed } from "../posts/posts.js";
import { target } from "./alerts.js";

const found = {
  id: integer(),
  kind: text<UnusualKind>(),
  prefix: text(),
  messages: integer(),
  ended: optional(integer()),
  usual: integer(),
  at: integer(),
};

const customers = sql(
  `SELECT DISTINCT u.customer_id AS id FROM unusual_traffic u JOIN customer_callback c ON c.customer_id = u.customer_id
   WHERE u.next_at <= $now ${unclaimed("u.")}`,
  { id: integer() },
);
const due = sql(
  `SELECT ${namesOf(found, "u")}, u.attempts, u.at + ${postFor} AS until, ${namesOf(target, "c")}
   FROM unusual_traffic u JOIN customer_callback c ON c.customer_id = u.customer_id
   WHERE u.customer_id = $customerId AND u.next_at <= $now ${unclaimed("u.")} ORDER BY u.id LIMIT $limit`,
  { ...found, attempts: integer(), until: integer(), ...target },
);
const claim = claimOf("unusual_traffic", "AND next_at IS NOT NULL");
const end = sql("UPDATE unusual_traffic SET next_at = NULL WHERE id = $id AND next_at IS NOT NULL");
const postpone = postponeOf("unusual_traffic", "AND next_at IS NOT NULL");
/** Guard: one that is being posted is left to its process. */
const expire = sql(
  `UPDATE unusual_traffic SET next_at = NULL WHERE id IN
     (SELECT id FROM unusual_traffic WHERE next_at IS NOT NULL AND at <= $before ${unclaimed("")}
      ORDER BY id LIMIT $limit) RETURNING customer_id`,
  { customerId: integer() },
);
const endOfCustomer = sql(
  "UPDATE unusual_traffic SET next_at = NULL WHERE customer_id = $customerId AND next_at IS NOT NULL",
);

/** Ends the posts of a customer, whose callbacks are removed. */
export function* endUnusualPosts(customerId: number): Steps<void> {
  yield* run(endOfCustomer, { customerId });
}

/** Results of posts about unusual traffic. One that is given up stays as a finding. */
export const unusualPosts = subject(
  "unusualPosts",
  postScripts({ end, postpone, expire }, "expire unusual traffic"),
  ["end", "postpone"],
);

export function unusualQueue(
  reads: Reads,
  writer: Caller<WritesOf<typeof unusualPosts>>,
): PostQueue<UnusualPost> {
  return postQueue(reads, { customers, due, claim }, calls(writer, unusualPosts));
}
