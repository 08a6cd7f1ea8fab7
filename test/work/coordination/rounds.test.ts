import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { Rounds, type RoundsOptions } from "#server/work/coordination/rounds.js";
import { eventually } from "../../eventually.js";

const problems: string[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields: object, event: string) => void problems.push(event),
};

function start(change: Partial<RoundsOptions>): Rounds {
  return new Rounds({
    ...{ round: async () => undefined, mayRun: () => true, interval: 1, log, event: "round failed" },
    ...change,
  });
}

test("rounds follow each other, a failed one included, until stopped", async () => {
  let count = 0;
  const rounds = start({
    round: async () => {
      if (count++ === 1) throw new Error("no disk");
    },
  });
  await eventually(() => count >= 3);
  await rounds.close();
  const before = count;
  rounds.wake();
  await setImmediate();
  expect([count, problems]).toEqual([before, ["round failed"]]);
});

test("a round runs only while this process has the role, and at once when woken", async () => {
  let mine = false;
  let count = 0;
  const rounds = start({
    mayRun: () => mine,
    interval: 3_600_000,
    round: async () => {
      count += 1;
    },
  });
  await setImmediate();
  expect(count).toBe(0);
  mine = true;
  rounds.wake();
  await eventually(() => count === 1);
  await rounds.close();
});

test("long work continues only while this process has the role; stopping waits for its slice", async () => {
  let mine = true;
  let slices = 0;
  const rounds = start({
    mayRun: () => mine,
    round: async (goesOn) => {
      while (goesOn()) {
        slices += 1;
        await setImmediate();
      }
    },
  });
  await eventually(() => slices >= 3);
  mine = false;
  await setImmediate();
  await setImmediate();
  const before = slices;
  await setImmediate();
  expect(slices).toBe(before);
  mine = true;
  await eventually(() => slices > before);
  await rounds.close();
});
