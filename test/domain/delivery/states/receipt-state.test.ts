import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  messageState,
  type PartState,
  receiptEffect,
  worstState,
} from "#server/domain/delivery/states/receipt-state.js";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";

const {
  Submitted,
  Enroute,
  Accepted,
  Delivered,
  Undeliverable,
  Expired,
  Deleted,
  Unknown,
  Rejected,
  Failed,
} = RecipientState;

describe("receipts", () => {
  test.each([
    [Submitted, Submitted, "repeats"],
    [Submitted, Delivered, "changes"],
    [Submitted, Failed, "changes"],
    [Delivered, Submitted, "repeats"],
    [Delivered, Delivered, "repeats"],
    [Delivered, Undeliverable, "contradicts"],
    [Undeliverable, Delivered, "contradicts"],
    [Expired, Delivered, "changes"],
    [Expired, Undeliverable, "contradicts"],
    [Unknown, Delivered, "changes"],
    [Unknown, Rejected, "changes"],
    [Unknown, Submitted, "repeats"],
    [Submitted, Enroute, "changes"],
    [Submitted, Accepted, "changes"],
    [Enroute, Accepted, "changes"],
    [Enroute, Enroute, "repeats"],
    [Accepted, Enroute, "repeats"],
    [Accepted, Submitted, "repeats"],
    [Enroute, Undeliverable, "changes"],
    [Accepted, Delivered, "changes"],
    [Accepted, Unknown, "changes"],
    [Delivered, Accepted, "repeats"],
    [Expired, Enroute, "repeats"],
    [Unknown, Accepted, "repeats"],
  ] as const)("%i, then %i: %s", (known, reported, want) => {
    expect(receiptEffect(known, reported)).toBe(want);
  });

  test.each([
    { parts: [], want: Submitted },
    { parts: [Delivered, Delivered], want: Delivered },
    { parts: [Delivered, Submitted], want: Submitted },
    { parts: [Submitted, Undeliverable, Delivered], want: Undeliverable },
    { parts: [Accepted, Enroute, Submitted], want: Submitted },
    { parts: [Delivered, Accepted, Enroute], want: Enroute },
    { parts: [Delivered, Accepted], want: Accepted },
    { parts: [Enroute, Unknown], want: Unknown },
    { parts: [Undeliverable, Rejected], want: Rejected },
    { parts: [Deleted, Expired, Unknown], want: Deleted },
  ] as const)("parts $parts make $want", ({ parts, want }) => {
    expect(worstState(parts)).toBe(want);
  });

  test.each([
    { known: Submitted, parts: [Submitted, Delivered], want: Submitted },
    { known: Submitted, parts: [Expired, Submitted], want: Expired },
    { known: Submitted, parts: [Enroute, Accepted], want: Enroute },
    { known: Enroute, parts: [Accepted, Delivered], want: Accepted },
    { known: Accepted, parts: [Accepted, Rejected], want: Rejected },
    { known: Expired, parts: [Delivered, Accepted], want: Expired },
    { known: Delivered, parts: [Enroute], want: Delivered },
    { known: Expired, parts: [Expired, Undeliverable], want: Undeliverable },
    { known: Undeliverable, parts: [Undeliverable, Expired], want: Undeliverable },
    { known: Expired, parts: [Delivered, Submitted], want: Expired },
    { known: Expired, parts: [Delivered, Delivered], want: Delivered },
    { known: Unknown, parts: [Delivered, Submitted], want: Unknown },
    { known: Failed, parts: [Delivered], want: Failed },
  ] as const)("$parts make a message of the state $known one of $want", ({ known, parts, want }) => {
    expect(messageState(known, parts)).toBe(want);
  });

  test("whatever the order, a message whose parts all have a final state ends as delivered or with its first failure", () => {
    const states: readonly PartState[] = [Submitted, Delivered, Undeliverable, Expired, Unknown];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 8 }), (reports) => {
        let known: PartState = Submitted;
        for (const reported of reports) if (receiptEffect(known, reported) === "changes") known = reported;
        const finals = reports.filter((state) => state !== Submitted && state !== Unknown);
        const [first] = finals;
        const late = first === Expired && finals.includes(Delivered) ? Delivered : first;
        expect(known).toBe(late ?? (reports.includes(Unknown) ? Unknown : Submitted));
      }),
    );
  });
});

describe("receipts in any order", () => {
  /** Interim reports of a part, Unknown perhaps, and one final state in the end, perhaps twice. */
  const reports = fc
    .tuple(
      fc.array(fc.constantFrom<PartState>(Submitted, Enroute, Accepted, Unknown), { maxLength: 4 }),
      fc.constantFrom<PartState>(Delivered, Undeliverable, Expired, Deleted, Rejected),
    )
    .map(([interim, final]) => ({ final, all: [...interim, final, final] }));

  test("of the parts of a message end at the same final state, and never go back", () => {
    const shuffled = fc.array(reports, { minLength: 1, maxLength: 3 }).chain((parts) => {
      const all = parts.flatMap((part, index) => part.all.map((state) => ({ index, state })));
      const order = fc.shuffledSubarray(all, { minLength: all.length });
      return order.map((ordered) => ({ ordered, finals: parts.map(({ final }) => final) }));
    });
    fc.assert(
      fc.property(shuffled, ({ ordered, finals }) => {
        const parts = finals.map((): PartState => Submitted);
        let known: PartState = Submitted;
        for (const { index, state } of ordered) {
          if (receiptEffect(parts[index] ?? Submitted, state) === "changes") parts[index] = state;
          const next = messageState(known, parts);
          if (isFinal(known)) expect(isFinal(next)).toBe(true);
          else expect(next).toBeGreaterThanOrEqual(known);
          known = next;
        }
        expect(parts).toEqual(finals);
        expect(known).toBe(worstState(finals));
      }),
    );
  });
});
