import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  afterPost,
  type Busy,
  newReceiver,
  nextAttempt,
  postFor,
  type Receiver,
  turns,
} from "#server/domain/posts/posts.js";

const now = 1_000_000;
const post = (attempts: number, until = now + postFor) => ({ id: 1, customerId: 42, attempts, until });

describe("nextAttempt", () => {
  test.each([
    { attempts: 0, after: 15_000 },
    { attempts: 1, after: 30_000 },
    { attempts: 7, after: 1_920_000 },
    { attempts: 8, after: 3_600_000 },
    { attempts: 40, after: 3_600_000 },
  ])("after $attempts earlier failures is in $after ms", ({ attempts, after }) => {
    expect(nextAttempt(post(attempts), now)).toBe(now + after);
  });

  test("gives up what would be due after its time", () => {
    expect(nextAttempt(post(0, now + 15_000), now)).toBe(now + 15_000);
    expect(nextAttempt(post(0, now + 14_999), now)).toBeUndefined();
  });
});

const after = (outcomes: readonly boolean[]): Receiver =>
  outcomes.reduce((receiver, accepted) => afterPost(receiver, accepted, now), newReceiver);
const failed = (count: number): Receiver => after(Array.from({ length: count }, () => false));

describe("afterPost", () => {
  test.each([
    { outcomes: [true], want: { window: 2, failures: 0, pausedUntil: 0 } },
    { outcomes: Array.from({ length: 20 }, () => true), want: { window: 8, failures: 0, pausedUntil: 0 } },
    { outcomes: [true, true, false], want: { window: 1, failures: 1, pausedUntil: now } },
    { outcomes: [false, true], want: { window: 2, failures: 0, pausedUntil: 0 } },
  ])("$outcomes", ({ outcomes, want }) => {
    expect(after(outcomes)).toEqual(want);
  });

  test("pauses after five failures in a row, up to a minute", () => {
    const pauses = [4, 5, 6, 10, 11, 99].map((count) => failed(count).pausedUntil - now);
    expect(pauses).toEqual([0, 1_000, 2_000, 32_000, 60_000, 60_000]);
  });
});

function busy(customerId: number, change: Partial<Busy> = {}): Busy {
  return { customerId, receiver: newReceiver, inFlight: 0, isDue: true, lastTurn: 0, ...change };
}
const open: Receiver = { window: 8, failures: 0, pausedUntil: 0 };

/**
 * The most completions between two starts of a customer without posts in flight, if every customer has posts due at all times.
 * Each number names the post that ends: its place among those in flight, from 0 for the oldest to 1.
 */
function longestWait(receivers: readonly Receiver[], ends: readonly number[]): number {
  const lastTurns = receivers.map(() => 0);
  const idleSince = receivers.map((): number | undefined => 0);
  const inFlight: number[] = [];
  const count = (customerId: number): number => inFlight.filter((each) => each === customerId).length;
  let [turnsGiven, longest] = [0, 0];
  ends.forEach((end, completed) => {
    const customers = receivers.map((receiver, id) =>
      busy(id, { receiver, inFlight: count(id), lastTurn: lastTurns[id] ?? 0 }),
    );
    for (const turn of turns(customers, now)) {
      lastTurns[turn.customerId] = turnsGiven += 1;
      idleSince[turn.customerId] = undefined;
      inFlight.push(...Array.from({ length: turn.count }, () => turn.customerId));
    }
    for (const since of idleSince) longest = Math.max(longest, completed - (since ?? completed));
    const [over] = inFlight.splice(Math.floor(end * inFlight.length), 1);
    if (over !== undefined && count(over) === 0) idleSince[over] = completed;
  });
  return longest;
}

