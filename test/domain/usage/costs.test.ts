import { expect, test } from "@jest/globals";
import { type BuyPrice, costsOf } from "#server/domain/usage/costs.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { DeliverabilityChange } from "#server/domain/usage/deliverability-counts.js";

const { Delivered, Undeliverable, Expired, Unknown, Failed } = RecipientState;

const price = (linkId: number, prefix: string, amount: number): BuyPrice => ({
  ...{ link: `link ${linkId}`, linkId, prefix, price: amount },
});
const prices = [price(1, "", 20), price(1, "49", 30), price(1, "49151", 45), price(2, "1", 5)];

const change = (given: Partial<DeliverabilityChange>): DeliverabilityChange => ({
  ...{ hour: 50, customerId: 42, linkId: 1, state: Delivered, prefix: "49151", code: "" },
  ...{ messages: 1, parts: 2, delays: [] },
  ...given,
});
const cost = { day: 2, customerId: 42, linkId: 1, prefix: "49", parts: 2, unpriced: 0, amount: 90 };

test.each<{ name: string; given: readonly Partial<DeliverabilityChange>[]; want: readonly object[] }>([
  { name: "the longest prefix", given: [{}], want: [cost] },
  { name: "a shorter prefix", given: [{ prefix: "49171" }], want: [{ ...cost, amount: 60 }] },
  { name: "any number", given: [{ prefix: "33612" }], want: [{ ...cost, prefix: "33", amount: 40 }] },
  {
    ...{ name: "no price of the link", given: [{ linkId: 2 }] },
    want: [{ ...cost, linkId: 2, unpriced: 2, amount: 0 }],
  },
  { name: "refused by the network", given: [{ state: Failed, code: "RINVDSTADR (0x0b)" }], want: [] },
  { name: "not sent", given: [{ state: Expired, code: "not sent in time" }], want: [] },
  { name: "expired at the network", given: [{ state: Expired, code: "006" }], want: [cost] },
  { name: "without a receipt", given: [{ state: Unknown, code: "no receipt in time" }], want: [cost] },
  {
    name: "several of a day and a country",
    given: [{}, { prefix: "49171", hour: 71 }, { hour: 72 }],
    want: [
      { ...cost, parts: 4, amount: 150 },
      { ...cost, day: 3 },
    ],
  },
  {
    name: "a corrected final state",
    given: [{ state: Undeliverable, code: "001", messages: -1, parts: -2 }, {}],
    want: [{ ...cost, parts: 0, amount: 0 }],
  },
])("the cost of $name", ({ given, want }) => {
  expect(costsOf(given.map(change), prices)).toEqual(want);
});
