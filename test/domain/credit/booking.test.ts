import { expect, test } from "@jest/globals";
import { type Booking, floorOf, ledgerEntry, opened } from "#server/domain/credit/booking.js";
import type { CreditTerms } from "#server/domain/credit/balance.js";

const booking: Booking = {
  ...{ customerId: 42, kind: "SMS", delta: -2000, reason: "charge", transactionId: "t1", at: 1 },
};

interface Terms {
  readonly title: string;
  readonly terms: CreditTerms;
  readonly floor: number | null;
  /** Lowest first booking; undefined: any. */
  readonly lowest: number | undefined;
}

const terms: readonly Terms[] = [
  { title: "prepaid", terms: { payment: "prepaid", limit: undefined }, floor: 0, lowest: 0 },
  { title: "postpaid", terms: { payment: "postpaid", limit: undefined }, floor: null, lowest: undefined },
  { title: "postpaid to -5000", terms: { payment: "postpaid", limit: 5000 }, floor: -5000, lowest: -5000 },
  { title: "postpaid to 0", terms: { payment: "postpaid", limit: 0 }, floor: 0, lowest: 0 },
];

test.each(terms)("the floor of a $title account is $floor", ({ terms, floor }) => {
  expect(floorOf(terms)).toBe(floor);
});

test.each(terms)("a first booking opens a $title account if it covers it", ({ terms, floor, lowest }) => {
  const least = lowest ?? -1_000_000_000;
  for (const delta of [least, 0, 1000]) expect(opened(terms, { delta })).toEqual({ floor });
  if (lowest !== undefined) expect(opened(terms, { delta: lowest - 1 })).toBeUndefined();
});

test.each<{ delta: number; balanceAfter: number; want: unknown }>([
  { delta: -2000, balanceAfter: 500, want: { ...booking, balanceAfter: 500 } },
  { delta: 2000, balanceAfter: 0, want: { ...booking, delta: 2000, balanceAfter: 0 } },
  { delta: 0, balanceAfter: 500, want: undefined },
])("a booking of $delta to $balanceAfter in the ledger", ({ delta, balanceAfter, want }) => {
  expect(ledgerEntry({ ...booking, delta }, balanceAfter)).toEqual(want);
});
