import { describe, expect, test } from "@jest/globals";
import { leftOutFiles, landingParts } from "../../tools/ci/landing.js";

const files = Array.from({ length: 10 }, (_, at) => `test/${at}.test.js`);
/** The numbers of the files that run. */
const run = (turn: number, always: readonly string[] = []): string => {
  const out = new Set(leftOutFiles(files.toReversed(), always, turn));
  return files.flatMap((file, at) => (out.has(file) ? [] : [at])).join(" ");
};

describe("the test files of a landing", () => {
  test.each([
    { turn: 0, always: [], want: "0 6" },
    { turn: 1, always: [], want: "1 7" },
    { turn: 5, always: [], want: "5" },
    { turn: landingParts + 2, always: [], want: "2 8" },
    { turn: 2, always: ["test/0.test.js", "test/5.test.js", "test/gone.test.js"], want: "0 2 5 8" },
  ])("turn $turn, always $always: $want", ({ turn, always, want }) => {
    expect(run(turn, always)).toBe(want);
  });
});
