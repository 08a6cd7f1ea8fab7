import type { Input, Output, WriteName } from "../../script/calls.js";
import type { Session } from "./session.js";
import { sql } from "./statement.js";

/** Results that come with the commit, because the last statements are sent with it. */
export interface Late<T> {
  readonly late: Promise<T>;
}

/** Marks a result that waits for the last statements of a transaction; if they fail, so does the transaction. */
export function late<T>(result: Promise<T>): Late<T> {
  result.catch(() => undefined);
  return { late: result };
}

/** Executes one kind of write: in batches, in the order of the calls. */
export interface Batch<I, O> {
  /** Most inputs of one transaction. */
  readonly most: number;
  /** One output for each input. May be run again from the start, in another transaction. */
  run(session: Session, inputs: readonly I[]): Promise<readonly O[] | Late<readonly O[]>>;
}

/** A batch for each write of a table. */
export type Batches<W> = { readonly [K in WriteName<W>]: Batch<Input<W, K>, Output<W, K>> };

/** Few statements for all inputs, by arrays: for what callers and links write all the time. */
export function together<I, O>(run: Batch<I, O>["run"], most = 500): Batch<I, O> {
  return { most, run };
}

/** Few statements for the items of all inputs, which are lists; one output for each item. */
export function listsTogether<Item, O>(
  run: (session: Session, items: readonly Item[]) => Promise<readonly O[]>,
  most = 500,
): Batch<readonly Item[], readonly O[]> {
  return together(async (session, inputs) => {
    const outputs = await run(session, inputs.flat());
    let end = 0;
    return inputs.map(({ length }) => outputs.slice(end, (end += length)));
  }, most);
}

/** One input after the other, one commit for all: for what operators change, and for what is a batch already. */
export function oneByOne<I, O>(write: (session: Session, input: I) => Promise<O>, most = 50): Batch<I, O> {
  return {
    most,
    run: async (session, inputs) => {
      const outputs: O[] = [];
      for (const input of inputs) outputs.push(await write(session, input));
      return outputs;
    },
  };
}

const tryLock = sql<{ readonly got: boolean }>(
  "SELECT pg_try_advisory_xact_lock(hashtextextended('task ' || $1, 0)) AS got",
);

/** Whether no other transaction does a task, until the end of this one. */
export async function isAlone(session: Session, task: string): Promise<boolean> {
  return (await session.get(tryLock, task))?.got === true;
}

/**
 * A step of work that one process at a time does. While another process does it, the result is `idle`. The lock is released
 * with the transaction, so that a process that hangs holds it no longer than that.
 */
export function alone<I, O>(
  task: string,
  idle: O,
  write: (session: Session, input: I) => Promise<O>,
): Batch<I, O> {
  const step = async (session: Session, input: I): Promise<O> =>
    (await isAlone(session, task)) ? write(session, input) : idle;
  return oneByOne(step, 1);
}
