import { expect, test } from "@jest/globals";
import { checkOriginator, type OriginatorProblem } from "../../server/domain/originator.js";

const configured = ["Shop", "Bob's Shop", "12025550101", "Café"];

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
  { given: "متجر", want: "badCharacters" },
  { given: "a\nb", want: "badCharacters" },
  { given: "a{b}", want: "badCharacters" },
  { given: "Caf\u00e9", want: undefined },
];

test.each(table)("originator $given of $of", ({ given, of = configured, want }) => {
  expect(checkOriginator(given, of)).toBe(want);
});
