import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { pause } from "#server/work/coordination/wake-up.js";

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Milliseconds until the promise resolved, as the fake clock counts them. */
async function duration(waiting: Promise<void>): Promise<number> {
  const start = performance.now();
  let end: number | undefined;
  void waiting.then(() => {
    end = performance.now();
  });
  for (let step = 0; step < 1_000 && end === undefined; step++) await jest.advanceTimersByTimeAsync(1);
  return (end ?? Number.POSITIVE_INFINITY) - start;
}

describe("a pause", () => {
  test("lasts its longest time without a wake-up", async () => {
    expect(await duration(pause().wait(20, 250))).toBe(250);
  });

  test("ends after its shortest time when woken before it", async () => {
    const sleeping = pause();
    sleeping.wake();
    expect(await duration(sleeping.wait(20, 250))).toBe(20);
    expect(await duration(sleeping.wait(20, 250))).toBe(250);
  });

  test("ends after its shortest time when woken in it, however often", async () => {
    const sleeping = pause();
    const waiting = sleeping.wait(20, 250);
    await jest.advanceTimersByTimeAsync(5);
    sleeping.wake();
    sleeping.wake();
    expect(await duration(waiting)).toBe(15);
  });

  test("ends at once when woken after its shortest time", async () => {
    const sleeping = pause();
    const waiting = sleeping.wait(20, 250);
    await jest.advanceTimersByTimeAsync(100);
    sleeping.wake();
    expect(await duration(waiting)).toBeLessThanOrEqual(1);
  });

  test("ends at once when stopped, and does not begin again", async () => {
    const sleeping = pause();
    const waiting = sleeping.wait(20, 250);
    sleeping.stop();
    await expect(waiting).resolves.toBeUndefined();
    await expect(sleeping.wait(20, 250)).resolves.toBeUndefined();
  });
});
