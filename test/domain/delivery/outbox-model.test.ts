import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { LinkReceipt, Settlement } from "#server/domain/delivery/claiming/claim.js";
import { receiptEffect, type PartState } from "#server/domain/delivery/states/receipt-state.js";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import { sweeps } from "#server/domain/delivery/states/transitions.js";
import { MemoryOutbox } from "./memory-outbox.js";

const { Queued, Submitting, Submitted, Enroute, Accepted, Delivered, Undeliverable, Expired, Unknown } =
  RecipientState;

const messages = 3;
const workers = fc.constantFrom("first", "second");
const ids = fc.nat(messages - 1);
/** Networks repeat ids, and give none. */
const messageIds = fc.constantFrom("1a", "2b", "3c", "");
const ends: fc.Arbitrary<SettlementEnd | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant({ kind: "submitted" } as const),
  fc.constantFrom(
    { kind: "failed", code: "x" } as const,
    { kind: "expired" } as const,
    { kind: "held", code: "x" } as const,
    { kind: "unknown", code: "x" } as const,
  ),
  fc.record({
    ...{ kind: fc.constant("queued" as const), nextAt: fc.nat(99), linkId: fc.constantFrom(0, 1) },
    counts: fc.constantFrom("attempt" as const, "deferral" as const, "nothing" as const),
    ...{ uncertain: fc.boolean(), code: fc.constant("x") },
  }),
);
const settlements: fc.Arbitrary<Settlement> = fc.record({
  ...{ owner: workers, recipientId: ids, linkId: fc.constant(1), at: fc.nat(99), end: ends },
  accepted: fc.array(fc.record({ part: fc.integer({ min: 1, max: 3 }), messageId: messageIds }), {
    maxLength: 3,
  }),
});
/** Half of them of one attempt. */
const batches = fc
  .tuple(fc.array(settlements, { minLength: 1, maxLength: 4 }), fc.boolean(), ids, workers)
  .map(([batch, isOne, recipientId, owner]) =>
    isOne ? batch.map((each): Settlement => ({ ...each, recipientId, owner })) : batch,
  );
const partStates = fc.constantFrom<PartState>(
  Submitted,
  Enroute,
  Accepted,
  Delivered,
  Undeliverable,
  Expired,
  Unknown,
);
const receipts: fc.Arbitrary<LinkReceipt> = fc
  .record({
    ...{ linkId: fc.constant(1), messageId: messageIds, state: partStates, at: fc.nat(99) },
    ...{
      other: fc.boolean(),
      phone: fc.option(
        ids.map((id) => `+1202555010${id}`),
        { nil: undefined },
      ),
    },
  })
  .map(({ other, ...receipt }) => {
    const { messageId } = receipt;
    const keys = messageId === "" ? [] : other ? [messageId, "3c"] : [messageId];
    return { ...receipt, keys: [...new Set(keys)] };
  });

type Step = (outbox: MemoryOutbox) => void;

/** A change in batches, and the same changes one by one. */
interface Steps {
  readonly name: string;
  readonly together: Step;
  readonly singly: readonly Step[];
}

const alone = (name: string, step: Step): Steps => ({ name, together: step, singly: [step] });

const steps: fc.Arbitrary<Steps> = fc.oneof(
  fc.tuple(ids, workers, fc.nat(99)).map(([id, worker, at]) =>
    alone(`${worker} claims ${id}`, (outbox) => {
      outbox.claim(id, worker, at);
    }),
  ),
  batches.map((batch) => ({
    name: `settle ${JSON.stringify(batch)}`,
    together: (outbox: MemoryOutbox) => {
      outbox.settle(batch);
    },
    singly: batch.map((one) => (outbox: MemoryOutbox) => {
      outbox.settle([one]);
    }),
  })),
  fc.array(receipts, { minLength: 1, maxLength: 4 }).map((batch) => ({
    name: `receipts ${JSON.stringify(batch)}`,
    together: (outbox: MemoryOutbox) => void outbox.receipts(batch),
    singly: batch.map((one) => (outbox: MemoryOutbox) => void outbox.receipts([one])),
  })),
  fc.constantFrom(...(Object.keys(sweeps) as (keyof typeof sweeps)[])).map((name) =>
    alone(`sweep ${name}`, (outbox) => {
      outbox.sweep(name, 100);
    }),
  ),
  workers.map((worker) =>
    alone(`${worker} takes over`, (outbox) => {
      outbox.takeOver(worker, 100);
    }),
  ),
  fc.tuple(workers, fc.array(ids)).map(([worker, known]) =>
    alone(`${worker} knows ${known.join()}`, (outbox) => {
      outbox.takeBack(worker, new Set(known));
    }),
  ),
);

