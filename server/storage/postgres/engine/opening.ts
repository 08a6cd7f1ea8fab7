import type { Access } from "./session.js";

type Settings = Readonly<Record<string, string>>;

/**
 * Milliseconds that a transaction waits for a lock, and for which a frozen process may keep one. The latter are fewer, so that writes of
 * other processes come after it instead of failing, and fewer than a lease of delivery lasts, so that the leases of others are renewed in
 * time. Snapshots keep no locks.
 */
const limits: Settings = {
  lock_timeout: "5000",
  idle_in_transaction_session_timeout: "3000",
  // A commit that no replica has is known by its notice: `flight.ts`.
  client_min_messages: "notice",
};

/**
 * Settings of the planner for the statements of a server, which read or change few rows by an index. To compile a statement, or to start
 * processes for it, takes longer than to run it. The planner does not know how many rows a parameter has: for a list of a few numbers it
 * reads a whole partition, or all numbers between two bounds to merge or hash them, while the statistics of the partition are those of an
 * empty one. Where no index serves, the planner still does so.
 */
const plans: Settings = {
  jit: "off",
  max_parallel_workers_per_gather: "0",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

/**
 * In a transaction that writes, plans are made once for a connection and for all values of parameters: a plan for given values costs more
 * than it saves, because the bounds of the weeks choose the partitions in both.
 */
const plansOfWrites: Settings = { plan_cache_mode: "force_generic_plan" };

/** Options of a connection that nobody else uses (libpq, section 34.1.2): each transaction would take a statement for each of them. */
export const startOptions = Object.entries({ ...limits, ...plans })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

const within = (settings: Settings): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${value}`);

/**
 * First statements of a transaction. Behind a pooler, which passes a connection on after each transaction and prepares nothing, settings belong
 * to the transaction.
 */
export function openingOf({ serves, isDirect }: Pick<Access, "serves" | "isDirect">): {
  readonly write: readonly string[];
  readonly snapshot: readonly string[];
} {
  const hasOptions = serves && isDirect;
  const settings = hasOptions ? plansOfWrites : { ...limits, ...(serves ? plans : {}) };
  const unlimited = hasOptions ? within({ idle_in_transaction_session_timeout: "0" }) : [];
  return {
    write: ["BEGIN", ...within(settings)],
    snapshot: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", ...unlimited],
  };
}
