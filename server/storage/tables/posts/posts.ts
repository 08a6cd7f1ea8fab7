import { type Post, postFor } from "../../../domain/posts/posts.js";
import type { FailedPost, PostQueue } from "../../../ports/callbacks.js";
import { integer } from "../../script/columns.js";
import { either } from "../../script/dialect.js";
import type { Reads } from "../../script/reads.js";
import { sql, type Statement } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import type { CallsOf } from "../../script/subject.js";
import { alone } from "../primitives.js";

/** How long a post is claimed, in milliseconds: longer than it may take. */
const claimedFor = 60_000;

/** With SQLite, the one process that has the file tracks its own posts. */
const claimed = { sqlite: "SELECT $id AS id" };

/** What makes a row of a table of posts one that waits; the rows of some tables all wait. */
type Waiting = "" | "AND next_at IS NOT NULL" | "AND ready = true";

/** Claims a post. Guard: only one of two processes does. */
export const claimOf = (table: string, waits: Waiting = "") =>
  sql(
    `UPDATE ${table} SET claimed_until = $storeTime + ${claimedFor}
     WHERE id = $id ${waits} AND claimed_until <= $storeTime RETURNING id`,
    { id: integer() },
    claimed,
  );

/** Restricts posts to those that no process has claimed, in SQL; `of`: the name of their table in the statement, with a point. */
export const unclaimed = <const Of extends string>(of: Of) =>
  either(`AND ${of}claimed_until <= $storeTime`, "");

/** Ends the claim of a post, in SQL, behind another assignment. */
export const claimEnds = either(", claimed_until = 0", "");

/** Stores the time of the next attempt. */
export const postponeOf = (table: string, waits: Waiting = "") =>
  sql(`UPDATE ${table} SET attempts = attempts + 1, next_at = $nextAt${claimEnds} WHERE id = $id ${waits}`);

/**
 * Deletes posts whose time is over. Guard: one that is being posted is left to its process. The oldest come first, as none is older than the
 * one before.
 */
export const expireOf = (table: string) =>
  sql(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} ORDER BY id LIMIT $limit)
       AND at <= $before ${unclaimed("")} RETURNING customer_id`,
    { customerId: integer() },
  );

/** A failed attempt with the time of the next one; null: it is not tried again. */
export type StoredFailure = FailedPost & { readonly nextAt: number | null };

/** Maximum length of a stored reason, in UTF-16 code units. */
const maxFailure = 200;

export function storedFailure(post: FailedPost, nextAt: number | null): StoredFailure {
  return { ...post, nextAt, failure: post.failure.slice(0, maxFailure).replaceAll("\0", "\ufffd") };
}

/** Statements that read a queue, and claim a post of it. */
interface QueueStatements<Row> {
  readonly customers: Statement<"now" | "storeTime", { readonly id: number }>;
  readonly due: Statement<"customerId" | "now" | "storeTime" | "limit", Row>;
  readonly claim: Statement<"id" | "storeTime", { readonly id: number }>;
}

/** Reads of a queue, and claims, each a statement of its own. */
export function queueReads<P extends Post>(
  reads: Reads,
  { customers, due, claim }: QueueStatements<P>,
): Pick<PostQueue<P>, "customers" | "due" | "take"> {
  return {
    customers: async (now) => (await reads.all(customers, { now, storeTime: now })).map(({ id }) => id),
    due: (customerId, now, limit) => reads.all(due, { customerId, now, storeTime: now, limit }),
    take: async (id) => (await reads.get(claim, { id, storeTime: Date.now() })) !== undefined,
  };
}

/** Statements that store the result of a post. */
interface ResultStatements {
  readonly end: Statement<"id", object>;
  readonly postpone: Statement<"id" | "nextAt", object>;
  readonly expire: Statement<"before" | "limit" | "storeTime", { readonly customerId: number }>;
}

/** Scripts for the results of posts that end in one way, accepted or not. `task`: name of the expiry, which one process does at a time. */
export function postScripts({ end, postpone, expire }: ResultStatements, task: string) {
  return {
    *end(id: number): Steps<boolean> {
      return (yield* run(end, { id })) > 0;
    },
    *postpone(id: number, nextAt: number): Steps<boolean> {
      return (yield* run(postpone, { id, nextAt })) > 0;
    },
    *expire(now: number, limit: number): Steps<readonly number[]> {
      if (!(yield* alone(task))) return [];
      const expired = yield* all(expire, { before: now - postFor, limit, storeTime: now });
      return expired.map(({ customerId }) => customerId);
    },
  };
}

/** A queue of such posts. */
export function postQueue<P extends Post>(
  reads: Reads,
  statements: QueueStatements<P>,
  write: CallsOf<ReturnType<typeof postScripts>>,
): PostQueue<P> {
  return {
    ...queueReads(reads, statements),
    end: async (id) => {
      await write.end(id);
    },
    postpone: ({ id, nextAt }) => write.postpone(id, nextAt),
    giveUp: ({ id }) => write.end(id),
    expire: write.expire,
  };
}
