import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { answerKeys, type IdForm, idKey, samePhone } from "#server/domain/outbox/message-id.js";
import {
  messageState,
  type PartState,
  receiptEffect,
  worstState,
} from "#server/domain/outbox/receipt-state.js";
import { chooseRoute, type Route, routingOf } from "#server/domain/links/routing.js";
import { type Outcome, settlementEnd } from "#server/domain/outbox/settlement.js";
import { isFinal, RecipientState } from "#server/domain/outbox/recipient-state.js";

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

const any: Route = {
  ...{ id: 1, prefix: "", customerId: undefined, originator: undefined, kind: undefined },
  ...{ linkId: 1, rank: 1, weight: 1, uncertain: "hold" },
};
const message = { id: 7, phone: "12025550101", customerId: 42, originator: "Shop", kind: "sms" } as const;

describe("routing", () => {
  const routes: readonly Route[] = [
    { ...any, id: 1 },
    { ...any, id: 2, prefix: "1" },
    { ...any, id: 3, prefix: "1202" },
    { ...any, id: 4, prefix: "44", kind: "mms", linkId: 2 },
    { ...any, id: 5, prefix: "44" },
    { ...any, id: 6, originator: "Bank" },
    { ...any, id: 7, customerId: 43, prefix: "44" },
    { ...any, id: 8, customerId: 43, originator: "Bank" },
    { ...any, id: 9, kind: "mms", linkId: 2 },
  ];
  const routing = routingOf(routes, (linkId, kind) => linkId === (kind === "mms" ? 2 : 1));

  test.each([
    { change: {}, want: [3] },
    { change: { phone: "13055550101" }, want: [2] },
    { change: { phone: "33155550101" }, want: [1] },
    { change: { phone: "44155550101" }, want: [5] },
    { change: { phone: "44155550101", kind: "mms" }, want: [4] },
    { change: { originator: "Bank" }, want: [6] },
    { change: { customerId: 43 }, want: [3] },
    { change: { customerId: 43, phone: "44155550101" }, want: [7] },
    { change: { customerId: 43, originator: "Bank" }, want: [8] },
  ] as const)("$change: $want", ({ change, want }) => {
    expect(routing({ ...message, ...change }).map(({ id }) => id)).toEqual(want);
  });

  test("there is none where no route fits or no link carries it", () => {
    expect(routingOf([{ ...any, prefix: "44" }], () => true)(message)).toEqual([]);
    expect(routingOf([any], () => false)(message)).toEqual([]);
  });

  const ranked: readonly Route[] = [
    { ...any, id: 1, linkId: 1 },
    { ...any, id: 2, linkId: 2, rank: 2 },
    { ...any, id: 3, linkId: 3, rank: 2 },
  ];
  test.each([
    { up: [1, 2, 3], want: [1] },
    { up: [2, 3], want: [2, 3] },
    { up: [3], want: [3] },
    { up: [], want: [1] },
  ])("with links $up up it is one of $want", ({ up, want }) => {
    const chosen = Array.from(
      { length: 200 },
      (_, id) => chooseRoute(ranked, id, (link) => up.includes(link))?.id,
    );
    expect(new Set(chosen)).toEqual(new Set(want));
  });

  test("weights are shares, and a message keeps its choice", () => {
    const weighted = [
      { ...any, linkId: 1, weight: 30 },
      { ...any, linkId: 2, weight: 10 },
    ];
    const links = Array.from({ length: 40_000 }, (_, id) => chooseRoute(weighted, id, () => true)?.linkId);
    expect(links.filter((link) => link === 1).length / 40_000).toBeCloseTo(0.75, 2);
    expect(chooseRoute(weighted, 7, () => true)).toBe(chooseRoute(weighted, 7, () => true));
    expect(chooseRoute([], 7, () => true)).toBeUndefined();
  });
});