/** Whether a message may go from one state to the other: a part may have made it worse. */
function mayFollow(from: RecipientState, to: RecipientState): boolean {
  if (from === to) return true;
  if (from <= Submitting) return true;
  return isFinal(from) ? isFinal(to) : to > from;
}

function counted({ rows }: MemoryOutbox): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { txn, state } of rows) counts.set(`${txn} ${state}`, (counts.get(`${txn} ${state}`) ?? 0) + 1);
  return counts;
}

function checkStep(outbox: MemoryOutbox, { name, together }: Steps): void {
  const before = outbox.rows.map((row) => ({ ...row, accepted: outbox.acceptedOf(row.id) }));
  const parts = new Map(outbox.parts);
  together(outbox);
  for (const { id, state, accepted } of before) {
    const now = outbox.rows[id];
    expect([state, now?.state, mayFollow(state, now?.state ?? Queued)]).toEqual([state, now?.state, true]);
    if (isFinal(state) && name.startsWith("sweep")) expect(now?.state).toBe(state);
    expect(outbox.acceptedOf(id)).toEqual(expect.arrayContaining([...accepted]));
    if ((now?.state ?? Queued) !== Submitting) expect(now?.worker).toBeNull();
  }
  for (const [place, { state }] of parts) {
    const now = outbox.parts.get(place)?.state ?? Submitted;
    // A few receipts of one batch may lead there, each a change.
    expect(
      now === state ||
        (isFinal(state) ? isFinal(now) && receiptEffect(state, now) !== "repeats" : now > state),
    ).toBe(true);
  }
  expect(new Map([...outbox.counts].filter(([, n]) => n !== 0))).toEqual(counted(outbox));
  expect(new Set(outbox.used).size).toBe(outbox.used.length);
  expect(outbox.early).toBe(outbox.used.length);
}

describe("settlements, receipts, losses and sweeps in any order", () => {
  test("never return a message to an earlier state, count every row, keep every accepted part, and apply a receipt once", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (all) => {
        const outbox = new MemoryOutbox(messages);
        for (const step of all) checkStep(outbox, step);
      }),
      { numRuns: 400 },
    );
  });

  test("lead to the same result in batches and one by one", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 20 }), (all) => {
        const [batches, ones] = [new MemoryOutbox(messages), new MemoryOutbox(messages)];
        for (const { together, singly } of all) {
          together(batches);
          for (const step of singly) step(ones);
        }
        const shown = ({ rows, parts, waiting, contradictions }: MemoryOutbox) => ({
          // The last queued state of a message that the network has accepted does not matter.
          rows: rows.map(({ attempts, deferrals, uncertain, link, ...row }) =>
            row.state > Submitting ? row : { ...row, attempts, deferrals, uncertain, link },
          ),
          ...{ parts: [...parts.values()].sort((a, b) => a.recipient - b.recipient || a.part - b.part) },
          ...{ waiting: [...waiting.values()], contradictions: contradictions.length },
        });
        expect(shown(batches)).toEqual(shown(ones));
      }),
      { numRuns: 400 },
    );
  });

  test("receipts before the response lead to the same status as after it", () => {
    fc.assert(
      fc.property(fc.array(partStates, { minLength: 1, maxLength: 6 }), fc.nat(6), (states, early) => {
        const run = (before: number): MemoryOutbox => {
          const outbox = new MemoryOutbox(1);
          outbox.claim(0, "first", 1);
          const given = states.map((state, at): LinkReceipt => {
            return { linkId: 1, messageId: "1a", keys: ["1a"], phone: undefined, state, at };
          });
          outbox.receipts(given.slice(0, before));
          const accepted = [{ part: 1, messageId: "1a" }];
          const settled = { owner: "first", recipientId: 0, linkId: 1, at: 1, accepted };
          outbox.settle([{ ...settled, end: { kind: "submitted" } }]);
          expect(outbox.early).toBe(Math.min(before, states.length));
          outbox.receipts(given.slice(before));
          expect(outbox.waiting.size).toBe(0);
          return outbox;
        };
        const [some, none] = [run(early), run(0)];
        expect(some.rows[0]?.state).toBe(none.rows[0]?.state);
        expect(some.parts).toEqual(none.parts);
        expect(some.contradictions).toEqual(none.contradictions);
        expect(some.rows[0]?.nextAt).toBe(1);
      }),
    );
  });
});
