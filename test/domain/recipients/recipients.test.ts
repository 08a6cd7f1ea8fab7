import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readRecipients } from "#server/domain/recipients/recipients.js";
import { parseRecipients } from "./parse.js";

const one = "12025550101";
const two = "12025550102";

describe("recipient list", () => {
  const table: readonly { given: string; accepted?: readonly string[]; rejected?: readonly string[] }[] = [
    { given: one, accepted: [one] },
    { given: `${one},${two}`, accepted: [one, two] },
    { given: ` ${one} , ${two}\r\n,`, accepted: [one, two] },
    { given: `${one},${one},+${one}`, accepted: [one] },
    { given: "+1 (202) 555-0101", accepted: [one] },
    { given: `00${one}`, accepted: [one] },
    { given: "١٢٠٢٥٥٥٠١٠١", accepted: [one] },
    { given: "۱۲۰۲۵۵۵۰۱۰۲", accepted: [two] },
    { given: "1234567", accepted: ["1234567"] },
    { given: "123456", rejected: ["123456"] },
    { given: "123456789012345", accepted: ["123456789012345"] },
    { given: "1234567890123456", rejected: ["1234567890123456"] },
    { given: "02025550101", rejected: ["02025550101"] },
    { given: `${one},12,12,${two}`, accepted: [one, two], rejected: ["12"] },
    { given: `${one},nobody`, accepted: [one], rejected: ["nobody"] },
    { given: `${one};${two}`.slice(0, 20), rejected: ["12025550101;12025550"] },
    { given: `${one}, +1 202 555 0102 ext. 12`, accepted: [one], rejected: ["+1 202 555 0102 ext. 12"] },
    { given: `9.72501E+11,${two},${two}.0`, accepted: [two], rejected: ["9.72501E+11", `${two}.0`] },
    { given: `Tel: ${one},+44 12`, rejected: [`Tel: ${one}`, "+44 12"] },
    {
      given: `+44 (0)7700 900123,44 (0)7700 900123`,
      accepted: ["447700900123"],
      rejected: ["44 (0)7700 900123"],
    },
    { given: `${"x".repeat(70)},\u202a${one}\u202c`, accepted: [one], rejected: ["x".repeat(64)] },
  ];
  test.each(table)("$given", ({ given, accepted = [], rejected = [] }) => {
    expect(parseRecipients(given)).toEqual({ kind: "numbers", accepted, rejected });
  });

  test.each(["", " ", ",", " , ,\n"])("%j contains no number", (given) => {
    expect(parseRecipients(given)).toEqual({ kind: "none" });
  });

  test.each([one + two, "1".repeat(21), `${one},${one};${two}`])("%s is refused as too long", (given) => {
    expect(parseRecipients(given)).toEqual({ kind: "tooLong" });
  });

  test("plausible numbers in any notation are accepted once each, in order", () => {
    const number = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^[0-9]{6,14}$/))
      .map(([first, rest]) => `${String(first)}${rest}`);
    const written = fc.tuple(number, fc.constantFrom("", "+", "00", " ", "+ ", "( "));
    fc.assert(
      fc.property(fc.array(written, { minLength: 1 }), (numbers) => {
        const list = numbers.map(([digits, prefix]) => prefix + digits).join(" ,");
        const accepted = [...new Set(numbers.map(([digits]) => digits))];
        expect(parseRecipients(list)).toEqual({ kind: "numbers", accepted, rejected: [] });
      }),
    );
  });

  test.each([
    { name: "numbers", list: "12025550101,".repeat(100_000) },
    { name: "commas alone", list: ",".repeat(100_000) },
    { name: "entries that are none", list: "a1,".repeat(100_000) },
  ])("a long list is parsed in slices: $name", ({ list }) => {
    let slices = 0;
    const reading = readRecipients(list);
    while (reading.next().done !== true) slices++;
    expect(slices).toBe(100);
  });

  test.each([
    { name: "many digits", entry: "a1 ".repeat(1_000_000), want: { kind: "tooLong" } },
    {
      name: "few digits",
      entry: `${"a ".repeat(500_000)}1`,
      want: { kind: "numbers", accepted: [], rejected: ["a ".repeat(32)] },
    },
    {
      name: "a number far away",
      entry: `${"-(".repeat(1000)}0012025550101`,
      want: { kind: "numbers", accepted: [], rejected: ["-(".repeat(32)] },
    },
  ])("one long entry: $name", ({ entry, want }) => {
    expect(parseRecipients(entry)).toEqual(want);
  });

  test("any text yields digits of plausible length or a rejection", () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        const recipients = parseRecipients(given);
        if (recipients.kind !== "numbers") return;
        for (const number of recipients.accepted) expect(number).toMatch(/^[1-9][0-9]{6,14}$/);
        for (const entry of recipients.rejected) expect(entry.length).toBeLessThanOrEqual(64);
      }),
    );
  });
});
