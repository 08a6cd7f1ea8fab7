import type { MutatedRow, Mutation } from "./mutation.js";

/** What is tried where there is no time for all. */
export interface Selection {
  /** Mutations of files that were changed, and those whose test was; the file that was changed last comes first. */
  readonly touched: readonly MutatedRow[];
  /** One of `parts` parts of the others. */
  readonly others: readonly MutatedRow[];
}

/** Into how many parts the mutations are divided that no change has touched. */
export const parts = 8;

/** Rows with those of their mutations that are wanted; rows without any are left out. */
export function keeping(
  rows: readonly MutatedRow[],
  isWanted: (row: MutatedRow, mutation: Mutation) => boolean,
): readonly MutatedRow[] {
  return rows
    .map((row) => ({ ...row, mutations: row.mutations.filter((each) => isWanted(row, each)) }))
    .filter(({ mutations }) => mutations.length > 0);
}

/**
 * Chooses what is tried.
 *
 * @param files those that were changed, the last one first
 * @param turn which part of the others: a number that differs from one time to the next
 */
export function selected(rows: readonly MutatedRow[], files: readonly string[], turn: number): Selection {
  const ranks = new Map(files.map((file, rank) => [file, rank]));
  const rankOf = (row: MutatedRow, { file }: Mutation): number =>
    Math.min(ranks.get(file) ?? Infinity, ranks.get(row.test) ?? Infinity);
  const isTouched = (row: MutatedRow, mutation: Mutation): boolean => rankOf(row, mutation) < Infinity;
  const firstOf = (row: MutatedRow): number => Math.min(...row.mutations.map((each) => rankOf(row, each)));
  let place = 0;
  return {
    touched: keeping(rows, isTouched).toSorted((one, other) => firstOf(one) - firstOf(other)),
    others: keeping(rows, (row, mutation) => !isTouched(row, mutation) && place++ % parts === turn % parts),
  };
}
