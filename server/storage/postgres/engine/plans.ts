/**
 * Settings of the planner for the statements of a server, which read or change few rows by an index. To compile a statement, or to start
 * processes for it, takes longer than to run it. The planner does not know how many rows a parameter has: for a list of a few numbers it
 * reads a whole partition, or all numbers between two bounds to merge or hash them, while the statistics of the partition are those of an
 * empty one. Where no index serves, the planner still does so.
 */
const ofConnection = {
  jit: "off",
  max_parallel_workers_per_gather: "0",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
} as const;

/**
 * In a transaction that writes, plans are made once for a connection and for all values of parameters: a plan for given values costs more
 * than it saves, because the bounds of the weeks choose the partitions in both.
 */
const ofWrites = "SET LOCAL plan_cache_mode = force_generic_plan";

/** Options of a connection that nobody else uses (libpq, section 34.1.2). */
export const startOptions = Object.entries(ofConnection)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

/** Behind a pooler, which passes a connection on after each transaction and prepares nothing. */
const ofTransaction = Object.entries(ofConnection).map(([name, value]) => `SET LOCAL ${name} = ${value}`);

/** Statements at the beginning of a transaction that writes. */
export const plansOfWrites = (isDirect: boolean): readonly string[] =>
  isDirect ? [ofWrites] : ofTransaction;
