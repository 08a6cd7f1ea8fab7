import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { FairShare, type ReadyQueue } from "#server/domain/delivery/claiming/customer-shares.js";

interface Given {
  readonly queue?: number;
  readonly customerId: number;
  readonly priority?: number;
  readonly weight?: number;
}

function ready({ customerId, queue = customerId, priority = 0, weight = 1 }: Given): ReadyQueue {
  return { queue, customerId, priority, weight };
}

/** Sends so many messages; `parts` of each queue, 1 unless given. */
function order(share: FairShare, messages: number, parts: Readonly<Record<number, number>> = {}): string {
  const sent: (number | undefined)[] = [];
  for (let count = 0; count < messages; count++) {
    const queue = share.next();
    sent.push(queue);
    if (queue !== undefined) share.sent(queue, parts[queue] ?? 1);
  }
  return sent.join(" ");
}

function shareOf(queues: readonly Given[]): FairShare {
  const share = new FairShare();
  share.update(queues.map(ready));
  return share;
}

describe("the order of messages", () => {
  test.each<{ title: string; given: readonly Given[]; parts?: Record<number, number>; want: string }>([
    { title: "one customer", given: [{ customerId: 1 }], want: "1 1 1 1 1 1" },
    { title: "two customers", given: [{ customerId: 1 }, { customerId: 2 }], want: "1 2 1 2 1 2" },
    {
      title: "weights",
      given: [{ customerId: 1, weight: 3 }, { customerId: 2 }],
      want: "1 1 1 2 1 1 1 2",
    },
    {
      title: "long messages",
      given: [{ customerId: 1 }, { customerId: 2 }],
      parts: { 1: 3 },
      want: "1 2 2 2 1 2 2 2",
    },
    {
      title: "two queues of a customer",
      given: [
        { customerId: 1, queue: 10 },
        { customerId: 1, queue: 11 },
        { customerId: 2, queue: 20 },
      ],
      want: "10 20 11 20 10 20",
    },
    {
      title: "a lower priority gets one part in ten",
      given: [{ customerId: 1, priority: 5 }, { customerId: 2 }],
      want: "1 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 2 1",
    },
    {
      title: "two lower priorities share one part in ten",
      given: [{ customerId: 1, priority: 5 }, { customerId: 2 }, { customerId: 3, priority: 2 }],
      want: `${"1 ".repeat(18)}3 2 ${"1 ".repeat(17)}3`,
    },
    {
      title: "a long message of a lower priority counts with its parts",
      given: [{ customerId: 1, priority: 5 }, { customerId: 2 }],
      parts: { 2: 3 },
      want: `${"1 ".repeat(9)}2 ${"1 ".repeat(27)}2`,
    },
  ])("$title", ({ given, parts, want }) => {
    expect(order(shareOf(given), want.split(" ").length, parts)).toBe(want);
  });

  test("none is ready", () => {
    expect(new FairShare().next()).toBeUndefined();
  });

  test("a customer that joins waits one turn of the others, and keeps its place when the queues are read again", () => {
    const share = shareOf([{ customerId: 1 }, { customerId: 2 }]);
    expect(order(share, 1)).toBe("1");
    share.update([1, 2, 3].map((customerId) => ready({ customerId })));
    expect(order(share, 2)).toBe("2 3");
    share.update([3, 2, 1].map((customerId) => ready({ customerId })));
    expect(order(share, 4)).toBe("1 2 3 1");
  });

  test("a customer whose queue runs empty after every message gets no more than its share", () => {
    const share = shareOf([{ customerId: 1 }, { customerId: 2 }]);
    const sent = new Map<number, number>();
    for (let count = 0; count < 400; count++) {
      const queue = share.next() ?? 0;
      const parts = queue === 1 ? 20 : 1;
      share.sent(queue, parts);
      sent.set(queue, (sent.get(queue) ?? 0) + parts);
      share.update([ready({ customerId: 2 })]);
      share.update([1, 2].map((customerId) => ready({ customerId })));
    }
    expect(Math.abs((sent.get(1) ?? 0) - (sent.get(2) ?? 0))).toBeLessThanOrEqual(40);
  });
});

