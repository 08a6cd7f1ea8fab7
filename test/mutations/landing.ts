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
/** Seconds after which the next part of the others has its turn. */
const turnTime = 10_800;

/** What git prints; undefined where it fails. */
function git(...words: readonly string[]): string | undefined {
  try {
    return execFileSync("git", words, { encoding: "utf8", stdio: "pipe", maxBuffer: 67_108_864 });
  } catch {
    return undefined;
  }
}

/**
 * The files of the last commits, the last one first: those behind the commit that MESSENGER_LANDED_AFTER names, or else those of the day
 * before the last commit. Undefined if git cannot say: without a repository, without that commit, or in a clone of a part of the history.
 */
export function landedFiles(): readonly string[] | undefined {
  const after = process.env["MESSENGER_LANDED_AFTER"];
  if (git("rev-parse", "--is-shallow-repository")?.trim() !== "false") return undefined;
  const range = after === undefined ? [`--since=@${lastTime() - day}`] : [`${after}..HEAD`];
  const names = git("log", "--name-only", "--format=", ...range)?.split("\n");
  return names && [...new Set(names.filter((name) => name !== ""))];
}

/** Which part has its turn: the next one every three hours, by the time of the last commit. */
export function turnNow(): number {
  return Math.floor(lastTime() / turnTime);
}

/** Unix time of the last commit; now without one. */
function lastTime(): number {
  return Number(git("log", "-1", "--format=%ct") ?? Date.now() / 1_000);
}
