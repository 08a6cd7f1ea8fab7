import { describe, expect, test } from "@jest/globals";
import { Arrivals, isOther, type OtherSession, repetition } from "#server/domain/inbox/arrivals.js";

const minute = 60_000;
const lease = 10_000;

interface Process {
  now: number;
  readonly ended: (readonly [session: string, at: number])[];
  readonly arrivals: Arrivals;
}

/** A process that begins at a time and delivers as `p`. */
function processAt(start: number): Process {
  const ended: [string, number][] = [];
  const process = { now: start, ended };
  const onEnd = (session: string, at: number): void => void ended.push([session, at]);
  const arrivals = new Arrivals({ owner: () => "p", lease, now: () => process.now, onEnd });
  return Object.assign(process, { arrivals });
}

describe("an equal part", () => {
  /** `earlier`: over which session the first one came, in minute 0, and whether its response was written; `ended`: the minute in which that ended. */
  test.each<{
    title: string;
    earlier: "same" | "other" | "none";
    answered?: boolean;
    ended?: number;
    at: number;
    want: "repeated" | "new";
  }>([
    { title: "without a response", earlier: "same", answered: false, at: 0, want: "repeated" },
    {
      title: "without a response, an hour later",
      earlier: "same",
      answered: false,
      at: 60,
      want: "repeated",
    },
    { title: "with a response", earlier: "same", at: 0, want: "new" },
    { title: "with a response, an hour later", earlier: "same", at: 60, want: "new" },
    {
      title: "over another one without a response",
      earlier: "other",
      answered: false,
      at: 1,
      want: "repeated",
    },
    { title: "over another session with a response", earlier: "other", at: 1, want: "new" },
    { title: "over one that has just ended", earlier: "other", ended: 1, at: 1, want: "repeated" },
    {
      title: "over one that ended without a response",
      earlier: "other",
      answered: false,
      ended: 1,
      at: 5,
      want: "repeated",
    },
    { title: "over one that ended 9 minutes ago", earlier: "other", ended: 1, at: 10, want: "repeated" },
    { title: "of a network that marks repetitions", earlier: "none", at: 60, want: "repeated" },
  ])("$title: $want", ({ earlier, answered = true, ended, at, want }) => {
    const process = processAt(0);
    const [session, other] = [process.arrivals.begin(), process.arrivals.begin()];
    const over = earlier === "same" ? session : other;
    const first = over.arrive();
    if (answered) over.answered(first);
    if (ended !== undefined) {
      process.now = ended * minute;
      over.end();
      over.end();
      expect(process.ended).toEqual([[first.key.replace(/ 1$/u, ""), ended * minute]]);
    }
    process.now = at * minute;
    const arrived = { arrival: earlier === "none" ? "" : first.key, at: 0 };
    const arrival = session.arrive();
    expect(isOther(arrival, arrived)).toBe(false);
    expect(repetition(arrival, arrived, process.now)).toBe(want);
  });

  /** The first one came in minute 30, over a session of the owner q; this process began in minute 20. */
  test.each<{ title: string; other?: Partial<OtherSession>; at: number; want: string }>([
    {
      title: "that ended a minute ago",
      other: { ended: 31, until: 99, isHeld: true },
      at: 32,
      want: "repeated",
    },
    { title: "that ended 9 minutes ago", other: { ended: 31, until: 99 }, at: 40, want: "repeated" },
    { title: "that ended 10 minutes ago", other: { ended: 31, until: 99 }, at: 41, want: "new" },
    { title: "that ended after it", other: { ended: 33, until: 99 }, at: 32, want: "repeated" },
    { title: "of a live owner", other: { until: 33, isHeld: true }, at: 31, want: "new" },
    { title: "of a live owner, an hour later", other: { until: 92, isHeld: true }, at: 91, want: "new" },
    { title: "of an owner that may live", other: { until: 31.1, isHeld: true }, at: 31, want: "undecided" },
    { title: "of an owner whose lease has just ended", other: { until: 31 }, at: 31, want: "repeated" },
    { title: "of one whose lease ended after it", other: { until: 31.1 }, at: 31, want: "repeated" },
    { title: "of one whose lease ended 9 minutes ago", other: { until: 31 }, at: 40, want: "repeated" },
    { title: "of one whose lease ended 10 minutes ago", other: { until: 31 }, at: 41, want: "new" },
    { title: "of which nobody knows, 9 minutes later", at: 39, want: "repeated" },
    { title: "of which nobody knows, 10 minutes later", at: 40, want: "new" },
  ])("over a session $title: $want", ({ other, at, want }) => {
    const process = processAt(20 * minute);
    process.now = at * minute;
    const arrival = process.arrivals.begin().arrive();
    const earlier = { arrival: "q 1 1", at: 30 * minute };
    expect(isOther(arrival, earlier)).toBe(true);
    const times = other && {
      ended: other.ended === undefined ? undefined : other.ended * minute,
      until: other.until === undefined ? undefined : other.until * minute,
      isHeld: other.isHeld === true,
    };
    expect(repetition(arrival, earlier, process.now, times)).toBe(want);
  });

  test("of the time before a start is a repetition for 10 minutes after it", () => {
    const process = processAt(60 * minute);
    const session = process.arrivals.begin();
    for (const [after, want] of [
      [0, "repeated"],
      [9, "repeated"],
      [10, "new"],
    ] as const) {
      process.now = (60 + after) * minute;
      expect(repetition(session.arrive(), { arrival: "q 1 1", at: 0 }, process.now)).toBe(want);
    }
  });

  test("over a session that this process has forgotten is looked up", () => {
    const process = processAt(0);
    const [session, other] = [process.arrivals.begin(), process.arrivals.begin()];
    const { key } = other.arrive();
    other.end();
    process.now = 11 * minute;
    session.arrive();
    const earlier = { arrival: key, at: 0 };
    expect(isOther(session.arrive(), earlier)).toBe(true);
    const known = { ended: 0, until: undefined, isHeld: false };
    expect(repetition(session.arrive(), earlier, process.now, known)).toBe("new");
  });

  test("without an arrival is a repetition", () => {
    expect(repetition(undefined, { arrival: "", at: 0 }, 60 * minute)).toBe("repeated");
  });

  test("the end of a session over which nothing came is not stored", () => {
    const process = processAt(0);
    process.arrivals.begin().end();
    expect(process.ended).toEqual([]);
  });
});
