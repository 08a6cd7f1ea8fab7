import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { routeTable, unrouted } from "#server/domain/delivery/routing/route-table.js";
import { ClaimMemory } from "#server/domain/delivery/claiming/round.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { ClaimStore, type ModelCustomer } from "./claim-store.js";

const customers: readonly ModelCustomer[] = [42, 43, 44].map((id) => ({
  ...{ id, weight: 1, priority: id % 2, rate: id === 44 ? 500 : null },
}));
const table = routeTable(
  [1, 2].map((id) => ({ id, kind: "smpp", network: 1 }) as const),
  [],
);

/** One step of delivery, in any order with others. */
type Act =
  | { readonly kind: "submit"; readonly customerId: number; readonly delay: number }
  | { readonly kind: "claim"; readonly rooms: readonly number[]; readonly up: readonly number[] }
  | { readonly kind: "return"; readonly link: number; readonly delay: number }
  | { readonly kind: "wait"; readonly time: number };

const customerId = fc.constantFrom(42, 43, 44);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant("submit" as const), customerId, delay: fc.nat(5) }),
  fc.record({
    kind: fc.constant("claim" as const),
    ...{ rooms: fc.tuple(fc.nat(4), fc.nat(4)), up: fc.subarray([1, 2], { minLength: 1 }) },
  }),
  fc.record({ kind: fc.constant("return" as const), link: fc.constantFrom(0, 1, 2), delay: fc.nat(5) }),
  fc.record({ kind: fc.constant("wait" as const), time: fc.nat(4) }),
);

/** Runs steps, and checks after each which links are idle; returns how often one was. */
function run(steps: readonly Act[]): number {
  const store = new ClaimStore(customers);
  const memory = new ClaimMemory();
  let now = 1_000;
  let idle = 0;
  for (const step of steps) {
    if (step.kind === "wait") now += step.time;
    else if (step.kind === "submit") {
      store.add({ customerId: step.customerId, nextAt: now + step.delay, dueAt: now });
      memory.arrived(10 * step.customerId, now + step.delay);
    } else if (step.kind === "return") {
      const index = store.messages.findIndex(({ state }) => state === RecipientState.Submitting);
      const message = store.messages[index];
      if (message === undefined) continue;
      const row = { ...message.row, link: step.link, nextAt: now + step.delay };
      store.messages[index] = { ...message, row, state: RecipientState.Queued };
      memory.returned(step.link, row.nextAt);
    } else {
      const links = step.rooms.map((room, place) => {
        const up = step.up.includes(place + 1);
        return { linkId: place + 1, up, free: up ? room : 0 };
      });
      store.claim({ owner: "w", now, validity: 1e9, links }, table, memory);
    }
    for (const link of [unrouted, 1, 2]) {
      if (!memory.isIdle(link, now)) continue;
      idle += 1;
      const waiting = store.queued().filter(({ row }) => row.link === link && row.nextAt <= now);
      expect(waiting.filter(({ row }) => memory.budgets.allows(row.customerId, now * 1000))).toEqual([]);
    }
  }
  return idle;
}

test("a message is never handed over before another one that may leave over its link, whatever happened before", () => {
  let idle = 0;
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (steps) => {
      idle += run(steps);
    }),
    { numRuns: 2_000 },
  );
  expect(idle).toBeGreaterThan(1_000);
});
