import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cancel, cancelled, cancelRefund, type CancelRow } from "#server/domain/desk/cancellation.js";
import { RecipientState } from "#server/domain/outbox/recipient-state.js";

const { Queued, Deleted } = RecipientState;
const row = (change: Partial<CancelRow> = {}): CancelRow => ({
  ...{ id: 1, txn: 2, state: Queued, attempts: 0, uncertain: 0, sentParts: 0 },
  ...change,
});

describe("cancelling", () => {
  test.each<{ title: string; rows: readonly CancelRow[]; ids: readonly number[]; unsent: number }>([
    { title: "nothing", rows: [], ids: [], unsent: 0 },
    { title: "a waiting message", rows: [row()], ids: [1], unsent: 1 },
    { title: "one that was refused before", rows: [row({ attempts: 2 })], ids: [1], unsent: 1 },
    { title: "one that a network may have", rows: [row({ uncertain: 1 })], ids: [1], unsent: 0 },
    { title: "one of which a network has a part", rows: [row({ sentParts: 1 })], ids: [1], unsent: 0 },
    {
      title: "some of many",
      rows: [row(), row({ id: 3, state: Deleted }), row({ id: 4 })],
      ids: [1, 4],
      unsent: 2,
    },
  ])("ends $title, and refunds what was not sent", ({ rows, ids, unsent }) => {
    const changes = cancel(rows, 9);
    expect(changes.transitions).toEqual(
      ids.map((id) => ({ id, from: Queued, to: Deleted, at: 9, error: cancelled })),
    );
    expect(changes.moves).toEqual(ids.map(() => ({ txn: 2, from: Queued, to: Deleted, n: 1 })));
    expect(changes.unsent).toBe(unsent);
  });

  test.each(Object.values(RecipientState).filter((state) => state !== Queued))("leaves state %d", (state) => {
    expect(cancel([row({ state })], 9)).toEqual({ transitions: [], moves: [], unsent: 0 });
  });
});

describe("the refund", () => {
  test.each([
    { charge: 0, refunded: 0, recipients: 3, unsent: 3, want: 0 },
    { charge: 3000, refunded: 0, recipients: 3, unsent: 0, want: 0 },
    { charge: 3000, refunded: 0, recipients: 3, unsent: 1, want: 1000 },
    { charge: 1000, refunded: 0, recipients: 3, unsent: 1, want: 333 },
    { charge: 1000, refunded: 333, recipients: 3, unsent: 2, want: 667 },
    { charge: 1000, refunded: 1000, recipients: 3, unsent: 2, want: 0 },
    { charge: 9e14, refunded: 0, recipients: 1e6, unsent: 1e6, want: 9e14 },
  ])(
    "$unsent of $recipients for $charge, $refunded refunded before: $want",
    ({ unsent, want, ...charged }) => {
      expect(cancelRefund(charged, unsent)).toBe(want);
    },
  );

  test("of all recipients, in any steps, adds up to the charge and never exceeds a share", () => {
    const steps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 10_000_000 }), (counts, extra) => {
        const recipients = counts.reduce((sum, count) => sum + count, 0);
        const charge = recipients + extra;
        let refunded = 0;
        let done = 0;
        for (const unsent of counts) {
          refunded += cancelRefund({ charge, refunded, recipients }, unsent);
          done += unsent;
          expect(refunded).toBe(Math.floor((charge * done) / recipients));
        }
        expect(refunded).toBe(charge);
      }),
    );
  });

  test("never exceeds the charge, however little each recipient cost", () => {
    const numbers = fc.record({
      ...{ charge: fc.integer({ min: 0, max: 50 }), recipients: fc.integer({ min: 1, max: 100 }) },
      counts: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(numbers, ({ charge, recipients, counts }) => {
        let refunded = 0;
        for (const unsent of counts) {
          const amount = cancelRefund({ charge, refunded, recipients }, unsent);
          expect(amount).toBeGreaterThanOrEqual(0);
          refunded += amount;
        }
        expect(refunded).toBeLessThanOrEqual(charge);
      }),
    );
  });
});
