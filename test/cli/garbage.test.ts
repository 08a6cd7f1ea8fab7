import { describe, expect, test } from "@jest/globals";
import { spaceForNew } from "#server/cli/garbage.js";

const mebibyte = 1_048_576;
const grow = "--semi-space-growth-factor=2";
const hold = "--semi-space-growth-factor=1";

describe("space for new objects", () => {
  test.each([
    { name: "large enough at the start", sizes: [16], flags: [hold] },
    { name: "too small at the start", sizes: [8, 8, 16], flags: [grow, hold] },
    { name: "stays as it is", sizes: [16, 16, 16], flags: [hold] },
    { name: "returned by V8 while the server was idle", sizes: [16, 4, 8, 16], flags: [hold, grow, hold] },
    { name: "larger than needed", sizes: [64, 32], flags: [hold] },
  ])("$name: $sizes MiB set $flags", ({ sizes, flags }) => {
    let size = 0;
    const set: string[] = [];
    const look = spaceForNew({ sizeForNew: () => size * mebibyte, setFlag: (flag) => set.push(flag) });
    for (size of sizes) look();
    expect(set).toEqual(flags);
  });
});
