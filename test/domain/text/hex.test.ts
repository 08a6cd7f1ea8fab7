import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseHex } from "#server/domain/text/hex.js";

test.each<[string, readonly number[] | undefined]>([
  ["", []],
  ["00", [0]],
  ["0aFf", [10, 255]],
  ["0", undefined],
  ["0g", undefined],
  ["0 0", undefined],
  ["0x00", undefined],
  ["-1", undefined],
  ["٠٠", undefined],
])("%j is %j", (text, want) => {
  expect(parseHex(text)).toEqual(want === undefined ? undefined : Uint8Array.from(want));
});

test("decodes any bytes from digits of either case", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), (bytes, upper) => {
      const hex = Buffer.from(bytes).toString("hex");
      expect(parseHex(upper ? hex.toUpperCase() : hex)).toEqual(Uint8Array.from(bytes));
    }),
  );
});