describe("turns", () => {
  test.each([
    { name: "a new customer starts one post", customers: [busy(1)], want: [[1, 1]] },
    { name: "a full window starts none", customers: [busy(1, { inFlight: 1 })], want: [] },
    {
      name: "an open window is filled",
      customers: [busy(1, { receiver: open, inFlight: 3 })],
      want: [[1, 5]],
    },
    { name: "what is not due does not start", customers: [busy(1, { isDue: false })], want: [] },
    { name: "a paused server gets none", customers: [busy(1, { receiver: { ...failed(9) } })], want: [] },
    {
      name: "few free places go to the customer with the fewest posts",
      customers: [
        ...Array.from({ length: 8 }, (_, at) =>
          busy(at + 10, { receiver: open, inFlight: at === 0 ? 7 : 8 }),
        ),
        busy(2),
      ],
      want: [[2, 1]],
    },
    {
      name: "few free places go to the customer whose last turn is the longest ago",
      customers: [
        ...Array.from({ length: 63 }, (_, at) => busy(at + 10, { inFlight: 1, isDue: false })),
        ...[busy(1, { lastTurn: 3 }), busy(2, { lastTurn: 1 }), busy(3, { lastTurn: 2 })],
      ],
      want: [[2, 1]],
    },
  ])("$name", ({ customers, want }) => {
    expect(turns(customers, now).map(({ customerId, count }) => [customerId, count])).toEqual(want);
  });

  test("servers that fail take half of the places at most: the others are not held up by any number of them", () => {
    const failing = Array.from({ length: 500 }, (_, at) => busy(at + 10, { receiver: failed(1) }));
    const given = turns([...failing, busy(1, { receiver: open }), busy(2, { receiver: open })], now);
    const count = (wanted: (id: number) => boolean): number =>
      given.filter(({ customerId }) => wanted(customerId)).reduce((sum, each) => sum + each.count, 0);
    expect(count((id) => id >= 10)).toBe(32);
    expect([count((id) => id === 1), count((id) => id === 2)]).toEqual([8, 8]);
  });

  test("each customer with due posts starts one within as many completions as there are customers", () => {
    const customers = fc.array(fc.boolean(), { minLength: 1, maxLength: 200, size: "max" });
    // Which of the posts in flight ends, as a share of them: late ones keep their places.
    const completions = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
      minLength: 700,
      maxLength: 700,
    });
    fc.assert(
      fc.property(customers, completions, (windows, ends) => {
        expect(
          longestWait(
            windows.map((wide) => (wide ? open : newReceiver)),
            ends,
          ),
        ).toBeLessThanOrEqual(windows.length);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  test("of customers whose servers fail each starts one, too, if no post stays in flight", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 200, size: "max" }), (failing) => {
        const receivers = failing.map((fails) => (fails ? failed(1) : open));
        const oldest = Array.from({ length: 1_000 }, () => 0);
        expect(longestWait(receivers, oldest)).toBeLessThanOrEqual(2 * failing.length);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  test("never exceeds a window or the limits, whatever the state", () => {
    const customer = fc.record({
      customerId: fc.nat(),
      inFlight: fc.nat(8),
      isDue: fc.boolean(),
      lastTurn: fc.nat(),
      receiver: fc.record({
        window: fc.integer({ min: 1, max: 8 }),
        failures: fc.nat(3),
        pausedUntil: fc.constantFrom(0, now + 1),
      }),
    });
    const customers = fc.uniqueArray(customer, { selector: ({ customerId }) => customerId, maxLength: 80 });
    fc.assert(
      fc.property(customers, (all) => {
        const given = turns(all, now);
        const before = all.reduce((sum, { inFlight }) => sum + inFlight, 0);
        const started = given.reduce((sum, { count }) => sum + count, 0);
        expect(started).toBeLessThanOrEqual(Math.max(0, 64 - before));
        for (const { customerId, count } of given) {
          const found = all.find((each) => each.customerId === customerId);
          expect(found?.isDue).toBe(true);
          expect(count + (found?.inFlight ?? 0)).toBeLessThanOrEqual(found?.receiver.window ?? 0);
          expect(found?.receiver.pausedUntil).toBeLessThanOrEqual(now);
        }
      }),
    );
  });
});
