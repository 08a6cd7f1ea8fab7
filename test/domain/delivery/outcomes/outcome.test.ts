import { describe, expect, test } from "@jest/globals";
import { type Outcome, settlementEnd } from "#server/domain/delivery/outcomes/outcome.js";

describe("settlementEnd", () => {
  const accepted: Outcome = { kind: "accepted", messageId: "1" };
  const refused: Outcome = { kind: "refused", code: "0x0b" };
  const lost: Outcome = { kind: "uncertain", code: "lost" };
  const unsent: Outcome = { kind: "unsent" };
  const later: Outcome = { kind: "later", code: "0x08", delay: 500, counts: true };
  const throttled: Outcome = { kind: "later", code: "0x58", delay: 100, counts: false };
  const queued = {
    kind: "queued",
    nextAt: 10,
    linkId: 3,
    counts: "nothing",
    uncertain: false,
    code: undefined,
  };
  const attempt = { policy: "hold", attempt: 1, uncertain: false, nextAt: 10, linkId: 3 } as const;

  test.each([
    { outcomes: [accepted], want: { kind: "submitted" } },
    { outcomes: [], want: { kind: "submitted" } },
    { outcomes: [accepted, refused], want: { kind: "failed", code: "0x0b" } },
    { outcomes: [{ kind: "expired" } as const], want: { kind: "expired" } },
    { outcomes: [lost, refused], want: { kind: "failed", code: "0x0b" } },
    { outcomes: [lost, later], want: { kind: "held", code: "lost" } },
    { outcomes: [accepted, unsent], want: queued },
    { outcomes: [unsent, throttled], want: { ...queued, counts: "deferral", nextAt: 1100, code: "0x58" } },
    { outcomes: [throttled, later], want: { ...queued, counts: "attempt", nextAt: 1500, code: "0x08" } },
    {
      outcomes: [later, { ...throttled, delay: 8_000 }],
      want: { ...queued, counts: "attempt", nextAt: 9_000, code: "0x08" },
    },
  ])("$outcomes", ({ outcomes, want }) => {
    expect(settlementEnd(outcomes, attempt, 1000)).toEqual(want);
  });

  test.each([
    { policy: "fail", want: { kind: "unknown", code: "lost" } },
    { policy: "resend", want: { ...queued, counts: "attempt", uncertain: true, code: "lost" } },
  ] as const)("without a response: $policy", ({ policy, want }) => {
    expect(settlementEnd([lost], { ...attempt, policy }, 1000)).toEqual(want);
  });

  const resent = { ...queued, counts: "attempt", uncertain: true, code: "lost" };
  test.each([
    { attempt: 6, uncertain: false, want: resent },
    { attempt: 2, uncertain: true, want: { ...resent, nextAt: 2_000 } },
    { attempt: 3, uncertain: true, want: { ...resent, nextAt: 5_000 } },
    { attempt: 5, uncertain: true, want: { ...resent, nextAt: 65_000 } },
    { attempt: 6, uncertain: true, want: { kind: "held", code: "lost" } },
  ])(
    "without a response at attempt $attempt (uncertain before: $uncertain), resent",
    ({ want, ...tries }) => {
      expect(settlementEnd([lost], { ...attempt, ...tries, policy: "resend" }, 1000)).toEqual(want);
    },
  );
});
