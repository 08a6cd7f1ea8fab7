import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { septetCount } from "#server/domain/text/gsm-alphabet.js";
import { countParts, type SmsCoding, splitParts } from "#server/domain/text/sms-parts.js";

const a = (count: number): string => "a".repeat(count);
const alef = (count: number): string => "ا".repeat(count);

describe("number of parts", () => {
  const table: readonly { given: string; text: string; coding: SmsCoding; want: number }[] = [
    { given: "nothing", text: "", coding: "gsm7", want: 1 },
    { given: "160 septets", text: a(160), coding: "gsm7", want: 1 },
    { given: "161 septets", text: a(161), coding: "gsm7", want: 2 },
    { given: "306 septets", text: a(306), coding: "gsm7", want: 2 },
    { given: "307 septets", text: a(307), coding: "gsm7", want: 3 },
    { given: "459 septets", text: a(459), coding: "gsm7", want: 3 },
    { given: "460 septets", text: a(460), coding: "gsm7", want: 4 },
    { given: "80 euro signs", text: "€".repeat(80), coding: "gsm7", want: 1 },
    { given: "81 euro signs", text: "€".repeat(81), coding: "gsm7", want: 2 },
    { given: "an escape pair on a boundary", text: `${a(152)}€${a(152)}`, coding: "gsm7", want: 3 },
    { given: "70 units", text: alef(70), coding: "ucs2", want: 1 },
    { given: "71 units", text: alef(71), coding: "ucs2", want: 2 },
    { given: "134 units", text: alef(134), coding: "ucs2", want: 2 },
    { given: "135 units", text: alef(135), coding: "ucs2", want: 3 },
    { given: "201 units", text: alef(201), coding: "ucs2", want: 3 },
    { given: "202 units", text: alef(202), coding: "ucs2", want: 4 },
    { given: "a surrogate pair on a boundary", text: `${alef(66)}😀${alef(66)}`, coding: "ucs2", want: 3 },
    { given: "255 full parts", text: a(153 * 255), coding: "gsm7", want: 255 },
    { given: "one septet more", text: a(153 * 255 + 1), coding: "gsm7", want: 256 },
  ];
  test.each(table)("$given -> $want", ({ text, coding, want }) => {
    expect(countParts(text, coding)).toBe(want);
    expect(splitParts(text, coding)).toHaveLength(want);
  });
});

const gsmText = fc
  .array(fc.constantFrom("a", "€", "{", "\n", "Ω"), { maxLength: 500, size: "max" })
  .map((characters) => characters.join(""));
const ucs2Text = fc
  .array(fc.constantFrom("ا", "😀", "b"), { maxLength: 300, size: "max" })
  .map((characters) => characters.join(""));

describe("splitting", () => {
  const codings = [
    { coding: "gsm7" as const, text: gsmText, units: septetCount, part: 153 },
    { coding: "ucs2" as const, text: ucs2Text, units: (part: string) => part.length, part: 67 },
  ];
  test.each(codings)(
    "$coding: parts fit, join to the text, and cut no pair",
    ({ coding, text, units, part }) => {
      fc.assert(
        fc.property(text, (given) => {
          const parts = splitParts(given, coding);
          expect(parts.join("")).toBe(given);
          expect(parts).toHaveLength(countParts(given, coding));
          if (parts.length === 1) return;
          for (const each of parts) {
            expect(units(each)).toBeLessThanOrEqual(part);
            expect(each).not.toMatch(/\p{Surrogate}/u);
          }
        }),
      );
    },
  );

  test("every part is filled as far as possible", () => {
    fc.assert(
      fc.property(gsmText, (given) => {
        const parts = splitParts(given, "gsm7");
        for (const [index, each] of parts.slice(0, -1).entries()) {
          const next = parts[index + 1]?.charAt(0) ?? "";
          expect(septetCount(each + next)).toBeGreaterThan(153);
        }
      }),
    );
  });
});
