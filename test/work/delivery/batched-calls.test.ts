import { describe, expect, test } from "@jest/globals";
import { TickBatch } from "#server/work/delivery/batched-calls.js";
import { StoreError } from "#server/storage/errors.js";
import { eventually } from "../../eventually.js";
import { keepingLog } from "../../host/greeter/server.js";

/** A store that accepts numbers and refuses some: `refuse` returns the reason. */
function batch(refuse: (items: readonly number[]) => Error | undefined) {
  const written: number[] = [];
  const dropped: number[] = [];
  const log = keepingLog();
  const items = new TickBatch<number>({
    write: async (some) => {
      await Promise.resolve();
      const error = refuse(some);
      if (error !== undefined) throw error;
      written.push(...some);
    },
    holdsBack: () => false,
    onDropped: (some) => {
      dropped.push(...some);
    },
    log,
    event: "not written",
  });
  return { items, written, dropped, log };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Waits until everything is written or dropped while the store fails; `mend` ends a batch that would otherwise be
 * retried.
 */
async function endsWhile(items: TickBatch<number>, mend: () => void): Promise<void> {
  let ended = false;
  const settled = items.settled().then(() => {
    ended = true;
  });
  await eventually(() => ended).finally(mend);
  await settled;
}

/** Batches that are written, or fail, when the test says so. */
function slowBatch(holdsBack: (item: number) => boolean) {
  const begun: (readonly number[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const log = keepingLog();
  const items = new TickBatch<number>({
    write: (some) => {
      begun.push(some);
      return new Promise((resolve, reject) => {
        ends.push((error) => {
          if (error === undefined) resolve();
          else reject(error);
        });
      });
    },
    holdsBack,
    onDropped: () => undefined,
    log,
    event: "not written",
  });
  const end = (error?: Error): void => {
    ends.shift()?.(error);
  };
  return { items, begun, end, log };
}

describe("items of a turn", () => {
  test("are written together, while earlier writes are in progress", async () => {
    const { items, begun, end } = slowBatch(() => false);
    for (const item of [1, 2]) items.add(item);
    await turn();
    items.add(3);
    await turn();
    expect(begun).toEqual([[1, 2], [3]]);
    const settled = items.settled();
    end();
    end();
    await settled;
  });

  test("wait for the write of one that holds back others", async () => {
    const { items, begun, end } = slowBatch((item) => item === 1);
    for (const item of [1, 2, 3]) {
      items.add(item);
      await turn();
    }
    expect(begun).toEqual([[1]]);
    const settled = items.settled();
    end();
    await turn();
    expect(begun).toEqual([[1], [2, 3]]);
    end();
    await settled;
  });
});

describe("writes in progress that fail", () => {
  const full = new StoreError("full");

  test("are repeated one after the other, and items that are added meanwhile wait", async () => {
    const { items, begun, end, log } = slowBatch(() => false);
    for (const item of [1, 2, 3]) {
      items.add(item);
      await turn();
    }
    end(full);
    end(full);
    end();
    await turn();
    items.add(4);
    await eventually(() => begun.length === 4);
    expect(begun).toEqual([[1], [2], [3], [1]]);
    expect(log.lines).toHaveLength(1);
    const settled = items.settled();
    end();
    await eventually(() => begun.length === 5);
    end();
    await eventually(() => begun.length === 6);
    end();
    await settled;
    expect(begun.slice(4)).toEqual([[2], [4]]);
    expect(log.lines).toHaveLength(1);
  });

  test("are given up when their time is over, without another attempt", async () => {
    const { items, begun, end, log } = slowBatch(() => false);
    for (const item of [1, 2]) {
      items.add(item);
      await turn();
    }
    items.giveUpAfter(0);
    const settled = items.settled();
    end(full);
    end(full);
    await settled;
    expect(begun).toEqual([[1], [2]]);
    expect(log.lines.map(({ fields }) => fields)).toMatchObject([{ givenUp: true }, { givenUp: true }]);
  });
});

describe("a batch of writes", () => {
  test("that fails holds back what comes after it: the order stays", async () => {
    let failures = 1;
    const { items, written } = batch(() => (failures-- > 0 ? new StoreError("full") : undefined));
    items.add(1);
    await turn();
    items.add(2);
    await turn();
    items.add(3);
    await items.settled();
    expect(written).toEqual([1, 2, 3]);
  });

  test("with an item that is refused for good drops that item alone", async () => {
    let broken = true;
    const { items, written, dropped, log } = batch((some) =>
      broken && some.includes(2) ? new StoreError("failed", "constraint") : undefined,
    );
    for (const item of [1, 2, 3]) items.add(item);
    await endsWhile(items, () => (broken = false));
    expect({ written, dropped }).toEqual({ written: [1, 3], dropped: [2] });
    expect(log.lines.map(({ event }) => event)).toEqual(["not written", "not written"]);
  });

  test("whose outcome is unknown is written again until the store reports its outcome", async () => {
    let failures = 2;
    const { items, written } = batch(() => (failures-- > 0 ? new StoreError("outcomeUnknown") : undefined));
    items.add(1);
    await items.settled();
    expect(written).toEqual([1]);
  });

  test("that cannot be written is given up when its time is over", async () => {
    let full = true;
    const { items, written, dropped, log } = batch(() => (full ? new StoreError("full") : undefined));
    items.add(1);
    await turn();
    items.giveUpAfter(50);
    await endsWhile(items, () => (full = false));
    full = true;
    items.add(2);
    await endsWhile(items, () => (full = false));
    expect({ written, dropped }).toEqual({ written: [], dropped: [1, 2] });
    expect(log.lines.at(-1)).toMatchObject({ fields: { givenUp: true } });
  });
});
