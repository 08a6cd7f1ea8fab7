import { expect, test } from "@jest/globals";
import { slots } from "../../server/credentials/slots.js";

/** A task that ends when told, and says when it has begun. */
function task(
  name: string,
  begun: string[],
): { readonly run: () => Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    run: async () => {
      begun.push(name);
      await ended;
    },
    end: () => {
      end();
    },
  };
}

test("a few run, the rest waits in order, urgent ones in front, none beyond the line", async () => {
  const begun: string[] = [];
  const tasks = ["a", "b", "c", "d", "urgent"].map((name) => task(name, begun));
  const line = slots(1, 2);
  const running = tasks.map(({ run }, index) => line.run(run, index === 4));
  expect(running.map((result) => result === undefined)).toEqual([false, false, false, true, false]);
  for (const { end } of tasks) end();
  for (const result of running) await result;
  expect(begun).toEqual(["a", "urgent", "b", "c"]);
});

test("a task that fails frees its place", async () => {
  const line = slots(1, 1);
  await expect(line.run(async () => Promise.reject(new RangeError("no")), false)).rejects.toThrow(RangeError);
  expect(await line.run(async () => 1, false)).toBe(1);
});
