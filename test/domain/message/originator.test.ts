import { expect, test } from "@jest/globals";
import { checkOriginator, type OriginatorProblem } from "#server/domain/message/originator.js";

const configured = ["Shop", "Bob's Shop", "12025550101", "Café", "120255501010101", "+120255501010101"];

const table: readonly {
  given: string;
  of?: readonly string[];
  want: OriginatorProblem | undefined;
}[] = [
  { given: "Shop", want: undefined },
  { given: "Bob's Shop", want: undefined },
  { given: "12025550101", want: undefined },
  { given: "shop", want: "notFound" },
  { given: "Shop ", want: "notFound" },
  { given: "", want: "notFound" },
  { given: "Shop", of: [], want: "noneConfigured" },
  { given: "", of: [], want: "noneConfigured" },
  { given: "TwelveChars!", want: "tooLong" },
  { given: "TwelveChars!", of: [], want: "tooLong" },
  { given: "120255501010101", want: undefined },
  { given: "+120255501010101", want: undefined },
  { given: "120255501010102", want: "notFound" },
  { given: "120255501010101", of: [], want: "noneConfigured" },
  { given: "1202555010101010", want: "tooLong" },
  { given: "+1202555010101010", want: "tooLong" },
  { given: "12025550101a", want: "tooLong" },
  { given: "++1202555010", want: "tooLong" },
  { given: "12025550101\n", want: "tooLong" },
  { given: "1 202 555 01", want: "tooLong" },
  { given: "1".repeat(1_000_000), want: "tooLong" },
  { given: "متجر", want: "badCharacters" },
  { given: "a\nb", want: "badCharacters" },
  { given: "a{b}", want: "badCharacters" },
  { given: "Caf\u00e9", want: undefined },
];

test.each(table)("originator $given of $of", ({ given, of = configured, want }) => {
  expect(checkOriginator(given, of)).toBe(want);
});
