import { expect, test } from "@jest/globals";
import { refusalLine, RepeatedRefusals } from "#server/domain/delivery/outcomes/repeated-refusals.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";

const now = 1_000_000;
const message = (id: number, attempt: number, deferrals = 0) => ({
  id,
  transactionId: `t${id}`,
  attempt,
  deferrals,
});
const queued: SettlementEnd = {
  ...{ kind: "queued", nextAt: now + 100, linkId: 1, counts: "attempt", uncertain: false, code: "0x58" },
};

test.each([
  { name: "twice", attempt: 2, deferrals: 0, end: queued, want: undefined },
  { name: "three times", attempt: 3, deferrals: 0, end: queued, want: 3 },
  { name: "three times by deferrals", attempt: 1, deferrals: 2, end: queued, want: 3 },
  {
    name: "and then accepted",
    attempt: 9,
    deferrals: 0,
    end: { kind: "submitted" } as const,
    want: undefined,
  },
  {
    name: "and was then unsent",
    attempt: 9,
    deferrals: 0,
    end: { ...queued, counts: "nothing" } as const,
    want: undefined,
  },
])("a message that was refused $name", ({ attempt, deferrals, end, want }) => {
  const refusals = new RepeatedRefusals();
  refusals.ended(message(7, attempt, deferrals), end);
  expect(refusals.worst(now)?.times).toBe(want);
});

test("the worst one is reported until it ends, or is due for a minute", () => {
  const refusals = new RepeatedRefusals();
  refusals.ended(message(7, 3), queued);
  refusals.ended(message(8, 5), queued);
  expect(refusals.worst(now)).toEqual({ messageId: 8, transactionId: "t8", times: 5, code: "0x58" });
  refusals.ended(message(8, 6), { kind: "failed", code: "0x58" });
  expect(refusals.worst(now + 60_100)?.messageId).toBe(7);
  expect(refusals.worst(now + 60_101)).toBeUndefined();
});

test("the line names the message by its id, not by its number or text", () => {
  const refusal = { messageId: 7, transactionId: "t7", times: 3, code: "RTHROTTLED (0x58)" };
  expect(refusalLine(refusal)).toBe(
    "message 7 of transaction t7 was refused 3 times, last with RTHROTTLED (0x58)",
  );
});
