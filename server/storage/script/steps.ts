import { type Declared, type Given, type Statement, valuesOf } from "./statement.js";
import type { AllValues } from "./columns.js";

/** What a script asks its driver for. */
export type Step =
  | {
      readonly kind: "get" | "all" | "run" | "lock";
      readonly statement: Declared;
      readonly values: AllValues;
    }
  /** A part that each driver does in its own way. */
  | { readonly kind: "primitive"; readonly name: string; readonly input: unknown };

/**
 * A script: reads and writes of one transaction, step by step. A driver runs it, and again from its start if the transaction met a
 * conflict, so that it keeps nothing outside.
 */
export type Steps<T> = Generator<Step, T, unknown>;

/** The first row. */
export function* get<Names extends string, Row>(
  statement: Statement<Names, Row>,
  ...given: Given<Names>
): Steps<Row | undefined> {
  return (yield { kind: "get", statement, values: valuesOf(given) }) as Row | undefined;
}

export function* all<Names extends string, Row>(
  statement: Statement<Names, Row>,
  ...given: Given<Names>
): Steps<readonly Row[]> {
  return (yield { kind: "all", statement, values: valuesOf(given) }) as readonly Row[];
}

/** Returns the number of changed rows. */
export function* run<Names extends string>(
  statement: Statement<Names>,
  ...given: Given<Names>
): Steps<number> {
  return (yield { kind: "run", statement, values: valuesOf(given) }) as number;
}

/** Locks what the statement reads. SQLite skips it: it has one writer. */
export function* lock<Names extends string>(
  statement: Statement<Names>,
  ...given: Given<Names>
): Steps<void> {
  yield { kind: "lock", statement, values: valuesOf(given) };
}

/** Asks the driver for a part; `tables/primitives.ts` has the types of each. */
export function* primitive<T>(name: string, input: unknown): Steps<T> {
  return (yield { kind: "primitive", name, input }) as T;
}

/** Whether the statement returns a row. */
export function* has<Names extends string>(
  statement: Statement<Names>,
  ...given: Given<Names>
): Steps<boolean> {
  return (yield* get(statement, ...given)) !== undefined;
}
