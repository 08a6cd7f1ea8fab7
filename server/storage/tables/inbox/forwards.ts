import type { Forward, ForwardMethod } from "../../../domain/inbox/forwards.js";
import { postFor } from "../../../domain/posts/posts.js";
import type { PostQueue } from "../../../ports/callbacks.js";
import type { Caller } from "../../script/calls.js";
import { flag, namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { claimOf, expireOf, postponeOf, queueReads, unclaimed } from "../posts/posts.js";
import { alone } from "../primitives.js";

/** Where messages of a customer are forwarded to: columns of `inbox_forward`. */
export const forwardTarget = {
  customerId: integer(),
  url: text(),
  method: text<ForwardMethod>(),
  private: flag(),
};

const customers = sql(
  `SELECT customer_id AS id FROM inbox_forward i
   WHERE EXISTS (SELECT 1 FROM forward WHERE customer_id = i.customer_id AND next_at <= $now)`,
  { id: integer() },
);
const due = sql(
  `SELECT f.id, ${namesOf(forwardTarget, "i")}, f.sender AS "from", f.addressee AS "to", f.subject, f.text, f.complete,
     f.at, f.attempts, f.at + ${postFor} AS until
   FROM inbox_forward i JOIN forward f ON f.customer_id = i.customer_id
   WHERE i.customer_id = $customerId AND f.next_at <= $now ${unclaimed("f.")} ORDER BY f.id LIMIT $limit`,
  {
    id: integer(),
    ...forwardTarget,
    from: text(),
    to: text(),
    subject: optional(text()),
    text: text(),
    complete: flag(),
    at: integer(),
    attempts: integer(),
    until: integer(),
  },
);
const claim = claimOf("forward");
const end = sql("DELETE FROM forward WHERE id = ANY ($ids::bigint[]) RETURNING id", { id: integer() });
const postpone = postponeOf("forward");
const expire = expireOf("forward");
/** Ends the posts of a customer. */
export const dropForwards = sql("DELETE FROM forward WHERE customer_id = $customerId");

/** Results of posts to customers' servers. */
export const forwards = subject(
  "forwards",
  {
    /** False for a message that no longer waits. */
    *end(ids: readonly number[]): Steps<readonly boolean[]> {
      const ended = new Set((yield* all(end, { ids })).map(({ id }) => id));
      return ids.map((id) => ended.has(id));
    },
    *postpone(id: number, nextAt: number): Steps<boolean> {
      return (yield* run(postpone, { id, nextAt })) > 0;
    },
    *expire(now: number, limit: number): Steps<readonly number[]> {
      if (!(yield* alone("expire forwards"))) return [];
      const expired = yield* all(expire, { before: now - postFor, limit, storeTime: now });
      return expired.map(({ customerId }) => customerId);
    },
  },
  ["postpone"],
  ["end"],
);

export function forwardQueue(reads: Reads, writer: Caller<WritesOf<typeof forwards>>): PostQueue<Forward> {
  const write = calls(writer, forwards);
  const end = async (id: number): Promise<boolean> => (await write.end([id]))[0] === true;
  return {
    ...queueReads(reads, { customers, due, claim }),
    end: async (id) => {
      await end(id);
    },
    postpone: ({ id, nextAt }) => write.postpone(id, nextAt),
    giveUp: ({ id }) => end(id),
    expire: write.expire,
  };
}
