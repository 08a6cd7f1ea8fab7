import { createRequire } from "node:module";
import type { Test } from "@jest/test-result";
import type Sequencer from "@jest/test-sequencer";

const require = createRequire(import.meta.url);

// Its types are those of `require`: what they call the default export is not that of the ES module.
const { default: TestSequencer } = require("@jest/test-sequencer") as typeof Sequencer;

/** Projects whose test files may take a minute: they begin first, so that none of them is the last to end. */
const slow = ["peers", "contracts", "postgres"];

const projectOf = ({ context }: Test): string => context.config.displayName?.name ?? "";

function rankOf(test: Test): number {
  const rank = slow.indexOf(projectOf(test));
  return rank === -1 ? slow.length : rank;
}

/** Puts the tests of the second list at equal distances into the first half of the first. */
export function interleaved<T>(tests: readonly T[], waiting: readonly T[]): T[] {
  const distance = Math.max(1, Math.floor(tests.length / 2 / waiting.length));
  const ends = waiting.map((_, index) => (index + 1) * distance);
  const rest = tests.slice(ends.at(-1) ?? 0);
  return [
    ...waiting.flatMap((each, index) => [each, ...tests.slice(index * distance, (index + 1) * distance)]),
    ...rest,
  ];
}

/**
 * Jest's own order, by what is known of earlier runs, within each project. The kill loops wait for processes most of the time: others
 * compute beside each of them.
 */
export default class ProjectSequencer extends TestSequencer {
  override async sort(tests: readonly Test[]): Promise<Test[]> {
    const sorted = await super.sort([...tests]);
    const isWaiting = (test: Test): boolean => projectOf(test) === "endurance";
    return interleaved(
      sorted.filter((test) => !isWaiting(test)).sort((a, b) => rankOf(a) - rankOf(b)),
      sorted.filter(isWaiting),
    );
  }
}
