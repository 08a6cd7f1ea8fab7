import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Pace } from "#server/domain/delivery/pace/pace.js";
import { chanceOf } from "#server/demo/messages.js";

const start = 1_000_000;

/** A network that accepts a message that arrives after some milliseconds, or throttles it. */
type Network = (milliseconds: number) => boolean;

/** So many in each second of the clock. */
function perSecond(capacity: number): Network {
  let second = -1;
  let taken = 0;
  return (milliseconds) => {
    const now = Math.floor(milliseconds / 1_000);
    if (now !== second) [second, taken] = [now, 0];
    return ++taken <= capacity;
  };
}

/** A bucket that fills evenly and holds a tenth of a second. */
function evenly(capacity: number): Network {
  const depth = Math.max(1, capacity / 10);
  let [tokens, at] = [depth, 0];
  return (milliseconds) => {
    tokens = Math.min(depth, tokens + ((milliseconds - at) * capacity) / 1_000);
    at = milliseconds;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}

function byChance(seed: number, throttled: number): Network {
  const random = chanceOf(seed);
  return () => random() >= throttled;
}

interface Run {
  /** Accepted and throttled in each second. */
  readonly accepted: readonly number[];
  readonly throttled: readonly number[];
}

/**
 * Sends as fast as the rate limit allows, at most one message per millisecond, with a window of ten and responses after
 * 2 ms.
 */
function run(pace: Pace, seconds: number, network: Network): Run {
  const accepted = new Array<number>(seconds).fill(0);
  const throttled = new Array<number>(seconds).fill(0);
  const inFlight: { readonly sentAt: number; readonly accepted: boolean }[] = [];
  for (let ms = 0; ms < seconds * 1_000; ms++) {
    const now = start + ms;
    while (inFlight[0] !== undefined && inFlight[0].sentAt <= now - 2) {
      const message = inFlight.shift();
      if (message === undefined) break;
      const counts = message.accepted ? accepted : throttled;
      counts[Math.floor(ms / 1_000)] = (counts[Math.floor(ms / 1_000)] ?? 0) + 1;
      if (message.accepted) pace.accepted(message.sentAt, now);
      else pace.throttled(message.sentAt, now);
    }
    if (inFlight.length < 10 && pace.free(now) > 0) {
      pace.take(now);
      inFlight.push({ sentAt: now, accepted: network(ms) });
    }
  }
  return { accepted, throttled };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe("a configured rate", () => {
  test.each([
    { rate: 1, seconds: 20, want: 20 },
    { rate: 20, seconds: 10, want: 200 },
    { rate: 500, seconds: 4, want: 2_000 },
  ])("of $rate a second sends $want in $seconds seconds", ({ rate, seconds, want }) => {
    const pace = new Pace(rate);
    const sent = sum(run(pace, seconds, () => true).accepted);
    expect(Math.abs(sent - want)).toBeLessThanOrEqual(Math.max(1, rate * 0.1));
    expect(pace.limit(start)).toBe(rate);
  });

  test("is a limit even where the network would accept more", () => {
    const { accepted } = run(new Pace(100), 20, (ms) => ms > 2_000);
    expect(Math.max(...accepted)).toBeLessThanOrEqual(110);
    expect(accepted.at(-1)).toBeGreaterThanOrEqual(99);
  });

  test("of none has no limit", () => {
    const pace = new Pace(undefined);
    expect([pace.free(start), pace.limit(start), pace.nextFree(start)]).toEqual([Infinity, undefined, start]);
  });

  test("returns when the next message may leave", () => {
    const pace = new Pace(4);
    pace.free(start);
    pace.take(start);
    expect(pace.free(start)).toBe(0);
    const next = pace.nextFree(start);
    expect(next).toBe(start + 250);
    expect([pace.free(next - 1), pace.free(next)]).toEqual([0, 1]);
  });
});

describe("throttling", () => {
  test("of single messages changes nothing", () => {
    const pace = new Pace(undefined);
    for (let ms = 0; ms < 10_000; ms += 10) {
      pace.take(start + ms);
      if (ms % 1_000 === 0) pace.throttled(start + ms, start + ms);
      else pace.accepted(start + ms, start + ms);
    }
    expect([pace.free(start + 10_000), pace.limit(start + 10_000)]).toEqual([Infinity, undefined]);
  });

  test("of all messages pauses, twice as long each time until one is accepted", () => {
    const pace = new Pace(undefined);
    let now = start;
    const pauseAfterNext = (accept: boolean): number => {
      let sent = 0;
      while (pace.nextFree(now) === now && sent++ < 20) {
        pace.take(now);
        if (accept) pace.accepted(now, now);
        else pace.throttled(now, now);
      }
      const pause = pace.nextFree(now) - now;
      now += pause;
      return pause;
    };
    expect(Array.from({ length: 8 }, () => pauseAfterNext(false))).toEqual([
      ...[250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000],
    ]);
    pauseAfterNext(true);
    now += 10_000;
    expect(pauseAfterNext(false)).toBe(250);
  });

  test("of messages in flight at the last pause changes nothing", () => {
    const pace = new Pace(undefined);
    for (let message = 0; message < 100; message++) pace.throttled(start, start);
    expect(pace.nextFree(start)).toBe(start + 250);
  });

  test("sends one message a second after a pause, until one is accepted", () => {
    const pace = new Pace(undefined);
    for (let message = 0; message < 10; message++) pace.throttled(start, start);
    const resumed = start + 250;
    expect([pace.free(resumed), pace.limit(resumed), pace.accepting]).toEqual([1, 1, false]);
    pace.take(resumed);
    expect(pace.nextFree(resumed)).toBe(resumed + 1_000);
    pace.accepted(resumed, resumed + 5);
    expect([pace.limit(resumed + 5), pace.accepting]).toEqual([10, true]);
  });

  test.each([
    { name: "5 in each second", network: () => perSecond(5), capacity: 5 },
    { name: "50 in each second", network: () => perSecond(50), capacity: 50 },
    { name: "200 in each second", network: () => perSecond(200), capacity: 200 },
    { name: "50 a second, evenly", network: () => evenly(50), capacity: 50 },
    { name: "200 a second, evenly", network: () => evenly(200), capacity: 200 },
  ])("above $name keeps four fifths of that and throttles few", ({ network, capacity }) => {
    const { accepted, throttled } = run(new Pace(undefined), 60, network());
    expect(sum(accepted)).toBeGreaterThan(0.8 * capacity * 60);
    expect(sum(throttled)).toBeLessThan(0.4 * sum(accepted));
  });

  test("of 3 % by chance keeps nine tenths of the rate, whatever the chance", () => {
    const without = sum(run(new Pace(undefined), 5, () => true).accepted);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { accepted } = run(new Pace(undefined), 5, byChance(seed, 0.03));
        return sum(accepted) > 0.9 * without;
      }),
      { numRuns: 25 },
    );
  });

  test("that has ended restores the previous rate within seconds", () => {
    const outage = run(new Pace(undefined), 20, (ms) => ms < 3_000 || ms > 8_000).accepted;
    expect(outage[2]).toBeGreaterThan(900);
    expect(sum(outage.slice(4, 8))).toBe(0);
    expect(Math.max(...outage.slice(8, 17))).toBeGreaterThan(900);
    const limited = run(new Pace(undefined), 20, both(perSecond(50), 8_000)).accepted;
    expect(sum(limited.slice(2, 8)) / 6).toBeLessThan(60);
    expect(limited[17]).toBeGreaterThan(900);
  });
});

/** Throttles for that long, and not after it. */
function both(network: Network, milliseconds: number): Network {
  return (ms) => ms > milliseconds || network(ms);
}