interface ModelQueue {
  readonly ready: ReadyQueue;
  readonly parts: number[];
}

const longest = 5;

/** Customers with a weight and, for each of up to two queues, the parts of its messages. */
const customers = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 4 }),
    queues: fc.array(fc.array(fc.integer({ min: 1, max: longest }), { maxLength: 30 }), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function model(given: readonly { weight: number; queues: readonly (readonly number[])[] }[]): ModelQueue[] {
  return given.flatMap(({ weight, queues }, index) =>
    queues.map((parts, kind) => ({
      ready: ready({ customerId: index + 1, queue: 2 * (index + 1) + kind, weight }),
      parts: [...parts],
    })),
  );
}

const backlogged = (queues: readonly ModelQueue[]): Set<number> =>
  new Set(queues.filter(({ parts }) => parts.length > 0).map(({ ready: { customerId } }) => customerId));

/**
 * The fluid model: customers that have messages all the time get parts in proportion to their weights. Deficit round robin
 * may be off by a turn of each and by one message.
 */
function expectShares(
  served: ReadonlyMap<number, number>,
  among: ReadonlySet<number>,
  given: readonly { weight: number }[],
) {
  const shares = [...among].map((customerId) => {
    const weight = given[customerId - 1]?.weight ?? 1;
    return {
      least: ((served.get(customerId) ?? 0) - longest + 1) / weight,
      most: (served.get(customerId) ?? 0) / weight,
    };
  });
  const spread = Math.max(...shares.map(({ least }) => least)) - Math.min(...shares.map(({ most }) => most));
  expect(spread).toBeLessThanOrEqual(2);
}

test("for any queues, the link is never idle, and customers with messages get their shares", () => {
  fc.assert(
    fc.property(customers, fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }), (given, readAgain) => {
      const queues = model(given);
      const total = queues.reduce((sum, { parts }) => sum + parts.length, 0);
      const share = new FairShare();
      const update = (): void => {
        share.update(queues.filter(({ parts }) => parts.length > 0).map((queue) => queue.ready));
      };
      update();
      const always = backlogged(queues);
      const served = new Map<number, number>();
      for (let message = 0; message < total; message++) {
        if (readAgain[message % readAgain.length] === true) update();
        let chosen = queues.find(({ ready: { queue } }) => queue === share.next());
        while (chosen?.parts.length === 0) {
          share.remove(chosen.ready.queue);
          chosen = queues.find(({ ready: { queue } }) => queue === share.next());
        }
        const parts = chosen?.parts.shift();
        if (chosen === undefined || parts === undefined) throw new Error("idle while messages wait");
        share.sent(chosen.ready.queue, parts);
        const { customerId } = chosen.ready;
        served.set(customerId, (served.get(customerId) ?? 0) + parts);
        const waiting = backlogged(queues);
        for (const customer of always) if (!waiting.has(customer)) always.delete(customer);
        if (always.size > 1) expectShares(served, always, given);
      }
      update();
      expect(share.next()).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test("while both have messages, lower priorities get a tenth, give or take a message", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: longest }), { minLength: 5, maxLength: 5 }),
      (priorities, parts) => {
        const queues = priorities.map((priority, index) => ready({ customerId: index + 1, priority }));
        const share = new FairShare();
        share.update(queues);
        const top = Math.max(...priorities);
        let all = 0;
        let lower = 0;
        for (let message = 0; message < 500; message++) {
          const queue = share.next() ?? 0;
          const length = parts[queue - 1] ?? 1;
          share.sent(queue, length);
          all += length;
          if ((priorities[queue - 1] ?? 0) < top) lower += length;
        }
        const want = priorities.every((priority) => priority === top) ? 0 : all / 10;
        expect(Math.abs(lower - want)).toBeLessThanOrEqual(3 * (longest + 9));
      },
    ),
    { numRuns: 200 },
  );
});
