/** What CI runs where it has no time for all: what the last commits have changed, and a part of the rest, in turns. */
import { execFileSync } from "node:child_process";

/** Seconds after which the next part has its turn. */
export const turnTime = 10_800;

/** What git prints; undefined where it fails. */
function git(...words: readonly string[]): string | undefined {
  try {
    return execFileSync("git", words, { encoding: "utf8", stdio: "pipe", maxBuffer: 67_108_864 });
  } catch {
    return undefined;
  }
}

/**
 * The files of the last commits, the last one first: those behind the commit that MESSENGER_LANDED_AFTER names, or else those of some time
 * before the last commit, in seconds. Undefined if git cannot say: without a repository, without that commit, or in a shallow clone.
 */
export function landedFiles(time: number): readonly string[] | undefined {
  const after = process.env["MESSENGER_LANDED_AFTER"];
  if (git("rev-parse", "--is-shallow-repository")?.trim() !== "false") return undefined;
  const range = after === undefined ? [`--since=@${lastTime() - time}`] : [`${after}..HEAD`];
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

/** Into how many parts tests that need other programs or a store are divided, and the files that ESLint checks. */
export const landingParts = 6;

/**
 * The files that a run leaves out.
 *
 * @param files those that are divided
 * @param always those that no run leaves out
 * @param turn which part is run: a number that differs from one time to the next
 */
export function leftOutFiles(
  files: readonly string[],
  always: readonly string[],
  turn: number,
): readonly string[] {
  const kept = new Set(always);
  return files
    .toSorted()
    .filter((file, place) => place % landingParts !== turn % landingParts && !kept.has(file));
}
