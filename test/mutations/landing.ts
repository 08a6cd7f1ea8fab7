import { execFileSync } from "node:child_process";
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

const day = 86_400;

/** What git prints; nothing outside of a repository. */
function git(...words: readonly string[]): string {
  try {
    return execFileSync("git", words, { encoding: "utf8", stdio: "pipe", maxBuffer: 67_108_864 });
  } catch {
    return "";
  }
}

/**
 * The files of the commits of a landing, the last one first: those behind the commit that MESSENGER_LANDED_AFTER names, or else those of
 * the day before the last commit.
 */
export function landedFiles(): readonly string[] {
  const after = process.env["MESSENGER_LANDED_AFTER"];
  const since = Number(git("log", "-1", "--format=%ct")) - day;
  const range = after === undefined ? [`--since=@${since}`] : [`${after}..HEAD`];
  const names = git("log", "--name-only", "--format=", ...range).split("\n");
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The number of commits: another one for each landing. */
export function landings(): number {
  return Number(git("rev-list", "--count", "HEAD"));
}
