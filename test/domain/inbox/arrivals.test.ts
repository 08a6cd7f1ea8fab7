import { describe, expect, test } from "@jest/globals";
import { Arrivals, repeats } from "#server/domain/inbox/arrivals.js";

const minute = 60_000;

describe("an equal part", () => {
  /** `earlier`: over which session the first one came, in minute 0, and whether its response was written; `ended`: the minute in which that ended. */
  test.each<{
    title: string;
    earlier: "same" | "other" | "before" | "none";
    answered?: boolean;
    ended?: number;
    at: number;
    want: boolean;
  }>([
    { title: "without a response", earlier: "same", answered: false, at: 0, want: true },
    { title: "without a response, an hour later", earlier: "same", answered: false, at: 60, want: true },
    { title: "with a response", earlier: "same", at: 0, want: false },
    { title: "with a response, an hour later", earlier: "same", at: 60, want: false },
    {
      title: "over another session without a response",
      earlier: "other",
      answered: false,
      at: 1,
      want: true,
    },
    { title: "over another session with a response", earlier: "other", at: 1, want: false },
    { title: "over one that has just ended", earlier: "other", ended: 1, at: 1, want: true },
    {
      title: "over one that ended without a response",
      earlier: "other",
      answered: false,
      ended: 1,
      at: 5,
      want: true,
    },
    { title: "over one that ended 9 minutes ago", earlier: "other", ended: 1, at: 10, want: true },
    { title: "over one that ended 10 minutes ago", earlier: "other", ended: 1, at: 11, want: false },
    { title: "over one of another process, 9 minutes later", earlier: "before", at: 9, want: true },
    { title: "over one of another process, 10 minutes later", earlier: "before", at: 10, want: false },
    { title: "of a network that marks repetitions", earlier: "none", at: 60, want: true },
  ])("$title: a repetition is $want", ({ earlier, answered = true, ended, at, want }) => {
    let now = 0;
    const arrivals = new Arrivals("p", () => now);
    const [session, other] = [arrivals.begin(), arrivals.begin()];
    const over = earlier === "same" ? session : other;
    const first = over.arrive();
    if (answered) over.answered(first);
    if (ended !== undefined) {
      now = ended * minute;
      over.end();
    }
    now = at * minute;
    const key = { same: first.key, other: first.key, before: "q 1 1", none: "" }[earlier];
    expect(repeats(session.arrive(), { arrival: key, at: 0 }, now)).toBe(want);
  });

  test("of the time before a start is a repetition for 10 minutes after it", () => {
    let now = 60 * minute;
    const session = new Arrivals("p", () => now).begin();
    for (const [after, want] of [
      [0, true],
      [9, true],
      [10, false],
    ] as const) {
      now = (60 + after) * minute;
      expect(repeats(session.arrive(), { arrival: "q 1 1", at: 0 }, now)).toBe(want);
    }
  });

  test("without an arrival is a repetition", () => {
    expect(repeats(undefined, { arrival: "", at: 0 }, 60 * minute)).toBe(true);
  });
});
