import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Move, netChanges, withFinalMoves } from "#server/domain/delivery/states/counts.js";
import { mayErase } from "#server/domain/delivery/retention.js";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";

const { Queued, Submitting, Submitted, Delivered, InvalidNumber } = RecipientState;

describe("net changes", () => {
  const move = (from: RecipientState | undefined, to: RecipientState, n = 1, txn = 1): Move => ({
    ...{ txn, from, to, n },
  });
  test.each<{ name: string; moves: readonly Move[]; want: readonly (readonly [number, number, number])[] }>([
    { name: "none", moves: [], want: [] },
    {
      name: "a submission",
      moves: [move(undefined, Queued, 3), move(undefined, InvalidNumber)],
      want: [
        [1, Queued, 3],
        [1, InvalidNumber, 1],
      ],
    },
    { name: "no recipients", moves: [move(undefined, Queued, 0)], want: [] },
    { name: "there and back", moves: [move(Queued, Submitting), move(Submitting, Queued)], want: [] },
    {
      name: "two steps of one, one step of another transaction",
      moves: [move(Submitting, Submitted), move(Submitted, Delivered), move(Queued, Submitting, 1, 2)],
      want: [
        [1, Submitting, -1],
        [1, Delivered, 1],
        [2, Queued, -1],
        [2, Submitting, 1],
      ],
    },
    {
      name: "of the largest numbers that a transaction may have",
      moves: [move(Queued, Delivered, 1, Number.MAX_SAFE_INTEGER), move(Queued, Delivered, 1, 2 ** 53 - 2)],
      want: [
        [Number.MAX_SAFE_INTEGER, Queued, -1],
        [Number.MAX_SAFE_INTEGER, Delivered, 1],
        [2 ** 53 - 2, Queued, -1],
        [2 ** 53 - 2, Delivered, 1],
      ],
    },
  ])("$name", ({ moves, want }) => {
    expect(netChanges(moves).map(({ txn, state, n }) => [txn, state, n])).toEqual(want);
  });

  test("added up are the number of recipients in each state, whatever their moves", () => {
    const states = fc.constantFrom(...Object.values(RecipientState));
    const steps = fc.array(fc.record({ recipient: fc.nat(5), to: states }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 5 }), (batches) => {
        const rows = new Map<number, RecipientState>();
        const counts = new Map<string, number>();
        for (const batch of batches) {
          const moves = batch.map(({ recipient, to }): Move => {
            const from = rows.get(recipient);
            rows.set(recipient, to);
            return { txn: recipient % 2, from, to, n: 1 };
          });
          const changes = netChanges(moves);
          expect(new Set(changes.map(({ txn, state }) => `${txn} ${state}`)).size).toBe(changes.length);
          for (const { txn, state, n } of changes) {
            expect(n).not.toBe(0);
            counts.set(`${txn} ${state}`, (counts.get(`${txn} ${state}`) ?? 0) + n);
          }
          expect(Math.min(0, ...counts.values())).toBe(0);
        }
        const wanted = new Map<string, number>();
        for (const [recipient, state] of rows) {
          const key = `${recipient % 2} ${state}`;
          wanted.set(key, (wanted.get(key) ?? 0) + 1);
        }
        expect(new Map([...counts].filter(([, n]) => n !== 0))).toEqual(wanted);
      }),
    );
  });
});

test("transactions with a final move are those whose recipients moved to a final state", () => {
  const states = Object.values(RecipientState);
  const moves = states.map((to, txn): Move => ({ txn, from: undefined, to, n: 1 }));
  expect([...withFinalMoves([...moves, ...moves])].map((txn) => states[txn])).toEqual(states.filter(isFinal));
});

test.each([
  { hidden: 1, open: 0, want: true },
  { hidden: 1, open: 1, want: false },
  { hidden: 0, open: 0, want: false },
  { hidden: 0, open: 1, want: false },
])("a text is erased, hidden $hidden, open recipients $open: $want", ({ want, ...row }) => {
  expect(mayErase(row)).toBe(want);
});
