import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type FileRecipients,
  numberSet,
  placedRecipients,
  readRecipientFile,
} from "#server/domain/recipients/recipient-file.js";
import { parseRecipients } from "./parse.js";

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
    { name: "other punctuation", file: "+1 (202) 555.0101", want: ["12025550101"] },
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
    {
      name: "a point, brackets and (0)",
      file: "+44 (0)7700.900123\n[0044] 7700 900124",
      want: ["447700900123", "447700900124"],
    },
    {
      name: "marks of direction, an apostrophe",
      file: "\u202a+447700900123\u202c\r\n'447700900124",
      want: ["447700900123", "447700900124"],
    },
    { name: "each number once", file: "+974 55512345,97455512345", want: ["97455512345"] },
  ])("$name", ({ file, want }) => {
    expect(numbersOf(read(file))).toEqual({ kind: "numbers", accepted: want, rejected: [] });
    expect(parseRecipients(file.trim().replaceAll(/[;\r\n]+/g, ","))).toEqual(numbersOf(read(file)));
  });

  test("digits that a spreadsheet keeps as a text are a number", () => {
    const file = '="+447700900123";="447700900124"\r\n="=447700900125"\r\n';
    expect(numbersOf(read(file))).toEqual({
      kind: "numbers",
      accepted: ["447700900123", "447700900124"],
      rejected: ["=447700900125"],
    });
  });

  test("what a spreadsheet or a program makes of numbers is rejected as it is", () => {
    const file =
      'phone\n9.72501E+11\n447700900123.0\n"447700900124"\n"+1 202 555 0101 ext. 12"\n447700900125,5';
    expect(numbersOf(read(file))).toEqual({
      kind: "numbers",
      accepted: ["447700900124", "447700900125"],
      rejected: ["phone", "9.72501E+11", "447700900123.0", "+1 202 555 0101 ext. 12", "5"],
    });
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
    { name: "spaces only", file: "  , \u00a0", want: "none" },
    { name: "a byte order mark only", file: "\ufeff", want: "none" },
    { name: "a byte order mark of UTF-16 only", file: Uint8Array.of(0xff, 0xfe), want: "none" },
    { name: "a long entry", file: "x".repeat(1001), want: "unreadable" },
    { name: "control characters only", file: "\u0000\u0001", want: "unreadable" },
    { name: "octets that are not text", file: Uint8Array.of(0xff, 0xff, 0x0a, 0xc3), want: "unreadable" },
  ])("$name: no numbers, $want", ({ file, want }) => {
    expect(read(file)).toEqual({ kind: want });
  });

  test("an entry with octets that are not text is rejected", () => {
    const latin1 = Buffer.from(
      "12025550101\u00e9,Zo\u00eb 12025550102;1202\u00ff555\u00c30103\n1\u00ff",
      "latin1",
    );
    expect(numbersOf(read(Uint8Array.from(latin1)))).toEqual({
      kind: "numbers",
      accepted: [],
      rejected: ["12025550101\ufffd", "Zo\ufffd 12025550102", "1202\ufffd555\ufffd0103", "1\ufffd"],
    });
  });

  describe("UTF-16", () => {
    const little = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "utf16le"));
    const big = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "utf16le").swap16());

    test.each([
      { name: "little-endian with a byte order mark", encode: little, mark: "\ufeff" },
      { name: "big-endian with a byte order mark", encode: big, mark: "\ufeff" },
      { name: "little-endian without a byte order mark", encode: little, mark: "" },
      { name: "big-endian without a byte order mark", encode: big, mark: "" },
    ])("$name", ({ encode, mark }) => {
      expect(numbersOf(read(encode(`${mark}12025550101\r\n+1 (202) 555-0102;12,12025550101`)))).toEqual({
        kind: "numbers",
        accepted: ["12025550101", "12025550102"],
        rejected: ["12"],
      });
    });

    test("other digits, unpaired surrogates and an odd last byte", () => {
      const file = Uint8Array.of(
        ...little(
          "\ufeff\u0661\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0660\u0661,\ud83d12025550102,12025550103",
        ),
        0x31,
      );
      expect(numbersOf(read(file))).toEqual({
        kind: "numbers",
        accepted: ["12025550101"],
        rejected: ["\ufffd12025550102", "12025550103\ufffd"],
      });
    });

    test("a long file is converted in pieces", () => {
      const numbers = Array.from({ length: 50_000 }, (_, index) => String(12_025_000_000 + index));
      expect(numbersOf(read(little(`\ufeff${numbers.join("\n")}`)))).toEqual({
        kind: "numbers",
        accepted: numbers,
        rejected: [],
      });
    });
  });

  test.each([
    { name: "UTF-8", file: Buffer.from("12025550101,".repeat(300_000)) },
    { name: "UTF-16", file: Buffer.from(`\ufeff${"12025550101,".repeat(100_000)}`, "utf16le") },
    { name: "unusual entries", file: Buffer.from("+1 (202) 555-0101,".repeat(100_000)) },
  ])("yields while it reads: $name", ({ file }) => {
    const reading = readRecipientFile(Uint8Array.from(file), 1);
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

describe("each number of a file of the shortest entries is accepted", () => {
  const drive = <T>(steps: Generator<undefined, T, undefined>): T => {
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
  };
  test.each([
    { country: "972", digits: 4, separator: "\n" },
    { country: "972", digits: 4, separator: "," },
    { country: "972", digits: 4, separator: "\r\n" },
    { country: "972", digits: 5, separator: "\n" },
    { country: "972", digits: 8, separator: ";" },
    { country: "44", digits: 5, separator: "\n" },
    { country: "44", digits: 6, separator: "\n" },
    { country: "1", digits: 6, separator: "\n" },
    { country: "1", digits: 10, separator: "\t" },
    { country: undefined, digits: 7, separator: "\n" },
    { country: undefined, digits: 7, separator: "," },
    { country: undefined, digits: 15, separator: "\n" },
  ])("$digits digits in $country", ({ country, digits, separator }) => {
    const zero = country === undefined ? "" : "0";
    const all = Array.from({ length: 900 }, (_, index) => String(10 ** (digits - 1) + index));
    const file = Buffer.from(all.map((each) => zero + each).join(separator));
    const want = all.map((each) => Number(`${country ?? ""}${each}`));
    const read = drive(readRecipientFile(file, 7, { country }));
    expect(read).toMatchObject({ kind: "numbers", rejected: [] });
    expect(read.kind === "numbers" && [...read.accepted]).toEqual(want);
    const placed = drive(placedRecipients(file, 7, { country }));
    expect(placed.kind === "numbers" && [...placed.accepted]).toEqual(want);
  });
});
