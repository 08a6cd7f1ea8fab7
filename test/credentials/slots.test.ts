import { expect, test } from "@jest/globals";
import { isAbandoned, slots } from "#server/credentials/slots.js";

/** A task that ends on request and reports its start. */
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

test("a few run, the others wait in order, urgent ones first, none beyond the limit of the queue", async () => {
  const begun: string[] = [];
  const tasks = ["a", "b", "c", "d", "urgent"].map((name) => task(name, begun));
  const line = slots({ parallel: 1, waitingPerOwner: 2, waiting: 9 });
  const running = tasks.map(({ run }, index) => line.run(run, "one", index === 4));
  expect(running.map((result) => result === undefined)).toEqual([false, false, false, true, false]);
  for (const { end } of tasks) end();
  for (const result of running) await result;
  expect(begun).toEqual(["a", "urgent", "b", "c"]);
});

test("a task that nobody waits for any more leaves its queue", async () => {
  const begun: string[] = [];
  const line = slots({ parallel: 1, waitingPerOwner: 2, waiting: 9 });
  const tasks = ["a", "b", "c", "d", "urgent"].map((name) => task(name, begun));
  const gone = new AbortController();
  const signals = [undefined, gone.signal, undefined, undefined, gone.signal];
  const start = (index: number) =>
    line.run(tasks[index]?.run ?? (async () => undefined), "one", index === 4, signals[index]);
  const [first, left, third] = [start(0), start(1), start(2)];
  expect(start(3)).toBeUndefined();
  const urgent = start(4);
  gone.abort();
  for (const each of [left, urgent])
    expect(isAbandoned(await each?.catch((error: unknown) => error))).toBe(true);
  const fourth = start(3);
  for (const { end } of tasks) end();
  await Promise.all([first, third, fourth]);
  expect(begun).toEqual(["a", "c", "d"]);
  expect(isAbandoned(await start(1)?.catch((error: unknown) => error))).toBe(true);
});

test("a task that fails frees its slot", async () => {
  const line = slots({ parallel: 1, waitingPerOwner: 1, waiting: 1 });
  await expect(line.run(async () => Promise.reject(new RangeError("no")), "one", false)).rejects.toThrow(
    RangeError,
  );
  expect(await line.run(async () => 1, "one", false)).toBe(1);
});

test("owners take turns, and a full queue of one owner leaves slots for others", async () => {
  const begun: string[] = [];
  const line = slots({ parallel: 1, waitingPerOwner: 3, waiting: 5 });
  const given = ["a1", "a2", "a3", "a4", "a5", "b1", "c1", "d1"].map((name) => task(name, begun));
  const owners = ["a", "a", "a", "a", "a", "b", "c", "d"];
  const running = given.map(({ run }, index) => line.run(run, owners[index] ?? "", false));
  expect(running.map((result) => result === undefined)).toEqual([
    ...[false, false, false, false, true],
    ...[false, false, true],
  ]);
  for (const { end } of given) end();
  for (const result of running) await result;
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
});
