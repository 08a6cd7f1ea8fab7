import { expect, test } from "@jest/globals";
import { checkOriginator } from "#server/domain/message/originator.js";
import type { PlainRefusal } from "#server/domain/refusals.js";

const configured = ["Shop", "Bob's Shop", "12025550101", "Café", "120255501010101", "+120255501010101"];

const table: readonly {
  given: string;
  of?: readonly string[];
  want: PlainRefusal | undefined;
}[] = [
  { given: "Shop", want: undefined },
  { given: "Bob's Shop", want: undefined },
  { given: "12025550101", want: undefined },
  { given: "shop", want: "unknownOriginator" },
  { given: "Shop ", want: "unknownOriginator" },
  { given: "", want: "unknownOriginator" },
  { given: "Shop", of: [], want: "noOriginators" },
  { given: "", of: [], want: "noOriginators" },
  { given: "TwelveChars!", want: "originatorTooLong" },
  { given: "TwelveChars!", of: [], want: "originatorTooLong" },
  { given: "120255501010101", want: undefined },
  { given: "+120255501010101", want: undefined },
  { given: "120255501010102", want: "unknownOriginator" },
  { given: "120255501010101", of: [], want: "noOriginators" },
  { given: "1202555010101010", want: "originatorTooLong" },
  { given: "+1202555010101010", want: "originatorTooLong" },
  { given: "12025550101a", want: "originatorTooLong" },
  { given: "++1202555010", want: "originatorTooLong" },
  { given: "12025550101\n", want: "originatorTooLong" },
  { given: "1 202 555 01", want: "originatorTooLong" },
  { given: "1".repeat(1_000_000), want: "originatorTooLong" },
  { given: "متجر", want: "originatorBadCharacters" },
  { given: "a\nb", want: "originatorBadCharacters" },
  { given: "a{b}", want: "originatorBadCharacters" },
  { given: "Caf\u00e9", want: undefined },
];

test.each(table)("originator $given of $of", ({ given, of = configured, want }) => {
  expect(checkOriginator(given, of)).toBe(want);
});
