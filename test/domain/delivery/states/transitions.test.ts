import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";
import type { StateChange } from "#server/domain/status.js";
import {
  advanced,
  ended,
  isExpired,
  sentAgain,
  sweeps,
  type StateRow,
} from "#server/domain/delivery/states/transitions.js";

const { Queued, Submitting, Submitted, Enroute, Accepted, Delivered, Expired, Unknown } = RecipientState;
const states = Object.values(RecipientState);
/** A recipient in each state; its id is ten times the number of the state. */
const everyState = states.map((state): StateRow => ({ id: 10 * state, txn: 7, state }));

test.each([
  { dueAt: 100, validity: 50, now: 149, want: false },
  { dueAt: 100, validity: 50, now: 150, want: true },
  { dueAt: 100, validity: 0, now: 99, want: false },
  { dueAt: 100, validity: 0, now: 100, want: true },
  { dueAt: 100, validUntil: 120, validity: 50, now: 120, want: true },
  { dueAt: 100, validUntil: 200, validity: 50, now: 199, want: false },
])("due at $dueAt, valid for $validity ms or until $validUntil, expired at $now: $want", (row) => {
  expect(isExpired(row, row.validity, row.now)).toBe(row.want);
});

describe("sweeps", () => {
  test.each([
    { sweep: "expired", from: [Queued], to: Expired, error: "not sent in time" },
    { sweep: "unreported", from: [Submitted, Enroute, Accepted], to: Unknown, error: "no receipt in time" },
    { sweep: "unanswered", from: [Submitting], to: Unknown, error: "no answer" },
    { sweep: "givenUp", from: [Submitting], to: Unknown, error: "given up by the operator" },
  ] as const)("$sweep ends recipients in state $from as $to", ({ sweep, from, to, error }) => {
    expect(ended(everyState, sweep, 5)).toEqual({
      transitions: from.map((state) => ({ id: 10 * state, from: state, to, at: 5, error })),
      moves: from.map((state) => ({ txn: 7, from: state, to, n: 1 })),
    });
  });

  test("end nothing that has a final state", () => {
    for (const sweep of Object.values(sweeps)) {
      expect(sweep.from.filter(isFinal)).toEqual([]);
      expect(isFinal(sweep.to)).toBe(true);
    }
  });

  test("sent again: only messages that are held", () => {
    expect(sentAgain(everyState)).toEqual({
      ids: [10 * Submitting],
      moves: [{ txn: 7, from: Submitting, to: Queued, n: 1 }],
    });
  });
});

describe("reported states", () => {
  test.each<{
    name: string;
    from: RecipientState;
    to: readonly RecipientState[];
    want: RecipientState | undefined;
    since?: number;
  }>([
    { name: "forward", from: Submitting, to: [Submitted], want: Submitted, since: 0 },
    { name: "from the queue to the end", from: Queued, to: [Delivered], want: Delivered, since: 0 },
    {
      name: "several, from the first since when",
      from: Submitting,
      to: [Submitted, Delivered],
      want: Delivered,
      since: 0,
    },
    { name: "not with the network yet", from: Queued, to: [Submitting], want: Submitting },
    { name: "later with the network", from: Queued, to: [Submitting, Enroute], want: Enroute, since: 1 },
    { name: "with the network before", from: Submitted, to: [Accepted], want: Accepted },
    { name: "the same", from: Submitted, to: [Submitted], want: undefined },
    { name: "back", from: Accepted, to: [Enroute, Submitted, Queued], want: undefined },
    { name: "after a final state", from: Expired, to: [Delivered, Unknown], want: undefined },
    { name: "after a final state of the same batch", from: Submitted, to: [Expired, Unknown], want: Expired },
  ])("$name", ({ from, to, want, since }) => {
    const changes = to.map((state, at): StateChange => ({ recipientId: 1, state, at, error: String(state) }));
    const { transitions, moves } = advanced([{ id: 1, txn: 7, state: from }], changes);
    const at = to.findIndex((state) => state === want);
    expect(transitions).toEqual(
      want === undefined ? [] : [{ id: 1, from, to: want, at, error: String(want), since }],
    );
    expect(moves).toEqual(want === undefined ? [] : [{ txn: 7, from, to: want, n: 1 }]);
  });

  test("of unknown recipients are ignored", () => {
    const change = { recipientId: 1, state: Delivered, at: 0 };
    expect(advanced([], [change])).toEqual({ transitions: [], moves: [] });
  });

  test("in batches of any size lead to the same rows as one by one, never back", () => {
    const changes = fc.array(
      fc.record({ recipientId: fc.nat(3), state: fc.constantFrom(...states), at: fc.nat(99) }),
      { maxLength: 12 },
    );
    const rows = fc.array(fc.constantFrom(...states), { minLength: 3, maxLength: 3 });
    interface Row extends StateRow {
      readonly at: number;
      readonly since: number;
    }
    const apply = (before: readonly Row[], batch: readonly StateChange[]): readonly Row[] => {
      const { transitions, moves } = advanced(before, batch);
      expect(moves.map(({ from, to }) => [from, to])).toEqual(transitions.map(({ from, to }) => [from, to]));
      expect(new Set(transitions.map(({ id }) => id)).size).toBe(transitions.length);
      return before.map((row) => {
        const change = transitions.find(({ id }) => id === row.id);
        if (change === undefined) return row;
        expect(change.from).toBe(row.state);
        expect(change.to).toBeGreaterThan(row.state);
        expect(isFinal(row.state)).toBe(false);
        return { ...row, state: change.to, at: change.at, since: change.since ?? row.since };
      });
    };
    fc.assert(
      fc.property(rows, changes, (given, batch) => {
        const before = given.map((state, id): Row => ({ id, txn: id, state, at: -1, since: -1 }));
        const singly = batch.reduce<readonly Row[]>((known, change) => apply(known, [change]), before);
        expect(apply(before, batch)).toEqual(singly);
      }),
    );
  });
});
