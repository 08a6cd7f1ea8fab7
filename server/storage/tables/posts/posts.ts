import type { Post } from "../../../domain/posts/posts.js";
import type { FailedPost, PostQueue } from "../../../ports/callbacks.js";
import type { Reads } from "../../script/reads.js";
import type { Statement } from "../../script/statement.js";

/** How long a post is claimed, in milliseconds: longer than it may take. */
export const claimedFor = 60_000;

/** The claim of a post for SQLite: the one process that has the file tracks its own posts. */
export const claimed = { sqlite: "SELECT $id AS id" };

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
