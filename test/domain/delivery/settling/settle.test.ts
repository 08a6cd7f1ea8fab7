import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { routeTable } from "#server/domain/delivery/routing/route-table.js";
import type { UncertainPolicy } from "#server/domain/delivery/route.js";
import type { Settlement } from "#server/domain/delivery/claiming/claim.js";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { type RemainingRow, remains, takenBack } from "#server/domain/delivery/claiming/remains.js";
import {
  acceptedKeys,
  acceptedParts,
  type AttemptRow,
  settle,
  type SettleInput,
  splitSettlements,
  type UnmatchedRow,
} from "#server/domain/delivery/settling/settle.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import type { PartRow } from "#server/domain/delivery/receipts/tracked-message.js";

const {
  Queued,
  Submitting,
  Submitted,
  Enroute,
  Accepted,
  Delivered,
  Undeliverable,
  Expired,
  Unknown,
  Failed,
} = RecipientState;

const claimed: AttemptRow = { id: 1, txn: 7, phone: "12025550101", state: Submitting, worker: "w" };
const given = (end: SettlementEnd | undefined, changes: Partial<Settlement> = {}): Settlement => ({
  ...{ owner: "w", recipientId: 1, linkId: 1, at: 5, accepted: [], end },
  ...changes,
});
const input = (changes: Partial<SettleInput>): SettleInput => ({
  ...{ settlements: [], attempts: [claimed], parts: [], unmatched: [] },
  networkOf: (linkId) => (linkId === 1 ? 3 : undefined),
  ...changes,
});
const submitted = { kind: "submitted" } as const;
const failed = { kind: "failed", code: "0x0b" } as const;
const queued: Extract<SettlementEnd, { kind: "queued" }> = {
  ...{ kind: "queued", nextAt: 90, linkId: 1 },
  ...{ counts: "attempt", uncertain: true, code: "lost" },
};
const part = (messageId: string, number = 1) => ({ part: number, messageId });
const waiting = (
  states: readonly PartState[],
  changes: Partial<UnmatchedRow> = {},
): readonly UnmatchedRow[] =>
  states.map((state, index) => ({
    ...{ id: 10 + index, network: 3, key: "a", state, at: 20 + index, code: null, phone: null, likeliest: 1 },
    ...changes,
  }));

