import { describe, expect, test } from "@jest/globals";
import { placedRecipients } from "#server/domain/recipients/recipient-file.js";
import { leftOutReason, noNumberText } from "#server/domain/delivery/submitting/left-out.js";
import { RecipientState } from "#server/domain/recipient-state.js";

function placed(file: Uint8Array) {
  const reading = placedRecipients(file, 1, {});
  for (;;) {
    const step = reading.next();
    if (step.done !== true) continue;
    if (step.value.kind !== "numbers") return step.value.kind;
    const { accepted, acceptedRows, rejected, rejectedRows, entries } = step.value;
    const rows = [...accepted].map((number, index) => [acceptedRows[index], String(number)]);
    return { rows, out: rejected.map((entry, index) => [rejectedRows[index], entry]), entries };
  }
}

const [first, second] = ["12025550101", "12025550102"];

describe("the rows of a file of numbers", () => {
  test.each([
    {
      name: "a number a line",
      file: `${first}\n${second}\n`,
      rows: [
        [1, first],
        [2, second],
      ],
      out: [],
      entries: 2,
    },
    {
      name: "CR LF",
      file: `${first}\r\n${second}\r\n`,
      rows: [
        [1, first],
        [2, second],
      ],
      out: [],
      entries: 2,
    },
    {
      name: "CR alone",
      file: `${first}\r${second}`,
      rows: [
        [1, first],
        [2, second],
      ],
      out: [],
      entries: 2,
    },
    { name: "empty lines count", file: `\n\n${first}\n`, rows: [[3, first]], out: [], entries: 1 },
    {
      name: "several on a line",
      file: `${first};${second}\nx`,
      rows: [
        [1, first],
        [1, second],
      ],
      out: [[2, "x"]],
      entries: 3,
    },
    {
      name: "the first of repeated ones",
      file: `${first}\n+${first}\n`,
      rows: [[1, first]],
      out: [],
      entries: 2,
    },
    { name: "a head", file: `phone\n${first}\n`, rows: [[2, first]], out: [[1, "phone"]], entries: 2 },
    {
      name: "repeated rejects",
      file: `x\n${first}\nx\ny\n`,
      rows: [[2, first]],
      out: [
        [1, "x"],
        [4, "y"],
      ],
      entries: 4,
    },
    { name: "a formula", file: `=1+1\n${first}`, rows: [[2, first]], out: [[1, "=1+1"]], entries: 2 },
    {
      name: "quoted entries",
      file: `"${first}"\n"nobody"\n`,
      rows: [[1, first]],
      out: [[2, "nobody"]],
      entries: 2,
    },
  ])("$name", ({ file, rows, out, entries }) => {
    expect(placed(Buffer.from(file))).toEqual({ rows, out, entries });
  });

  test("UTF-16, and more numbers than are looked up together", () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => String(12_025_550_000 + index));
    const wide = Buffer.from(`\ufeff${numbers.join("\r\n")}`, "utf16le");
    const want = numbers.map((number, index) => [index + 1, number]);
    expect(placed(wide)).toEqual({ rows: want, out: [], entries: 1000 });
  });

  test("a file without numbers is none", () => {
    expect(placed(Buffer.from("\n,"))).toBe("none");
  });
});

test.each([
  ["", "has no digits"],
  ["nobody", "has no digits"],
  ["tel 12025550101x", "has letters"],
  ["12345", "is too short for an international number"],
  ["1234567890123456", "is too long for an international number"],
  ["0202555010", "starts with 0: write it with its country code"],
  ["+1+2025550101", "is not written as an international number"],
])("%j %s", (entry, want) => {
  expect(noNumberText(entry)).toBe(want);
});

test.each([
  { refused: { phone: first, state: RecipientState.Blacklisted }, want: "optedOut" },
  { refused: { phone: first, state: RecipientState.InvalidNumber }, want: "notCovered" },
  { refused: { phone: "nobody", state: RecipientState.InvalidNumber }, want: "noNumber" },
  {
    refused: { phone: first, state: RecipientState.InvalidNumber, given: "1-2025550101-7" },
    want: "noNumber",
  },
])("$want", ({ refused, want }) => {
  expect(leftOutReason(refused)).toBe(want);
});