describe("the end of an attempt", () => {
  const accepted: Outcome = { kind: "accepted", messageId: "1" };
  const refused: Outcome = { kind: "refused", code: "0x0b" };
  const lost: Outcome = { kind: "uncertain", code: "lost" };
  const unsent: Outcome = { kind: "unsent" };
  const later: Outcome = { kind: "later", code: "0x08", delay: 500, counts: true };
  const throttled: Outcome = { kind: "later", code: "0x58", delay: 100, counts: false };
  const queued = {
    kind: "queued",
    dueAt: 10,
    linkId: 3,
    counts: "nothing",
    uncertain: false,
    code: undefined,
  };
  const attempt = { policy: "hold", attempt: 1, uncertain: false, dueAt: 10, linkId: 3 } as const;

  test.each([
    { outcomes: [accepted], want: { kind: "submitted" } },
    { outcomes: [], want: { kind: "submitted" } },
    { outcomes: [accepted, refused], want: { kind: "failed", code: "0x0b" } },
    { outcomes: [{ kind: "expired" } as const], want: { kind: "expired" } },
    { outcomes: [lost, refused], want: { kind: "failed", code: "0x0b" } },
    { outcomes: [lost, later], want: { kind: "held", code: "lost" } },
    { outcomes: [accepted, unsent], want: queued },
    { outcomes: [unsent, throttled], want: { ...queued, counts: "deferral", dueAt: 1100, code: "0x58" } },
    { outcomes: [throttled, later], want: { ...queued, counts: "attempt", dueAt: 1500, code: "0x08" } },
    {
      outcomes: [later, { ...throttled, delay: 8_000 }],
      want: { ...queued, counts: "attempt", dueAt: 9_000, code: "0x08" },
    },
  ])("$outcomes", ({ outcomes, want }) => {
    expect(settlementEnd(outcomes, attempt, 1000)).toEqual(want);
  });

  test.each([
    { policy: "fail", want: { kind: "unknown", code: "lost" } },
    { policy: "resend", want: { ...queued, counts: "attempt", uncertain: true, code: "lost" } },
  ] as const)("without an answer: $policy", ({ policy, want }) => {
    expect(settlementEnd([lost], { ...attempt, policy }, 1000)).toEqual(want);
  });

  const resent = { ...queued, counts: "attempt", uncertain: true, code: "lost" };
  test.each([
    { attempt: 6, uncertain: false, want: resent },
    { attempt: 2, uncertain: true, want: { ...resent, dueAt: 2_000 } },
    { attempt: 3, uncertain: true, want: { ...resent, dueAt: 5_000 } },
    { attempt: 5, uncertain: true, want: { ...resent, dueAt: 65_000 } },
    { attempt: 6, uncertain: true, want: { kind: "held", code: "lost" } },
  ])(
    "without a response at attempt $attempt (uncertain before: $uncertain), resent",
    ({ want, ...tries }) => {
      expect(settlementEnd([lost], { ...attempt, ...tries, policy: "resend" }, 1000)).toEqual(want);
    },
  );
});

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

  test("whatever the order, a message whose parts were all delivered ends as delivered or with its first failure", () => {
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

describe("ids of messages", () => {
  test.each<{ receipt: string; form: IdForm; want: readonly string[] }>([
    { receipt: "00AB", form: "same", want: ["ab"] },
    { receipt: " 26 ", form: "auto", want: ["26", "1a", "38"] },
    { receipt: "1a", form: "auto", want: ["1a", "26"] },
    { receipt: "26", form: "hex-decimal", want: ["1a"] },
    { receipt: "1A", form: "decimal-hex", want: ["26"] },
    { receipt: "x-7", form: "auto", want: ["x-7"] },
    { receipt: "x-7", form: "hex-decimal", want: [] },
    { receipt: "0000", form: "auto", want: ["0"] },
    { receipt: "", form: "auto", want: [] },
    { receipt: "9".repeat(65), form: "auto", want: ["9".repeat(65)] },
  ])("$receipt as $form", ({ receipt, form, want }) => {
    expect(answerKeys(receipt, form)).toEqual(want);
  });

  test("of any number are found in either base, in any case, with any zeros", () => {
    const numbers = fc.bigInt({ min: 1n, max: 2n ** 64n });
    fc.assert(
      fc.property(numbers, fc.boolean(), fc.boolean(), fc.nat(5), (number, hexAnswer, hexReceipt, zeros) => {
        const answer = number.toString(hexAnswer ? 16 : 10);
        const receipt = "0".repeat(zeros) + number.toString(hexReceipt ? 16 : 10).toUpperCase();
        expect(answerKeys(receipt, "auto")).toContain(idKey(answer));
      }),
    );
  });

  test.each([
    { reported: "12025550101", want: true },
    { reported: "+1 202 555 0101", want: true },
    { reported: "02025550101", want: true },
    { reported: "12025550102", want: false },
    { reported: "", want: false },
    { reported: "Shop", want: false },
  ])("$reported is the same number: $want", ({ reported, want }) => {
    expect(samePhone("12025550101", reported)).toBe(want);
  });
});