describe("the end of an attempt", () => {
  test.each<{ end: SettlementEnd; to: RecipientState; error: string | undefined; since?: number }>([
    { end: submitted, to: Submitted, error: undefined, since: 5 },
    { end: failed, to: Failed, error: "0x0b" },
    { end: { kind: "expired" }, to: Expired, error: undefined },
    { end: { kind: "held", code: "lost" }, to: Submitting, error: "lost" },
    { end: { kind: "unknown", code: "lost" }, to: Unknown, error: "lost" },
  ])("$end.kind: state $to", ({ end, to, error, since }) => {
    const changes = settle(input({ settlements: [given(end)] }));
    expect(changes.transitions).toEqual([{ id: 1, from: Submitting, to, at: 5, error, since }]);
    expect(changes.moves).toEqual([{ txn: 7, from: Submitting, to, n: 1 }]);
    expect([changes.requeued, changes.parts, changes.early]).toEqual([[], [], []]);
  });

  test.each([
    { counts: "attempt", attempts: 0, deferrals: 0 },
    { counts: "deferral", attempts: -1, deferrals: 1 },
    { counts: "nothing", attempts: -1, deferrals: 0 },
  ] as const)("queued, counted as $counts", ({ counts, attempts, deferrals }) => {
    const changes = settle(input({ settlements: [given({ ...queued, counts })] }));
    expect(changes.requeued).toMatchObject([
      { id: 1, at: 5, error: "lost", nextAt: 90, linkId: 1, attempts, deferrals, uncertain: true },
    ]);
    expect(changes.transitions).toEqual([]);
    expect(changes.moves).toEqual([{ txn: 7, from: Submitting, to: Queued, n: 1 }]);
  });

  test.each<{
    name: string;
    row: Partial<AttemptRow>;
    end: SettlementEnd | undefined;
    to: readonly number[];
  }>([
    { name: "while parts are in flight", row: {}, end: undefined, to: [] },
    { name: "bad news of another owner", row: { worker: "other" }, end: failed, to: [] },
    { name: "of another owner, back in the queue", row: { worker: "other" }, end: queued, to: [] },
    { name: "good news of another owner", row: { worker: "other" }, end: submitted, to: [Submitted] },
    { name: "good news of a held message", row: { worker: null }, end: submitted, to: [Submitted] },
    { name: "bad news of a held message", row: { worker: null }, end: failed, to: [] },
    {
      name: "good news of a queued message",
      row: { state: Queued, worker: null },
      end: submitted,
      to: [Submitted],
    },
    { name: "bad news of a queued message", row: { state: Queued, worker: "w" }, end: failed, to: [] },
    { name: "good news after an end", row: { state: Unknown, worker: null }, end: submitted, to: [] },
    { name: "bad news after an end", row: { state: Delivered, worker: "w" }, end: failed, to: [] },
  ])("$name", ({ row, end, to }) => {
    const { transitions, requeued } = settle(
      input({ settlements: [given(end)], attempts: [{ ...claimed, ...row }] }),
    );
    expect([...transitions, ...requeued].map((change) => change.to)).toEqual(to);
  });

  test("of a deleted message changes nothing", () => {
    const settlements = [given(submitted, { accepted: [part("A")] })];
    const changes = settle(input({ settlements, attempts: [], unmatched: waiting([Delivered]) }));
    expect(Object.values(changes).flat()).toEqual([]);
  });

  test("several in one batch: the last that counts, from the first state", () => {
    const changes = settle(
      input({ settlements: [given(queued), given(failed), given(submitted, { owner: "before", at: 9 })] }),
    );
    expect(changes.transitions).toMatchObject([{ from: Submitting, to: Submitted, at: 9, since: 9 }]);
    expect([changes.requeued, changes.moves.length]).toEqual([[], 1]);
    const held = { kind: "held", code: "lost" } as const;
    const { transitions } = settle(input({ settlements: [given(held), given(failed), given(queued)] }));
    expect(transitions).toMatchObject([{ from: Submitting, to: Submitting, error: "lost" }]);
  });
});

describe("accepted parts", () => {
  const accepted = [part(" 00A ")];

  test("are kept under the key of their id", () => {
    const { parts } = settle(input({ settlements: [given(undefined, { accepted })] }));
    const row = { recipient: 1, part: 1, network: 3, key: "a", state: Submitted, at: 5, error: null };
    expect(parts).toEqual([{ ...row, follows: false }]);
  });

  test("look for receipts under their keys, those without an id under none", () => {
    const settlements = [
      given(undefined, { accepted: [part(""), part("0B", 2)] }),
      given(submitted, { linkId: 2, accepted }),
    ];
    expect(acceptedKeys(settlements, input({}).networkOf)).toEqual([
      { network: 3, key: "b" },
      { network: 0, key: "a" },
    ]);
  });

  test("that were accepted before keep their state under the new key", () => {
    const known: PartRow = {
      ...{ recipient: 1, part: 1, network: 3, key: "old" },
      ...{ state: Delivered, at: 2, error: "000", follows: false },
    };
    const { parts, transitions } = settle(
      input({ settlements: [given(submitted, { accepted })], parts: [known] }),
    );
    expect(parts).toEqual([{ ...known, key: "a" }]);
    expect(transitions).toMatchObject([{ to: Delivered, error: "000" }]);
  });

  test.each<{ messageId: string; state: PartState; at: number; error: string | null; to: PartState }>([
    { messageId: "00A", state: Delivered, at: 2, error: "000", to: Delivered },
    { messageId: "b", state: Submitted, at: 5, error: null, to: Submitted },
  ])(
    "have what receipts of their id have said of another part: $messageId",
    ({ messageId, state, at, error, to }) => {
      const first: PartRow = {
        ...{ recipient: 1, part: 1, network: 3, key: "a" },
        ...{ state: Delivered, at: 2, error: "000", follows: false },
      };
      const settlements = [given(submitted, { accepted: [part(messageId, 2)] })];
      const { parts, transitions } = settle(input({ settlements, parts: [first] }));
      expect(parts).toMatchObject([{ part: 2, state, at, error }]);
      expect(transitions).toMatchObject([{ to }]);
    },
  );

  test("in several settlements make one end", () => {
    const settlements = [
      given(undefined, { accepted: [part("b", 2)], at: 1 }),
      given(submitted, { accepted: [part("a", 1)], at: 2 }),
    ];
    const unmatched = [
      ...waiting([Undeliverable], { code: "2", key: "b", id: 1 }),
      ...waiting([Undeliverable], { code: "1", id: 2 }),
    ];
    const { transitions, early } = settle(input({ settlements, unmatched }));
    expect(transitions).toMatchObject([{ to: Undeliverable, at: 2, since: 2, error: "1" }]);
    expect(early).toEqual([
      { linkId: 1, count: 1 },
      { linkId: 1, count: 1 },
    ]);
  });
});

