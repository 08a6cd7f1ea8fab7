import { expect, test } from "@jest/globals";
import { once, shared, sharedByKey } from "#host/tasks.js";

/** Work that a test ends; counts its runs. */
class Work {
  runs: string[] = [];
  #end: ((failed: boolean) => void)[] = [];

  readonly run = (name = ""): Promise<string> => {
    this.runs.push(name);
    const result = `${name}${this.runs.length}`;
    return new Promise((resolve, reject) => {
      this.#end.push((failed) => {
        if (failed) reject(new Error(result));
        else resolve(result);
      });
    });
  };

  end(failed = false): void {
    for (const end of this.#end.splice(0)) end(failed);
  }
}

test("once runs on the first call; later calls get its result", async () => {
  const work = new Work();
  const result = once(() => work.run());
  expect(work.runs).toEqual([]);
  const calls = [result(), result()];
  work.end();
  expect(await Promise.all([...calls, result()])).toEqual(["1", "1", "1"]);
  expect(work.runs).toHaveLength(1);
});

test("once keeps a failure", async () => {
  const work = new Work();
  const result = once(() => work.run());
  const first = result();
  work.end(true);
  await expect(first).rejects.toThrow("1");
  await expect(result()).rejects.toThrow("1");
});

test.each([false, true])(
  "calls in flight share a result, failed %s; the next call runs again",
  async (failed) => {
    const work = new Work();
    const result = shared(() => work.run());
    const calls = Promise.allSettled([result(), result()]);
    work.end(failed);
    const statuses = (await calls).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([failed ? "rejected" : "fulfilled"]));
    expect(work.runs).toHaveLength(1);
    const next = result();
    work.end();
    expect(await next).toBe("2");
  },
);

test("calls share a result by key", async () => {
  const work = new Work();
  const result = sharedByKey(
    ({ name }: { readonly name: string }) => name,
    ({ name }) => work.run(name),
  );
  const calls = [result({ name: "a" }), result({ name: "b" }), result({ name: "a" })];
  work.end();
  expect(await Promise.all(calls)).toEqual(["a1", "b2", "a1"]);
  expect(work.runs).toEqual(["a", "b"]);
});
