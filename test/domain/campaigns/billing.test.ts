import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type BilledRow, refund } from "#server/domain/campaigns/billing.js";
import { isBilled, RecipientState } from "#server/domain/recipient-state.js";

const row: BilledRow = {
  ...{ customerId: 42, transactionId: "c1", kind: "SMS" },
  ...{ charge: 8000, recipientLimit: 4, billed: 0, optedOut: 0 },
};

test.each([
  { billed: 0, want: 8000 },
  { billed: 1, want: 6000 },
  { billed: 3, want: 2000 },
  { billed: 4, want: undefined },
  { billed: 0, optedOut: 1, want: 6000 },
  { billed: 3, optedOut: 1, want: undefined },
])(
  "of 4 recipients for 8000, $billed were reached, $optedOut opted out: $want is returned",
  ({ billed, optedOut = 0, want }) => {
    const booking = { customerId: 42, transactionId: "c1", kind: "SMS", reason: "refund", at: 7 };
    expect(refund({ ...row, billed, optedOut }, 7)).toEqual(
      want === undefined ? undefined : { ...booking, delta: want },
    );
  },
);

test("a campaign without a charge gets nothing back", () => {
  expect(refund({ ...row, charge: 0 }, 7)).toBeUndefined();
});

test.each<[keyof typeof RecipientState, boolean]>([
  ["Queued", false],
  ["Submitting", false],
  ["Submitted", true],
  ["Enroute", true],
  ["Accepted", true],
  ["Delivered", true],
  ["Undeliverable", true],
  ["Expired", true],
  ["Deleted", true],
  ["Unknown", true],
  ["Rejected", true],
  ["Failed", false],
  ["InvalidNumber", false],
  ["Blacklisted", false],
])("a recipient that is %s is charged: %s", (state, want) => {
  expect(isBilled(RecipientState[state])).toBe(want);
});

const states: readonly RecipientState[] = Object.values(RecipientState);

test("whatever becomes of the recipients, a campaign costs their price, and no more than was charged", () => {
  const given = fc.record({
    price: fc.integer({ min: 0, max: 1_000_000 }),
    recipients: fc.array(fc.constantFrom(...states), { maxLength: 20 }),
    unused: fc.nat(20),
  });
  fc.assert(
    fc.property(given, ({ price, recipients, unused }) => {
      const recipientLimit = Math.max(1, recipients.length + unused);
      const billed = recipients.filter(isBilled).length;
      const charge = price * recipientLimit;
      const returned = refund({ ...row, charge, recipientLimit, billed }, 7)?.delta ?? 0;
      expect(charge - returned).toBe(price * billed);
    }),
  );
});
