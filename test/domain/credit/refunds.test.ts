import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  isRefunded,
  refundedStates,
  refundOf,
  refundReasons,
  refundShare,
  type RefundReason,
} from "#server/domain/credit/refunds.js";
import {
  accountFor,
  type EndedRow,
  refundPolicy,
  refundText,
  splitEnds,
} from "#server/domain/delivery/states/ended.js";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";
import { statusTable } from "#server/domain/status.js";
import { TrackedMessage } from "#server/domain/delivery/receipts/tracked-message.js";
import { Tally } from "#server/domain/usage/tally.js";
import { documentedRows } from "../documented-table.js";

const { Queued, Submitting, Submitted, Enroute, Accepted, Delivered, Undeliverable } = RecipientState;
const { Expired, Deleted, Unknown, Rejected, Failed } = RecipientState;

describe("a message", () => {
  test.each<[RefundReason, RecipientState, RecipientState, boolean]>([
    ["refused", Submitting, Failed, true],
    ["refused", Submitted, Rejected, true],
    ["refused", Submitted, Undeliverable, false],
    ["expired", Queued, Expired, true],
    ["expired", Enroute, Expired, true],
    ["expired", Submitting, Failed, false],
    ["failed", Accepted, Undeliverable, true],
    ["failed", Submitted, Deleted, true],
    ["failed", Queued, Deleted, false],
    ["failed", Submitted, Expired, false],
    ["failed", Unknown, Undeliverable, true],
    ["failed", Expired, Undeliverable, false],
    ["failed", Deleted, Undeliverable, false],
    ["expired", Expired, Delivered, false],
    ["failed", Submitted, Delivered, false],
    ["failed", Submitted, Unknown, false],
  ])("under the policy %s, from state %d to %d: refunded %s", (reason, from, to, want) => {
    expect(isRefunded([reason], from, to)).toBe(want);
    expect(isRefunded(refundReasons, from, to)).toBe(
      refundReasons.some((each) => isRefunded([each], from, to)),
    );
    expect(isRefunded([], from, to)).toBe(false);
  });

  test("the table of accounts.md lists the refunded states", () => {
    const documented = documentedRows("docs/reference/accounts.md", "Refunds").map(([reason, states]) => [
      reason,
      states?.replaceAll("`", ""),
    ]);
    const want = refundReasons.map((reason) => [
      reason,
      Object.entries(refundedStates)
        .filter(([, each]) => each === reason)
        .map(([state]) => statusTable[Number(state) as RecipientState].element)
        .join(", "),
    ]);
    expect(documented).toEqual(want);
  });

  const row: EndedRow = {
    ...{ id: 1, txn: 7, customerId: 42, userName: "Ann", originator: "Shop", parts: 2, at: 0 },
    ...{ phone: "12025550101", counted: 1, refunds: "", refunded: 0, linkId: 1, since: 0 },
  };

  test("is refunded at most once, whatever receipts arrive, repeat and contradict, and however the policy changes", () => {
    const finals = Object.values(RecipientState).filter(
      (state): state is PartState => state > Submitting && state <= Failed,
    );
    const reports = fc.record({
      part: fc.constantFrom(1, 2),
      state: fc.constantFrom(...finals),
      policy: fc.subarray([...refundReasons]),
    });
    const sweeps = fc.constantFrom(undefined, Unknown);
    fc.assert(
      fc.property(fc.array(reports, { maxLength: 12 }), sweeps, fc.nat(12), (received, sweep, when) => {
        let state: RecipientState = Submitted;
        const parts = new Map<number, PartState>([
          [1, Submitted],
          [2, Submitted],
        ]);
        const refunds: RecipientState[] = [];
        const end = (to: RecipientState, policy: readonly RefundReason[]): void => {
          const ended = [{ id: 1, from: state, to, at: 5 }];
          const rowOf = (): EndedRow => ({ ...row, refunds: refundText(policy) });
          for (const { ends } of accountFor(ended, rowOf, new Tally())) refunds.push(...ends);
          state = to;
        };
        for (const [index, { part, state: reported, policy }] of received.entries()) {
          if (index === when && sweep !== undefined && !isFinal(state)) end(sweep, policy);
          const known = [...parts].map(([number, each]) => {
            const place = { recipient: 1, part: number, network: 1, key: `${number}` };
            return { ...place, state: each, at: 0, error: null, follows: false };
          });
          const message = new TrackedMessage({ id: 1, txn: 7, state }, known);
          message.report(part, { state: reported, at: index });
          for (const each of message.reportedParts()) parts.set(each.part, each.state);
          if (message.transition !== undefined) end(message.transition.to, policy);
        }
        expect(refunds.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    );
  });

  test("that is cancelled before it was sent is refunded without a policy", () => {
    const ended = (refund: boolean) =>
      accountFor([{ id: 1, from: Queued, to: Deleted, at: 5, refund }], () => row, new Tally());
    expect(ended(true)).toEqual([{ txn: 7, at: 5, ids: [1], ends: [Deleted] }]);
    expect(ended(false)).toEqual([]);
  });

  test("refunds of one transaction are one entry", () => {
    const rowOf = (id: number): EndedRow => ({ ...row, id, txn: id < 3 ? 7 : 8, refunds: "expired" });
    const ended = [1, 2, 3].map((id) => ({ id, from: Queued, to: Expired, at: id }));
    expect(accountFor(ended, rowOf, new Tally())).toEqual([
      { txn: 7, at: 1, ids: [1, 2], ends: [Expired, Expired] },
      { txn: 8, at: 3, ids: [3], ends: [Expired] },
    ]);
  });

  test("that an operator has refunded is not refunded by a policy as well", () => {
    const change = { id: 1, from: Unknown, to: Expired, at: 5 };
    const due = (refunded: 0 | 1) =>
      accountFor([change], () => ({ ...row, refunds: "expired", refunded }), new Tally());
    expect([due(0).length, due(1).length]).toEqual([1, 0]);
  });

  test("is counted without a look at it only if no policy can refund it, and it had no final state", () => {
    const states = fc.constantFrom(...Object.values(RecipientState));
    const ends = fc.record({ from: states, to: states, refund: fc.boolean() });
    fc.assert(
      fc.property(fc.array(ends), (given) => {
        const transitions = given.map((each, id) => ({ ...each, id, at: 5 }));
        const { plain, others } = splitEnds(transitions);
        const ids = [...plain.values()].flat();
        const all = transitions.filter(({ to }) => isFinal(to)).map(({ id }) => id);
        expect([...ids, ...others.map(({ id }) => id)].sort((a, b) => a - b)).toEqual(all);
        for (const [to, found] of plain)
          for (const id of found) {
            const { from = Queued, refund } = transitions[id] ?? {};
            expect([transitions[id]?.to, isFinal(from), refund]).toEqual([to, false, false]);
            expect(isRefunded(refundReasons, from, to)).toBe(false);
          }
      }),
    );
  });

  test("a policy is the same after it was stored", () => {
    fc.assert(
      fc.property(fc.subarray([...refundReasons]), (policy) => {
        expect(refundPolicy(refundText(policy))).toEqual(policy);
      }),
    );
  });
});

test("the settlement of a campaign refunds what the network refused, so that a policy does not", () => {
  const charged = { charge: 4_000, refunded: 0, done: 0, recipients: 4 };
  const ends = [Failed, Expired, Rejected];
  expect(refundOf({ ...charged, campaign: 0 }, ends)).toEqual({ amount: 3_000, done: 3 });
  expect(refundOf({ ...charged, campaign: 1 }, ends)).toEqual({ amount: 2_000, done: 2 });
});

describe("the refund", () => {
  test.each([
    { charge: 0, refunded: 0, recipients: 3, further: 3, want: 0 },
    { charge: 3000, refunded: 0, recipients: 3, further: 0, want: 0 },
    { charge: 3000, refunded: 0, recipients: 3, further: 1, want: 1000 },
    { charge: 1000, refunded: 0, recipients: 3, further: 1, want: 333 },
    { charge: 1000, refunded: 333, recipients: 3, further: 2, want: 667 },
    { charge: 1000, refunded: 1000, recipients: 3, further: 2, want: 0 },
    { charge: 9e14, refunded: 0, recipients: 1e6, further: 1e6, want: 9e14 },
  ])(
    "$further of $recipients for $charge, $refunded refunded before: $want",
    ({ further, want, ...charged }) => {
      expect(refundShare({ done: 0, ...charged }, further)).toBe(want);
    },
  );

  test("of all recipients, in any steps, adds up to the charge and is never more than their shares", () => {
    const steps = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 10_000_000 }), (counts, charge) => {
        const recipients = counts.reduce((sum, count) => sum + count, 0);
        let refunded = 0;
        let done = 0;
        for (const further of counts) {
          refunded += refundShare({ charge, refunded, done, recipients }, further);
          done += further;
          expect(refunded).toBe(Math.floor((charge * done) / recipients));
        }
        expect(refunded).toBe(charge);
      }),
      {
        examples: [
          [Array.from({ length: 10 }, () => 1), 5],
          [[1, 1500], 1_000],
        ],
      },
    );
  });

  test("never exceeds the charge if an older version, which counted no recipients, began it", () => {
    const numbers = fc.record({
      ...{ charge: fc.integer({ min: 0, max: 50 }), recipients: fc.integer({ min: 1, max: 100 }) },
      counts: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 }),
      counted: fc.boolean(),
    });
    fc.assert(
      fc.property(numbers, ({ charge, recipients, counts, counted }) => {
        let refunded = 0;
        let done = 0;
        for (const [index, further] of counts.entries()) {
          const amount = refundShare({ charge, refunded, done, recipients }, further);
          expect(amount).toBeGreaterThanOrEqual(0);
          refunded += amount;
          if (counted || index > 3) done += further;
        }
        expect(refunded).toBeLessThanOrEqual(charge);
      }),
    );
  });
});
