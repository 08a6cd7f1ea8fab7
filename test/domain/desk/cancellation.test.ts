import { describe, expect, test } from "@jest/globals";
import { cancel, cancelled, type CancelRow } from "#server/domain/desk/cancellation.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const { Queued, Deleted } = RecipientState;
const row = (change: Partial<CancelRow> = {}): CancelRow => ({
  ...{ id: 1, txn: 2, state: Queued, attempts: 0, uncertain: 0, sentParts: 0 },
  ...change,
});

describe("cancelling", () => {
  test.each<{ title: string; rows: readonly CancelRow[]; refunds: ReadonlyMap<number, boolean> }>([
    { title: "nothing", rows: [], refunds: new Map() },
    { title: "a waiting message", rows: [row()], refunds: new Map([[1, true]]) },
    { title: "one that was refused before", rows: [row({ attempts: 2 })], refunds: new Map([[1, true]]) },
    { title: "one that a network may have", rows: [row({ uncertain: 1 })], refunds: new Map([[1, false]]) },
    {
      title: "one of which a network has a part",
      rows: [row({ sentParts: 1 })],
      refunds: new Map([[1, false]]),
    },
    {
      title: "some of many",
      rows: [row(), row({ id: 3, state: Deleted }), row({ id: 4 })],
      refunds: new Map([
        [1, true],
        [4, true],
      ]),
    },
  ])("ends $title, and refunds what was not sent", ({ rows, refunds }) => {
    const changes = cancel(rows, 9);
    expect(changes.transitions).toEqual(
      [...refunds].map(([id, refund]) => ({
        id,
        from: Queued,
        to: Deleted,
        at: 9,
        error: cancelled,
        refund,
      })),
    );
    expect(changes.moves).toEqual([...refunds].map(() => ({ txn: 2, from: Queued, to: Deleted, n: 1 })));
  });

  test.each(Object.values(RecipientState).filter((state) => state !== Queued))("leaves state %d", (state) => {
    expect(cancel([row({ state })], 9)).toEqual({ transitions: [], moves: [] });
  });
});
