import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type CandidateRow, routableOf } from "#server/domain/delivery/routing/candidate.js";
import { isExpired } from "#server/domain/delivery/states/transitions.js";
import { ClaimMemory } from "#server/domain/delivery/claiming/round.js";
import type { Claim, FreeSlots, Taken } from "#server/domain/delivery/claiming/claim.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { decide, nowhere, routeTable, unrouted } from "#server/domain/delivery/routing/route-table.js";
import type { Route } from "#server/domain/delivery/route.js";
import { ClaimStore, type ModelCustomer } from "../claim-store.js";

const links = [1, 2, 3].map((id) => ({ id, kind: "smpp", network: 1 }) as const);
const start = 1_000_000;

function customer(id: number, change: Partial<ModelCustomer> = {}): ModelCustomer {
  return { id, weight: 1, priority: 0, rate: null, ...change };
}

function route(linkId: number, change: Partial<Route> = {}): Route {
  return {
    ...{ id: 1, prefix: "", customerId: undefined, originator: undefined, kind: undefined },
    ...{ linkId, rank: 1, weight: 1, uncertain: "hold" },
    ...change,
  };
}

function claim(freeSlots: readonly FreeSlots[], now = start, validity = 1e9): Claim {
  return { owner: "w", now, validity, links: freeSlots };
}

const room = (linkId: number, parts: number, up = true): FreeSlots => ({ linkId, free: parts, up });
const idsOf = (taken: readonly Taken[]): readonly number[] => taken.map(({ row }) => row.id);