describe("settlements without a read", () => {
  const { networkOf } = input({});
  const accepted = fc.array(fc.record({ part: fc.constantFrom(1, 2), messageId: fc.constantFrom("", "A") }), {
    maxLength: 2,
  });
  const settlement = fc
    .record({
      recipientId: fc.constantFrom(1, 2, 3),
      linkId: fc.constantFrom(1, 2),
      at: fc.nat(9),
      accepted,
    })
    .chain((changes) =>
      fc.constantFrom(submitted, submitted, failed, queued, undefined).map((end) => given(end, changes)),
    );

  test("are the only ones of their messages, and do what the rule does to a claimed message without parts", () => {
    fc.assert(
      fc.property(fc.array(settlement, { maxLength: 5 }), (settlements) => {
        const { single, others } = splitSettlements(settlements);
        expect(new Set([...single, ...others])).toEqual(new Set(settlements));
        for (const one of single) {
          const { recipientId: id, at } = one;
          expect(settlements.filter(({ recipientId }) => recipientId === id)).toEqual([one]);
          expect(settle(input({ settlements: [one], attempts: [{ ...claimed, id }] }))).toEqual({
            ...{ contradictions: [], early: [], usedReceipts: [], requeued: [], failed: [] },
            parts: acceptedParts(one, networkOf),
            reported: [],
            transitions: [{ id, from: Submitting, to: Submitted, at, error: undefined, since: at }],
            moves: [{ txn: 7, from: Submitting, to: Submitted, n: 1 }],
          });
        }
      }),
    );
    expect(splitSettlements([given(submitted)])).toEqual({ single: [given(submitted)], others: [] });
  });
});

