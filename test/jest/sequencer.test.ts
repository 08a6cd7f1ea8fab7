import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { interleaved } from "../../tools/jest/sequencer.js";

test("kill loops stand apart, in the first half", () => {
  expect(interleaved(["a", "b", "c", "d", "e", "f", "g", "h"], ["X", "Y"])).toEqual([
    ...["X", "a", "b", "Y", "c", "d"],
    ...["e", "f", "g", "h"],
  ]);
});

test("no test is lost, and both keep their order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat()), fc.uniqueArray(fc.string()), (tests, waiting) => {
      const all = interleaved<number | string>(tests, waiting);
      expect(all.filter((each) => typeof each === "number")).toEqual(tests);
      expect(all.filter((each) => typeof each === "string")).toEqual(waiting);
    }),
  );
});