describe("a claim", () => {
  const table = routeTable(links, [route(1), route(2, { rank: 2 })]);
  const one = (): ClaimStore => new ClaimStore([customer(42)]);

  test("takes the earliest messages first, up to the free slots", () => {
    const store = one();
    for (const nextAt of [30, 10, 20]) store.add({ nextAt });
    const { taken, moves } = store.claim(claim([room(1, 2)]), table, new ClaimMemory());
    expect(idsOf(taken)).toEqual([2, 3]);
    expect(moves).toEqual(
      [1, 1].map((txn) => ({ txn, from: RecipientState.Queued, to: RecipientState.Submitting, n: 1 })),
    );
  });

  test("moves no count of a message that is in none, unless it ends", () => {
    const store = one();
    for (const dueAt of [start, start - 2]) store.add({ counted: false, dueAt });
    const { moves } = store.claim(claim([room(1, 2)], start, 2), table, new ClaimMemory());
    expect(moves).toEqual([{ txn: 1, from: RecipientState.Queued, to: RecipientState.Expired, n: 1 }]);
  });

  test("takes a long message for the last slot", () => {
    const store = one();
    for (const parts of [3, 5, 1]) store.add({ parts });
    const { taken } = store.claim(claim([room(1, 4)]), table, new ClaimMemory());
    expect(idsOf(taken)).toEqual([1, 2]);
  });

  test("fills the free slots from one customer if another one has few messages", () => {
    const store = new ClaimStore([customer(42), customer(43)]);
    for (let count = 0; count < 20; count++) store.add({ customerId: count === 0 ? 43 : 42 });
    expect(store.claim(claim([room(1, 12)]), table, new ClaimMemory()).taken).toHaveLength(12);
  });

  test("leaves messages that are due later, and takes them when they are due", () => {
    const store = one();
    const memory = new ClaimMemory();
    store.add({ nextAt: start });
    store.add({ nextAt: start + 5 });
    expect(idsOf(store.claim(claim([room(1, 9)]), table, memory).taken)).toEqual([1]);
    expect(idsOf(store.claim(claim([room(1, 9)], start + 4), table, memory).taken)).toEqual([]);
    expect(idsOf(store.claim(claim([room(1, 9)], start + 5), table, memory).taken)).toEqual([2]);
  });

  test("expires messages that are too old, with and without a link", () => {
    const store = one();
    for (const link of [unrouted, 1]) store.add({ link, dueAt: start - 100, nextAt: start });
    store.add({ dueAt: start - 99 });
    const { taken, expired } = store.claim(claim([room(1, 9)], start, 100), table, new ClaimMemory());
    expect([idsOf(taken), expired.map(({ id }) => id)]).toEqual([[3], [1, 2]]);
  });

  test("ends messages to numbers that opted out, with and without a link, and uses no slot and no rate for them", () => {
    const store = one();
    for (const link of [unrouted, 1]) store.add({ link, optedOut: 1 });
    store.add({});
    const { taken, optedOut, freeAt } = store.claim(claim([room(1, 1)]), table, new ClaimMemory());
    expect([idsOf(taken), optedOut.map(({ id }) => id), freeAt.length]).toEqual([[3], [1, 2], 0]);
  });

  test("puts messages for a link without free slots into its queue", () => {
    const store = one();
    store.add({});
    const { taken, placed } = store.claim(claim([room(1, 0), room(2, 4)]), table, new ClaimMemory());
    expect([idsOf(taken), placed]).toEqual([[], [{ id: 1, linkId: 1 }]]);
  });

  test("moves a message whose link has no route any more, and takes it there", () => {
    const store = one();
    store.add({ link: 2 });
    const changed = routeTable(links, [route(3)]);
    const { taken, placed } = store.claim(claim([room(2, 1), room(3, 1)]), changed, new ClaimMemory());
    expect([taken.map(({ decision }) => decision.linkId), placed]).toEqual([[3], []]);
  });

  test("only routes if there is no free slot", () => {
    const store = one();
    for (let count = 0; count < 3; count++) store.add({});
    const down = [room(1, 0, false), room(2, 0, false)];
    const { taken, placed } = store.claim(claim(down), table, new ClaimMemory());
    expect([taken, placed.map(({ linkId }) => linkId)]).toEqual([[], [1, 1, 1]]);
  });

  test("keeps each customer within its rate, and takes more as soon as the rate allows it", () => {
    const store = new ClaimStore([customer(42, { rate: 4 }), customer(43)]);
    const memory = new ClaimMemory();
    for (let count = 0; count < 6; count++) store.add({ customerId: 42 });
    for (let count = 0; count < 50; count++) store.add({ customerId: 43 });
    const from42 = (now: number): number =>
      store.claim(claim([room(1, 10)], now), table, memory).taken.filter(({ row }) => row.customerId === 42)
        .length;
    expect([start, start + 249, start + 250, start + 400, start + 500].map(from42)).toEqual([2, 0, 1, 0, 1]);
  });

  test("counts spent tokens of a rate when it reads queues again", () => {
    const others = [43, 44, 45];
    const store = new ClaimStore([customer(42, { rate: 4 }), ...others.map((id) => customer(id))]);
    const memory = new ClaimMemory();
    const both = routeTable(links, [route(1), route(2)]);
    for (const customerId of others) store.add({ customerId, link: 2 });
    store.claim(claim([room(2, 1)]), both, memory);
    for (const link of [1, 1, 2]) store.add({ customerId: 42, link });
    const { taken } = store.claim(claim([room(1, 9), room(2, 9)]), both, memory);
    expect(taken.map(({ row }) => row.customerId)).toEqual([42, 42, 44, 45]);
  });

  test("takes a message that becomes due behind others of its queue within a turn of the others", () => {
    const others = Array.from({ length: 10 }, (_, index) => 43 + index);
    const store = new ClaimStore([customer(42, { weight: 5 }), ...others.map((id) => customer(id))]);
    const memory = new ClaimMemory();
    for (const nextAt of [0, start + 5]) store.add({ nextAt });
    for (const customerId of others) for (let count = 0; count < 5; count++) store.add({ customerId });
    const claimOne = (now: number) => store.claim(claim([room(1, 1)], now), table, memory).taken;
    expect(idsOf([0, 1].flatMap(() => claimOne(start)))).toContain(1);
    expect(idsOf(Array.from({ length: 12 }, () => claimOne(start + 5)).flat())).toContain(2);
  });

  test("takes messages that were submitted since the queues were read within a turn of the others", () => {
    const ids = Array.from({ length: 29 }, (_, index) => index + 1);
    const store = new ClaimStore([0, ...ids].map((id) => customer(id)));
    const memory = new ClaimMemory();
    for (const customerId of ids) for (let count = 0; count < 3; count++) store.add({ customerId });
    store.claim(claim([room(1, 1)]), table, memory);
    store.add({ customerId: 0, nextAt: start + 7 });
    memory.arrived(0, start + 7);
    const claimOne = () => store.claim(claim([room(1, 1)], start + 7), table, memory).taken;
    const found = Array.from({ length: 31 }, claimOne).flat();
    expect(found.map(({ row }) => row.customerId)).toContain(0);
  });

  test.each([1, 4])("asks for %i reads together at most", (readsAtOnce) => {
    const store = new ClaimStore(Array.from({ length: 20 }, (_, id) => customer(id)));
    for (let id = 0; id < 20; id++) store.add({ customerId: id });
    const { taken } = store.claim(claim([room(1, 12)]), table, new ClaimMemory(), readsAtOnce);
    expect([taken.length, store.mostReads]).toEqual([12, readsAtOnce]);
  });

  test.each([
    ["have one message each", 1, 1, 2],
    ["have some messages less than their share, others more", 1, 8, 3],
  ])("requests reads for all customers together if they %s", (_, few, many, requests) => {
    const store = new ClaimStore(Array.from({ length: 20 }, (__, id) => customer(id)));
    for (let id = 0; id < 20; id++)
      for (let count = 0; count < (id % 2 === 0 ? few : many); count++) store.add({ customerId: id });
    const { taken } = store.claim(claim([room(1, 60)]), table, new ClaimMemory(), 64);
    expect([taken.length, store.requests]).toEqual([Math.min(60, 10 * (few + many)), requests]);
  });

  test("takes messages of a queue that was not known to wait before one that is routed to it", () => {
    const store = one();
    const memory = new ClaimMemory();
    store.claim(claim([room(1, 9)]), table, memory);
    store.add({ link: 1 });
    store.add({});
    memory.arrived(420, start);
    const { taken } = store.claim(claim([room(1, 9)]), table, memory);
    expect(new Set(idsOf(taken))).toEqual(new Set([1, 2]));
  });
});

