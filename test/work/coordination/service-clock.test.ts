import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { ServiceClock } from "#server/work/coordination/service-clock.js";

const hour = 3_600_000;

/** A clock, and the monotonic time that it runs with. */
function clockAt(reference: number) {
  const steady = { time: 500 };
  const clock = new ServiceClock(reference, () => steady.time);
  const pass = (milliseconds: number): number => {
    steady.time += milliseconds;
    return clock.now();
  };
  return { clock, pass };
}

test("runs with the monotonic clock from the first reading", () => {
  const { clock, pass } = clockAt(1_000);
  expect([clock.now(), pass(250), pass(hour)]).toEqual([1_000, 1_250, 1_250 + hour]);
});

test("takes over a reference that is ahead at once", () => {
  const { clock, pass } = clockAt(1_000);
  pass(10);
  clock.follow(hour);
  expect([clock.now(), pass(5)]).toEqual([hour, hour + 5]);
});

test("runs a tenth slower while its reference is behind, and then with it", () => {
  const { clock, pass } = clockAt(hour);
  clock.follow(hour - 100);
  expect([clock.now(), pass(500), pass(500), pass(500)]).toEqual([
    ...[hour, hour + 450],
    ...[hour + 900, hour + 1_400],
  ]);
});

test("never goes back, and is a whole number, whatever its reference reads", () => {
  const steps = fc.array(fc.tuple(fc.double({ min: 0, max: hour, noNaN: true }), fc.integer({ min: 0 })));
  fc.assert(
    fc.property(steps, (readings) => {
      const { clock, pass } = clockAt(1_000);
      let last = clock.now();
      for (const [passed, reference] of readings) {
        for (const now of [pass(passed), (clock.follow(reference), clock.now())]) {
          expect(now).toBeGreaterThanOrEqual(last);
          expect(Number.isSafeInteger(now)).toBe(true);
          last = now;
        }
        expect(last).toBeGreaterThanOrEqual(reference);
      }
    }),
  );
});