describe("receipts before the response", () => {
  const settlements = [given(submitted, { accepted: [part("a")] })];
  test.each<{ states: readonly PartState[]; want: PartState; contradictions: number }>([
    { states: [], want: Submitted, contradictions: 0 },
    { states: [Submitted], want: Submitted, contradictions: 0 },
    { states: [Accepted, Enroute], want: Accepted, contradictions: 0 },
    { states: [Enroute, Delivered, Accepted], want: Delivered, contradictions: 0 },
    { states: [Expired, Delivered], want: Delivered, contradictions: 0 },
    { states: [Delivered, Undeliverable], want: Delivered, contradictions: 1 },
    { states: [Unknown, Enroute, Undeliverable, Delivered], want: Undeliverable, contradictions: 1 },
  ])("$states: $want", ({ states, want, contradictions }) => {
    const changes = settle(input({ settlements, unmatched: waiting(states) }));
    expect(changes.parts).toMatchObject([{ state: want }]);
    expect(changes.transitions).toMatchObject([{ to: want, since: 5 }]);
    expect(changes.usedReceipts).toEqual(states.map((_, index) => 10 + index));
    expect(changes.contradictions).toHaveLength(contradictions);
    expect(changes.early).toEqual(states.length === 0 ? [] : [{ linkId: 1, count: states.length }]);
  });

  test.each([
    { name: "the likeliest id", changes: { phone: "44" }, counts: true },
    {
      name: "a guess, to the same number",
      changes: { likeliest: 0, phone: "+1 202 555-0101" },
      counts: true,
    },
    { name: "a guess, to no number", changes: { likeliest: 0 }, counts: true },
    { name: "a guess, to another number", changes: { likeliest: 0, phone: "12025550199" }, counts: false },
    { name: "another network", changes: { network: 4 }, counts: false },
    { name: "another key", changes: { key: "b" }, counts: false },
  ])("$name counts: $counts", ({ changes, counts }) => {
    const { usedReceipts } = settle(input({ settlements, unmatched: waiting([Delivered], changes) }));
    expect(usedReceipts).toEqual(counts ? [10] : []);
  });

  test("counts for all parts with its id", () => {
    const accepted = [part("a"), part("0A", 2), part("b", 3)];
    const unmatched = [...waiting([Delivered]), ...waiting([Delivered], { key: "b", id: 12 })];
    const changes = settle(input({ settlements: [given(submitted, { accepted })], unmatched }));
    expect(changes.parts.map(({ state }) => state)).toEqual([Delivered, Delivered, Delivered]);
    expect(changes.transitions).toMatchObject([{ to: Delivered }]);
    expect(changes.usedReceipts).toEqual([10, 12]);
  });

  test("counts once, for the first message with its id", () => {
    const second = given(submitted, { recipientId: 2, accepted: [part("a")] });
    const changes = settle(
      input({
        settlements: [...settlements, second],
        attempts: [claimed, { ...claimed, id: 2 }],
        unmatched: [...waiting([Delivered]), ...waiting([Delivered])],
      }),
    );
    expect(changes.transitions.map(({ to }) => to)).toEqual([Delivered, Submitted]);
    expect([changes.usedReceipts, changes.early]).toEqual([[10], [{ linkId: 1, count: 1 }]]);
  });

  test("is applied to a message that another owner has submitted already", () => {
    const attempts = [{ ...claimed, state: Submitted, worker: null }];
    const { transitions } = settle(input({ settlements, attempts, unmatched: waiting([Delivered]) }));
    expect(transitions).toMatchObject([{ from: Submitted, to: Delivered, at: 20 }]);
    expect(transitions[0]?.since).toBeUndefined();
  });
});

describe("messages in flight", () => {
  const row: RemainingRow = {
    ...{ id: 1, txn: 7, phone: "12025550101", counted: true, attempts: 2, deferrals: 1 },
    ...{ uncertain: 0, link: 1, nextAt: 40 },
    ...{
      dueAt: 30,
      transactionId: "t",
      customerId: 42,
      userName: "Ann",
      originator: "Shop",
      text: "",
      dataCoding: 0,
      parts: 1,
    },
    ...{ kind: "text", worker: "gone" },
  };
  const table = (uncertain: UncertainPolicy) =>
    routeTable(
      [{ id: 1, kind: "smpp", network: 3 }],
      [
        {
          ...{ id: 1, prefix: "", customerId: undefined, originator: undefined, kind: undefined },
          ...{ linkId: 1, rank: 1, weight: 1, uncertain },
        },
      ],
    );
  const code = "the service ended before the response";

  test.each<{ policy: UncertainPolicy; end: SettlementEnd }>([
    { policy: "hold", end: { kind: "held", code } },
    { policy: "fail", end: { kind: "unknown", code } },
    {
      policy: "resend",
      end: { kind: "queued", nextAt: 40, linkId: 0, counts: "attempt", uncertain: true, code },
    },
  ])("that an owner left are uncertain: $policy", ({ policy, end }) => {
    expect(remains([row], table(policy), 99)).toEqual([
      { owner: "gone", recipientId: 1, linkId: 1, at: 99, accepted: [], end },
    ]);
  });

  test("that their worker does not know are returned unchanged", () => {
    const rows = [1, 2, 3].map((id) => ({ id, worker: "w", link: 4, nextAt: 40, at: 50, uncertain: 1 }));
    const end = {
      kind: "queued",
      nextAt: 40,
      linkId: 0,
      counts: "nothing",
      uncertain: true,
      code: undefined,
    };
    expect(takenBack(rows, new Set([1, 3]))).toEqual([
      { owner: "w", recipientId: 2, linkId: 4, at: 50, accepted: [], end },
    ]);
  });
});