const customers = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 4 }),
    priority: fc.integer({ min: 0, max: 2 }),
    rate: fc.constantFrom(null, null, 3, 20),
  }),
  { minLength: 1, maxLength: 5 },
);
const messages = fc.array(
  fc.record({
    customer: fc.nat(4),
    parts: fc.integer({ min: 1, max: 4 }),
    link: fc.constantFrom(unrouted, unrouted, 1, 2, 3, nowhere),
    delay: fc.integer({ min: -400, max: 400 }),
  }),
  { maxLength: 40 },
);
const routes = fc.array(
  fc.record({
    linkId: fc.integer({ min: 1, max: 4 }),
    rank: fc.integer({ min: 1, max: 2 }),
    weight: fc.integer({ min: 1, max: 3 }),
    customerId: fc.constantFrom(undefined, undefined, 1, 2),
    uncertain: fc.constantFrom("resend" as const, "hold" as const, "fail" as const),
  }),
  { maxLength: 4 },
);
const rooms = fc.record({
  links: fc.tuple(
    ...links.map(({ id }) => fc.record({ linkId: fc.constant(id), up: fc.boolean(), free: fc.nat(8) })),
  ),
  pass: fc.integer({ min: 0, max: 150 }),
  arriving: messages,
});

/** The guaranteed rates: the parts of a quarter of a second at once, then in proportion to the time. */
class Rates {
  now = 0;
  readonly #rateOf: (customerId: number) => number | null;
  /** When the next part may leave, in milliseconds. */
  readonly #freeAt = new Map<number, number>();

  constructor(rateOf: (customerId: number) => number | null) {
    this.#rateOf = rateOf;
  }

