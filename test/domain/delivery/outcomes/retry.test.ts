import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type Concern,
  deferred,
  isEvidence,
  noRefusals,
  retried,
  sessionRefused,
  type SessionRefusals,
} from "#server/domain/delivery/outcomes/retry.js";

const later = (delay: number, counts: boolean) => ({ kind: "later", code: "0x58", delay, counts });
const refused = { kind: "refused", code: "0x58" };

describe("a message that is refused for now", () => {
  const rule = { delay: 30_000, attempts: 3 };
  test.each([
    { attempt: 1, want: later(30_000, true) },
    { attempt: 2, want: later(60_000, true) },
    { attempt: 3, want: later(120_000, true) },
    { attempt: 4, want: refused },
  ])("at attempt $attempt: $want", ({ attempt, want }) => {
    expect(retried("0x58", rule, { attempt, deferrals: 0 })).toEqual(want);
  });

  test.each([
    { delay: 30_000, want: 3_600_000 },
    { delay: 86_400_000, want: 86_400_000 },
    { delay: 0, want: 0 },
  ])("waits an hour at most, unless the first delay of $delay ms is longer", ({ delay, want }) => {
    const outcome = retried("0x58", { delay, attempts: 99 }, { attempt: 50, deferrals: 0 });
    expect(outcome).toEqual(later(want, true));
  });
});

describe("a message that is refused because of its link", () => {
  test.each([
    { deferrals: 0, acceptsOthers: true, want: later(100, false) },
    { deferrals: 1, acceptsOthers: true, want: later(400, false) },
    { deferrals: 2, acceptsOthers: true, want: later(1_600, false) },
    { deferrals: 3, acceptsOthers: true, want: later(30_000, true) },
    { deferrals: 3, acceptsOthers: false, want: later(6_400, false) },
    { deferrals: 4, acceptsOthers: false, want: later(8_000, false) },
    { deferrals: 9_999, acceptsOthers: false, want: later(8_000, false) },
  ])("after $deferrals deferrals, others accepted: $acceptsOthers", ({ deferrals, acceptsOthers, want }) => {
    expect(deferred("0x58", { attempt: 1, deferrals }, acceptsOthers)).toEqual(want);
  });

  test("fails after ten attempts that count, over more than four hours", () => {
    let [time, attempt] = [0, 1];
    for (; ; attempt++) {
      const outcome = deferred("0x58", { attempt, deferrals: 3 }, true);
      if (outcome.kind !== "later") break;
      time += outcome.delay;
    }
    expect([attempt, time]).toEqual([11, (30 + 60 + 120 + 240 + 480 + 960 + 1_920 + 3 * 3_600) * 1_000]);
  });
});

const refuse = (by: "session" | "nack", times: number, before: SessionRefusals = noRefusals) => {
  const results = [];
  let refusals = before;
  for (let time = 0; time < times; time++) {
    const result = sessionRefused(refusals, by, true);
    refusals = result.refusals;
    results.push(result);
  }
  return results;
};

describe("refusals because of the session", () => {
  test.each([
    { by: "session", most: 3 },
    { by: "nack", most: 10 },
  ] as const)("$by: $most in a row end the session, and are not about their messages", ({ by, most }) => {
    const results = refuse(by, most);
    expect(results.map(({ rebind }) => rebind)).toEqual(results.map((_, index) => index === most - 1));
    expect(results.map(({ acceptsOthers }) => acceptsOthers)).toEqual(
      results.map((_, index) => index < most - 1),
    );
  });

  test("on the next session it takes as many, and none is about its message", () => {
    const before = refuse("session", 3).at(-1)?.refusals ?? noRefusals;
    const after = refuse("session", 3, { ...before, onSession: 0 });
    expect(after.map(({ rebind, acceptsOthers }) => [rebind, acceptsOthers])).toEqual([
      ...[
        [false, false],
        [false, false],
        [true, false],
      ],
    ]);
  });
});

describe("evidence", () => {
  test("of one message is that of its first attempt, against a session that of its first three", () => {
    const evidence = (concern: Concern) =>
      [0, 1, 2, 3].map((deferrals) => isEvidence(concern, { attempt: 1, deferrals }));
    expect([evidence("throttle"), evidence("nack"), evidence("session")]).toEqual([
      ...[
        [true, false, false, false],
        [true, false, false, false],
        [true, true, true, false],
      ],
    ]);
    expect(isEvidence("nack", { attempt: 2, deferrals: 0 })).toBe(false);
  });

  test("is needed for a session to end; without it a message counts on every new session", () => {
    const broken = refuse("session", 3).at(-1)?.refusals ?? noRefusals;
    const ask = (refusals: SessionRefusals) => {
      const { acceptsOthers, rebind } = sessionRefused(refusals, "session", false);
      return { acceptsOthers, rebind };
    };
    expect(ask(broken)).toEqual({ acceptsOthers: false, rebind: false });
    expect(ask({ ...broken, onSession: 0 })).toEqual({ acceptsOthers: true, rebind: false });
  });
});

test("no refusal without end is repeated more than a few times a minute, and none is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("message", "link", "linkDown"), { maxLength: 400 }), (about) => {
      let [attempt, deferrals, time] = [1, 0, 0];
      for (const [index, one] of about.entries()) {
        const tries = { attempt, deferrals };
        const outcome =
          one === "message"
            ? retried("x", { delay: 30_000, attempts: 3 }, tries)
            : deferred("x", tries, one === "link");
        if (outcome.kind === "refused") return attempt > 3;
        if (outcome.kind !== "later") return false;
        if (outcome.counts) attempt++;
        else deferrals++;
        time += outcome.delay;
        if (index > 20 && time < (index - 20) * 1_000) return false;
      }
      return attempt <= 11;
    }),
  );
});
