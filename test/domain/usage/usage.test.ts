import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";
import { type UsageDimension, usageLines, type UsageSum } from "#server/domain/usage/report.js";
import {
  acceptedState,
  callingCode,
  dayOf,
  type EndedMessage,
  UsageTally,
} from "#server/domain/usage/usage.js";
import { noon } from "../../storage/fixtures.js";

const { Queued, Submitted, Delivered, Expired, Unknown, Failed, InvalidNumber } = RecipientState;

test.each([
  ["12025550101", "1"],
  ["79161234567", "7"],
  ["201001234567", "20"],
  ["211912345678", "211"],
  ["4915112345678", "49"],
  ["420601123456", "420"],
  ["998901234567", "998"],
  ["254700000000", "254"],
  ["012345678", ""],
  ["99", ""],
  ["2x5", ""],
  ["", ""],
  ["Shop", ""],
])("the calling code of %j is %j", (phone, code) => {
  expect(callingCode(phone)).toBe(code);
});

test("there are few calling codes, whatever a caller writes", () => {
  const texts = fc.oneof(fc.string(), fc.bigInt({ min: 0n, max: 10n ** 16n }).map(String));
  const codes = new Set<string>();
  fc.assert(
    fc.property(texts, (text) => {
      const code = callingCode(text);
      codes.add(code);
      expect(text.startsWith(code)).toBe(true);
      expect(code).toMatch(/^([17]|[2-9]\d{1,2}|)$/u);
    }),
    { numRuns: 2_000 },
  );
});

const source = { customerId: 42, userName: "Ann", originator: "Shop", parts: 2, at: noon };
const place = { day: dayOf(noon), customerId: 42, userName: "Ann", originator: "Shop", prefix: "1" };
const row: EndedMessage = { ...source, phone: "12025550101", counted: 1 };

describe("a tally", () => {
  test("gathers the changes of a commit, and is empty afterwards", () => {
    const tally = new UsageTally();
    tally.arrived(source, {
      recipients: ["12025550101", "4915112345678", "12025550102"],
      refused: [{ phone: "abc", state: InvalidNumber }],
    });
    tally.arrived(source, { recipients: Float64Array.of(12025550103), refused: [] });
    tally.moved(row, Submitted, Unknown);
    tally.moved(row, Unknown, Delivered);
    expect(tally.take()).toEqual([
      { ...place, state: acceptedState, messages: 3, parts: 6 },
      { ...place, prefix: "49", state: acceptedState, messages: 1, parts: 2 },
      { ...place, prefix: "", state: InvalidNumber, messages: 1, parts: 2 },
      { ...place, state: Delivered, messages: 1, parts: 2 },
    ]);
    expect(tally.take()).toEqual([]);
  });

  test.each<[string, EndedMessage, RecipientState, RecipientState]>([
    ["was accepted before there were counters", { ...row, counted: 0 }, Submitted, Delivered],
    ["has an erased number", { ...row, phone: "" }, Unknown, Delivered],
    ["has no final state", row, Queued, Submitted],
  ])("does not count a message that %s", (_why, message, from, to) => {
    const tally = new UsageTally();
    tally.moved(message, from, to);
    expect(tally.take()).toEqual([]);
  });

  test("each message is in the counter of its last state, whatever way it went", () => {
    const states = fc.constantFrom(...Object.values(RecipientState));
    fc.assert(
      fc.property(fc.array(fc.array(states, { maxLength: 6 }), { maxLength: 6 }), (ways) => {
        const tally = new UsageTally();
        const want = new Map<RecipientState, number>();
        for (const way of ways) {
          let state: RecipientState = Queued;
          // No message leaves the final states.
          for (const to of way.filter((each, index) => isFinal(each) || !way.slice(0, index).some(isFinal))) {
            tally.moved(row, state, to);
            state = to;
          }
          if (isFinal(state)) want.set(state, (want.get(state) ?? 0) + 1);
        }
        const found = new Map(tally.take().map(({ state, messages }) => [state, messages]));
        expect(found).toEqual(want);
      }),
    );
  });
});

describe("a report", () => {
  const sums: readonly UsageSum[] = [
    { customerId: 42, prefix: "1", state: acceptedState, messages: 9, parts: 10 },
    { customerId: 42, prefix: "1", state: Delivered, messages: 5, parts: 6 },
    { customerId: 42, prefix: "1", state: Failed, messages: 1, parts: 1 },
    { customerId: 42, prefix: "1", state: InvalidNumber, messages: 3, parts: 3 },
    { customerId: 43, prefix: "49", state: acceptedState, messages: 1, parts: 1 },
    { customerId: 43, prefix: "49", state: Expired, messages: 1, parts: 1 },
    { customerId: 44, prefix: "49", state: Expired, messages: 1, parts: 1 },
  ];
  const [first, second, third] = [42, 43, 44].map((customerId) => ({ customerId }));

  test.each<[readonly UsageDimension[], readonly object[]]>([
    [
      ["prefix", "state"],
      [
        { ...first, prefix: "1", status: "OPEN", messages: 3, parts: 3 },
        { ...first, prefix: "1", status: "SMSC_DELIVERED", messages: 5, parts: 6 },
        { ...first, prefix: "1", status: "FAILED", messages: 1, parts: 1 },
        { ...first, prefix: "1", status: "REJECTED_INVALID_NUMBER", messages: 3, parts: 3 },
        { ...second, prefix: "49", status: "SMSC_EXPIRED", messages: 1, parts: 1 },
        { ...third, prefix: "49", status: "SMSC_EXPIRED", messages: 1, parts: 1 },
      ],
    ],
    [
      ["prefix"],
      [
        { ...first, prefix: "1", messages: 9, parts: 10 },
        { ...second, prefix: "49", messages: 1, parts: 1 },
      ],
    ],
  ])("by %j", (by, want) => {
    expect(usageLines(sums, by)).toEqual(want);
  });
});
