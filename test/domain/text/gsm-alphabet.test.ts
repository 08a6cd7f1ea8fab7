import { expect, test } from "@jest/globals";
import { decodeSeptets, septetCount } from "#server/domain/text/gsm-alphabet.js";

test.each<[readonly number[], string | undefined]>([
  [[], ""],
  [[0x00, 0x41, 0x7f], "@Aà"],
  [[0x02, 0x10, 0x1a, 0x1c, 0x24], "$ΔΞÆ¤"],
  [[0x1b, 0x65, 0x1b, 0x3c, 0x1b, 0x3e], "€[]"],
  [[0x1b, 0x14, 0x1b, 0x28, 0x1b, 0x29, 0x1b, 0x2f, 0x1b, 0x3d, 0x1b, 0x40, 0x1b, 0x0a], "^{}\\~|\f"],
  [[0x80], undefined],
  [[0x1b], undefined],
  [[0x1b, 0x41], undefined],
  [[0x1b, 0x1b], undefined],
])("septets %j are %j", (septets, want) => {
  expect(decodeSeptets(Uint8Array.from(septets))).toBe(want);
});

test("every septet except the escape round-trips through one character", () => {
  const characters = Array.from({ length: 128 }, (_, septet) => septet)
    .filter((septet) => septet !== 0x1b)
    .map((septet) => decodeSeptets(Uint8Array.of(septet)) ?? "");
  expect(new Set(characters).size).toBe(127);
  for (const character of characters) expect(septetCount(character)).toBe(1);
});
