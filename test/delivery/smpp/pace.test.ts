import { describe, expect, test } from "@jest/globals";
import { Pace } from "../../../server/delivery/smpp/pace.js";
import { reconnectDelay } from "../../../server/delivery/smpp/reconnect-delay.js";

/** Sends as much as the pace allows, every 10 ms; the SMSC takes so many in each second. Returns what it took. */
function run(pace: Pace, from: number, seconds: number, capacity: number): number {
  let taken = 0;
  for (let second = 0; second < seconds; second++) {
    let room = capacity;
    for (let ms = 0; ms < 1_000; ms += 10) {
      const now = from + second * 1_000 + ms;
      // A window of ten, answered within the step.
      for (let place = 0; place < 10 && pace.free(now) > 0; place++) {
        pace.take(now);
        if (room-- > 0) {
          pace.accepted(now);
          taken++;
        } else pace.throttled(now, now);
      }
    }
  }
  return taken;
}

const start = 1_000_000;

describe("the pace of a bind", () => {
  test.each([
    { rate: 1, seconds: 20, want: 20 },
    { rate: 20, seconds: 10, want: 200 },
    { rate: 500, seconds: 4, want: 2_000 },
  ])("of $rate a second sends $want in $seconds seconds", ({ rate, seconds, want }) => {
    const pace = new Pace(rate);
    const taken = run(pace, start, seconds, Number.POSITIVE_INFINITY);
    expect(Math.abs(taken - want)).toBeLessThanOrEqual(Math.max(1, rate * 0.1));
    expect(pace.limit(start)).toBe(rate);
  });

  test("without a rate has no limit", () => {
    const pace = new Pace(undefined);
    expect([pace.free(start), pace.limit(start), pace.nextFree(start)]).toEqual([Infinity, undefined, start]);
  });

  test("tells when the next message may leave", () => {
    const pace = new Pace(4);
    pace.free(start);
    pace.take(start);
    expect(pace.free(start)).toBe(0);
    const next = pace.nextFree(start);
    expect(next).toBe(start + 250);
    expect([pace.free(next - 1), pace.free(next)]).toEqual([0, 1]);
  });

  test("pauses for a second when the SMSC throttles it, then goes on at half of what that took", () => {
    const pace = new Pace(undefined);
    for (let message = 0; message < 100; message++) pace.accepted(start);
    pace.throttled(start, start + 10);
    expect([pace.free(start + 1_009), pace.nextFree(start + 10)]).toEqual([0, start + 1_010]);
    expect(pace.limit(start + 1_010)).toBe(50);
  });

  test("slows down once for all messages that were under way", () => {
    const pace = new Pace(100);
    for (let message = 0; message < 100; message++) pace.accepted(start);
    for (let message = 0; message < 10; message++) pace.throttled(start, start + 10);
    expect(pace.limit(start + 1_010)).toBe(50);
  });

  test("pauses twice as long when the first message after a pause is throttled", () => {
    const pace = new Pace(100);
    let now = start;
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      pace.throttled(now, now);
      const next = pace.nextFree(now);
      pauses.push((next - now) / 1_000);
      now = next;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test("recovers to what was configured, and no further", () => {
    const pace = new Pace(100);
    for (let message = 0; message < 100; message++) pace.accepted(start);
    pace.throttled(start, start);
    const limits = [1, 4, 30].map((seconds) => {
      for (let ms = 0; ms < seconds * 1_000; ms += 100) pace.free(start + 1_000 + ms);
      return pace.limit(start + 1_000 + seconds * 1_000) ?? 0;
    });
    expect(limits[0]).toBeGreaterThan(50);
    expect(limits[1]).toBeLessThan(100);
    expect(limits[2]).toBe(100);
  });

  test("keeps most of what an SMSC takes that throttles at 50 a second", () => {
    const taken = run(new Pace(undefined), start, 60, 50);
    expect(taken / (60 * 50)).toBeGreaterThan(0.6);
  });
});

test.each([
  { failures: 0, shortest: 500, longest: 1_000 },
  { failures: 1, shortest: 1_000, longest: 2_000 },
  { failures: 5, shortest: 16_000, longest: 32_000 },
  { failures: 6, shortest: 30_000, longest: 60_000 },
  { failures: 5_000, shortest: 30_000, longest: 60_000 },
])("after $failures failures, $shortest to $longest ms", ({ failures, shortest, longest }) => {
  expect([reconnectDelay(failures, 1), reconnectDelay(failures, 0)]).toEqual([shortest, longest]);
});
