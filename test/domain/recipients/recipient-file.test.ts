import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { numberSet } from "#server/domain/recipients/number-set.js";
import { type FileRecipients, readRecipientFile } from "#server/domain/recipients/recipient-file.js";
import { parseRecipients } from "#server/domain/recipients/recipients.js";

function read(text: string | Uint8Array, seed = 1): FileRecipients {
  const file = typeof text === "string" ? Uint8Array.from(Buffer.from(text)) : text;
  const reading = readRecipientFile(file, seed);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

const numbersOf = (recipients: FileRecipients) =>
  recipients.kind === "numbers"
    ? { ...recipients, accepted: Array.from(recipients.accepted, String) }
    : recipients;

describe("recipient file", () => {
  test("follows the rules of recipient lists: a space belongs to an entry and does not separate", () => {
    const entry = fc.oneof(
      fc.stringMatching(/^ ?\+?( ?[0-9]){0,21} ?$/),
      fc.stringMatching(/^[0-9 \u00a0\u2009()./-]{1,20}$/),
      fc.stringMatching(/^\+?[0-9]{0,21}$/),
      fc.stringMatching(/^[0-9()./-]{1,20}$/),
      fc.stringMatching(/^[٠-٩a-zé]{1,20}$/),
      fc.constantFrom("12025550101", "0012025550101"),
    );
    const separator = fc.constantFrom(",", ";", "\n", "\r\n", "\t", ", ", " ,");
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, separator)), fc.integer(), (entries, seed) => {
        const file = entries.map(([text, end]) => text + end).join("");
        expect(numbersOf(read(file, seed))).toEqual(parseRecipients(entries.map(([text]) => text).join(",")));
      }),
    );
  });

  test.each([
    { name: "spaces group the digits of a number", file: "+974 5551 2345", want: ["97455512345"] },
    { name: "a short country code is not cut off", file: "974 55512345\n", want: ["97455512345"] },
    { name: "non-breaking and thin spaces", file: "+974\u00a0555\u200912345", want: ["97455512345"] },
    { name: "other punctuation", file: "+1 (202) 555-01.01", want: ["12025550101"] },
    {
      name: "spaces around entries",
      file: " 12025550101 , 12025550102 \r\n",
      want: ["12025550101", "12025550102"],
    },
    {
      name: "a plus after a space, a prefix 00 with spaces",
      file: " + 12025550101;00 1 2025550102",
      want: ["12025550101", "12025550102"],
    },
    { name: "each number once", file: "+974 55512345,97455512345", want: ["97455512345"] },
  ])("$name", ({ file, want }) => {
    expect(numbersOf(read(file))).toEqual({ kind: "numbers", accepted: want, rejected: [] });
    expect(parseRecipients(file.trim().replaceAll(/[;\r\n]+/g, ","))).toEqual(numbersOf(read(file)));
  });

  test("a long file: every number once, in the order of the file, however it is written", () => {
    const entries = Array.from({ length: 3_000 }, (_, index) => {
      const number = String(12_025_550_100 + (index % 1_700));
      return index % 7 === 0 ? `+${number.slice(0, 1)} (${number.slice(1)})` : number;
    });
    expect(numbersOf(read(entries.join("\n")))).toEqual({
      kind: "numbers",
      accepted: Array.from({ length: 1_700 }, (_, index) => String(12_025_550_100 + index)),
      rejected: [],
    });
  });

  test("two numbers separated by a space form one entry, which is too long", () => {
    expect(read("12025550101 12025550102")).toEqual({ kind: "tooLong" });
  });

  test.each([
    { name: "other bytes than UTF-8", file: Uint8Array.of(0x31, 0xff) },
    { name: "a long entry", file: "x".repeat(1001) },
    { name: "control characters only", file: "\u0000\u0001" },
    { name: "spaces only", file: "  , \u00a0" },
  ])("$name: refused as a file without numbers", ({ file }) => {
    expect(read(file)).toEqual({ kind: "none" });
  });

  test("yields every few thousand numbers", () => {
    const file = Uint8Array.from(Buffer.from("12025550101,".repeat(10_000)));
    const reading = readRecipientFile(file, 1);
    let pauses = 0;
    while (reading.next().done !== true) pauses++;
    expect(pauses).toBeGreaterThan(2);
  });
});

test("the number set contains each number once for any seed", () => {
  const number = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 999_999_999_999_999 }));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200, size: "max" }), fc.integer(), (numbers, seed) => {
      const set = numberSet(200, seed);
      const known = new Set<number>();
      for (const value of numbers) {
        expect(set.add(value)).toBe(!known.has(value));
        known.add(value);
      }
    }),
  );
});
