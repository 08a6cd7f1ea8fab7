import { expect, test } from "@jest/globals";
import { tariffOf } from "#server/domain/credit/coverage.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import {
  type Addressees,
  type PricedRecipients,
  pricedInSteps,
} from "#server/operations/priced-recipients.js";

const tariff = tariffOf({
  shared: [
    { prefix: "1", price: 40 },
    { prefix: "1202", price: 1 },
    { prefix: "44", price: undefined },
  ],
  own: [],
});

function inSteps(
  addressees: Addressees,
  blacklisted: readonly string[],
): { routing: PricedRecipients; pauses: number } {
  const steps = pricedInSteps(addressees, new Set(blacklisted), tariff);
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done === true) return { routing: step.value, pauses };
  }
}

const given = ["12025550101", "44205550102", "13015550103", "12025550104"];

test.each([
  { name: "digits", recipients: given, kept: ["12025550101", "13015550103"] },
  {
    name: "numbers",
    recipients: Float64Array.from(given, Number),
    kept: Float64Array.of(12025550101, 13015550103),
  },
])("blacklisted and uncovered ones of $name are refused, the others priced", ({ recipients, kept }) => {
  const { routing } = inSteps({ recipients, rejected: ["12"] }, ["12025550104"]);
  expect(routing).toEqual({
    recipients: kept,
    refused: [
      { phone: "12025550104", state: RecipientState.Blacklisted },
      { phone: "12", state: RecipientState.InvalidNumber },
      { phone: "44205550102", state: RecipientState.InvalidNumber },
    ],
    pricePerPart: 41,
    tooDear: false,
  });
});

test("a long list is priced and copied with a pause after each 256 numbers", () => {
  const recipients = Float64Array.from({ length: 2_560 }, (_, index) => 12_025_550_100 + index);
  expect(inSteps({ recipients, rejected: [] }, [])).toEqual({
    routing: { recipients, refused: [], pricePerPart: 2_560, tooDear: false },
    pauses: 10,
  });
  const { routing, pauses } = inSteps({ recipients, rejected: [] }, ["12025550100"]);
  expect(routing.recipients).toEqual(recipients.slice(1));
  expect(pauses).toBe(20);
});
