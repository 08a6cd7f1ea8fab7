import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type Carried,
  carryForward,
  ledgerBegin,
  type LedgerPlace,
  type OldEntry,
} from "#server/domain/credit/carrying.js";

const before = 50;

/** Entries of three customers; the times of neighbours may be in another order than their numbers. */
const ledgers = fc
  .array(
    fc.record({
      customerId: fc.integer({ min: 1, max: 3 }),
      delta: fc.integer({ min: -9, max: 9 }),
      at: fc.nat(99),
      needed: fc.constantFrom(0, 0, 0, 1),
    }),
    { maxLength: 40 },
  )
  .map((booked) => {
    const balances = new Map<number, number>();
    return booked.map(({ delta, ...entry }, index): OldEntry & { readonly delta: number } => {
      const balanceAfter = (balances.get(entry.customerId) ?? 0) + delta;
      balances.set(entry.customerId, balanceAfter);
      return { ...entry, id: index + 1, kind: "SMS", delta, balanceAfter };
    });
  });

test("sums and remaining entries are the balance of each account, whatever the other accounts need", () => {
  fc.assert(
    fc.property(ledgers, fc.integer({ min: 1, max: 60 }), (ledger, limit) => {
      const sums = new Map<number, Carried>();
      const removed = new Set<number>();
      for (let place: LedgerPlace | null = ledgerBegin; place !== null;) {
        const { after } = place;
        const page = ledger.filter(({ id }) => id > after).slice(0, limit);
        const carrying = carryForward(page, { before, limit, place });
        for (const sum of carrying.carried) sums.set(sum.customerId, sum);
        for (const id of carrying.removed) removed.add(id);
        place = carrying.next;
      }
      for (const customerId of [1, 2, 3]) {
        const own = ledger.filter((entry) => entry.customerId === customerId);
        const left = own.filter(({ id }) => !removed.has(id));
        const first = own.findIndex(({ id }) => !removed.has(id));
        // What is removed is the beginning of the account.
        expect(left).toEqual(first === -1 ? [] : own.slice(first));
        const gone = own.filter(({ id }) => removed.has(id));
        expect(gone.every(({ at, needed }) => at < before && needed === 0)).toBe(true);
        const sum = left.reduce((all, { delta }) => all + delta, sums.get(customerId)?.amount ?? 0);
        expect(sum).toBe(own.at(-1)?.balanceAfter ?? 0);
        // Unless a page of young entries ended the removal, it goes up to the first entry that stays.
        const end = own.findIndex(({ at, needed }) => at >= before || needed === 1);
        if (limit > ledger.length) expect(gone).toHaveLength(end === -1 ? own.length : end);
      }
    }),
  );
});

test("the time of a sum is the latest of its entries", () => {
  const entry = { customerId: 42, kind: "SMS", needed: 0 } as const;
  const entries = [
    { ...entry, id: 1, balanceAfter: 10, at: 49 },
    { ...entry, id: 2, balanceAfter: 15, at: 40 },
  ];
  expect(carryForward(entries, { before, limit: 9, place: ledgerBegin })).toEqual({
    carried: [{ customerId: 42, kind: "SMS", id: 2, at: 49, amount: 15 }],
    removed: [1, 2],
    next: null,
  });
});