  allows(customerId: number): boolean {
    return (this.#freeAt.get(customerId) ?? 0) <= this.now + 0.01;
  }

  take({ customerId, parts }: CandidateRow): void {
    if (!this.allows(customerId)) throw new Error(`customer ${customerId} exceeds its rate`);
    const rate = this.#rateOf(customerId);
    if (rate === null) return;
    const from = Math.max(this.#freeAt.get(customerId) ?? 0, this.now - 250);
    this.#freeAt.set(customerId, from + (parts * 1000) / rate);
  }
}

test("for any queues, a claim takes only due and routed messages, once, within slots and rates, and leaves no slot unused", () => {
  fc.assert(
    fc.property(
      customers,
      routes,
      fc.array(rooms, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 200, max: 700 }),
      (given, givenRoutes, claims, readsAtOnce, validity) => {
        const store = new ClaimStore(given.map((one, index) => customer(index + 1, one)));
        const table = routeTable(
          links,
          givenRoutes.map((one) => route(one.linkId, one)),
        );
        const memory = new ClaimMemory();
        const rates = new Rates((id) => store.customer(id).rate);
        let now = start;
        for (const { links: rooms, pass, arriving } of claims) {
          now += pass;
          rates.now = now;
          for (const { customer: index, link, delay, parts } of arriving) {
            const customerId = (index % given.length) + 1;
            store.add({ customerId, link, parts, nextAt: now + delay, dueAt: now + delay });
            if (link === unrouted) memory.arrived(10 * customerId, now + delay);
          }
          const before = store.queued();
          const { taken, expired } = store.claim(claim(rooms, now, validity), table, memory, readsAtOnce);
          const isUp = (id: number): boolean => rooms.some(({ linkId, up }) => linkId === id && up);
          for (const { row, decision } of taken) {
            expect(row.nextAt).toBeLessThanOrEqual(now);
            expect(isExpired(row, validity, now)).toBe(false);
            expect(decision).toEqual(decide(table, routableOf(row), row.link, isUp));
            rates.take(row);
          }
          expect(expired.every((row) => isExpired(row, validity, now))).toBe(true);
          for (const { linkId, free: limit } of rooms) {
            const parts = taken
              .filter(({ decision }) => decision.linkId === linkId)
              .map(({ row }) => row.parts);
            expect(parts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBeLessThan(
              Math.max(1, limit),
            );
            if (parts.reduce((sum, count) => sum + count, 0) >= limit) continue;
            // Unrouted messages are found without fail: the queues of a link are read again in turns only.
            const left = before.filter(
              ({ row }) =>
                row.link === unrouted &&
                row.nextAt <= now &&
                !isExpired(row, validity, now) &&
                decide(table, routableOf(row), row.link, isUp).linkId === linkId &&
                rates.allows(row.customerId),
            );
            const takenIds = new Set(idsOf(taken));
            expect(left.filter(({ row }) => !takenIds.has(row.id)).map(({ row }) => row.id)).toEqual([]);
          }
        }
      },
    ),
    { numRuns: 400 },
  );
});

test("every message is finally sent or expires, while its link has free slots", () => {
  fc.assert(
    fc.property(customers, messages, routes, (given, waiting, givenRoutes) => {
      const store = new ClaimStore(given.map((one, index) => customer(index + 1, one)));
      const table = routeTable(
        links,
        givenRoutes.map((one) => route(one.linkId, one)),
      );
      const memory = new ClaimMemory();
      for (const { customer: index, link, delay, parts } of waiting)
        store.add({
          ...{ customerId: (index % given.length) + 1, parts, nextAt: start + delay, dueAt: start + delay },
          link: link === nowhere ? unrouted : link,
        });
      const all = links.map(({ id }) => room(id, 3));
      for (let count = 0; count < 300; count++) store.claim(claim(all, start + count * 500), table, memory);
      const reachable = ({ row }: ReturnType<ClaimStore["queued"]>[number]): boolean =>
        decide(table, routableOf(row), unrouted, () => true).linkId !== nowhere;
      expect(store.queued().filter(reachable)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

const longest = 4;

/** Parts that were taken, per customer. */
function partsOf(taken: readonly Taken[], among: (customerId: number) => boolean): number {
  return taken.filter(({ row }) => among(row.customerId)).reduce((sum, { row }) => sum + row.parts, 0);
}

test("customers that always have messages share a link by weight, for any number of free slots", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: longest }), { minLength: 1, maxLength: 7 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 5, maxLength: 15 }),
      (weights, parts, sizes) => {
        const store = new ClaimStore(weights.map((weight, index) => customer(index + 1, { weight })));
        for (let count = 0; count < 350 * weights.length; count++)
          store.add({ customerId: (count % weights.length) + 1, parts: parts[count % parts.length] ?? 1 });
        const table = routeTable(links, []);
        const memory = new ClaimMemory();
        const taken = sizes.flatMap((size) => store.claim(claim([room(1, size)]), table, memory).taken);
        const turns = weights.map((weight, index) => partsOf(taken, (id) => id === index + 1) / weight);
        // A turn and a long message for each of the two shares: of the unrouted messages and of the link.
        expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(2 * (2 + longest));
      },
    ),
    { numRuns: 60 },
  );
});

test("a higher priority leaves first, except for a tenth", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 25, maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: longest }), { minLength: 1, maxLength: 7 }),
      (sizes, parts) => {
        const store = new ClaimStore([customer(1, { priority: 5 }), customer(2), customer(3)]);
        for (let count = 0; count < 2700; count++)
          store.add({ customerId: (count % 3) + 1, parts: parts[count % parts.length] ?? 1 });
        const table = routeTable(links, []);
        const memory = new ClaimMemory();
        const taken = sizes.flatMap((size) => store.claim(claim([room(1, size)]), table, memory).taken);
        const lower = partsOf(taken, (id) => id > 1);
        expect(Math.abs(lower - partsOf(taken, () => true) / 10)).toBeLessThanOrEqual(3 * (longest + 9));
      },
    ),
    { numRuns: 15 },
  );
});
