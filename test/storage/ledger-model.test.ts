import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { ledgerBegin, type LedgerPlace } from "#server/domain/credit/carrying.js";
import type { CreditKind, CreditTerms, LedgerEntry } from "#server/domain/credit/balance.js";
import type { Store } from "#server/ports/store.js";
import { openStore, placeOf } from "#server/storage/index.js";
import { ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import { newDatabase } from "./new-database.js";
import { inTime, runsOf } from "../in-time.js";

interface Entry {
  readonly kind: CreditKind;
  readonly delta: number;
  readonly balanceAfter: number;
  readonly at: number;
}

/** A customer's accounts in the simplest form there is. */
class Model {
  terms: CreditTerms = { payment: "prepaid", limit: undefined };
  readonly balances = new Map<CreditKind, number>();
  ledger: readonly Entry[] = [];
  readonly carried = new Map<CreditKind, number>();
  submissions = 0;
  /** Each command takes a millisecond. */
  now = noon;

  /** Removes the old entries of each account, in their order. */
  carry(before: number): void {
    // The last entry of all stays.
    this.ledger = this.ledger.filter(({ kind, balanceAfter, at }, index) => {
      if (at >= before || index === this.ledger.length - 1) return true;
      this.carried.set(kind, balanceAfter);
      return false;
    });
  }

  allows(balance: number): boolean {
    const { payment, limit = payment === "prepaid" ? 0 : Number.MAX_SAFE_INTEGER } = this.terms;
    return balance + limit >= 0;
  }

  book(kind: CreditKind, delta: number): boolean {
    const balanceAfter = (this.balances.get(kind) ?? 0) + delta;
    if (!this.allows(balanceAfter)) return false;
    this.balances.set(kind, balanceAfter);
    if (delta !== 0) this.ledger = [...this.ledger, { kind, delta, balanceAfter, at: this.now }];
    return true;
  }

  change(terms: CreditTerms): boolean {
    const before = this.terms;
    this.terms = terms;
    if ([...this.balances.values()].every((balance) => this.allows(balance))) return true;
    this.terms = before;
    return false;
  }
}

type Command = fc.AsyncCommand<Model, Store>;

function command(name: string, run: (model: Model, store: Store) => Promise<void>): Command {
  const runInTime = async (model: Model, store: Store): Promise<void> => {
    model.now += 1;
    await run(model, store);
  };
  return { check: () => true, run: runInTime, toString: () => name };
}

/** Few amounts: balances often meet their floor. */
const amounts = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((halves) => halves * 500);

const kinds = fc.constantFrom<CreditKind>("SMS", "MMS");

const credits = fc.record({ kind: kinds, amount: amounts(-6, 6) }).map((given) =>
  command(`credit ${JSON.stringify(given)}`, async (model, { accounts }) => {
    const { kind, amount } = given;
    if (amount === 0) return;
    expect((await accounts.addCredit(42, kind, amount, model.now)).ok).toBe(model.book(kind, amount));
  }),
);

const charges = fc.record({ kind: kinds, amount: amounts(0, 5) }).map((charge) =>
  command(`charge ${JSON.stringify(charge)}`, async (model, { outbox }) => {
    model.submissions += 1;
    const { kind } = await outbox.submit(submission(`t${model.submissions}`, { charge, at: model.now }));
    expect(kind === "accepted").toBe(model.book(charge.kind, 0 - charge.amount));
  }),
);

const limits = fc.option(amounts(0, 6), { nil: undefined });

const changes = fc
  .oneof(
    fc.constant<CreditTerms>({ payment: "prepaid", limit: undefined }),
    limits.map((limit): CreditTerms => ({ payment: "postpaid", limit })),
  )
  .map((credit) =>
    command(`terms ${JSON.stringify(credit)}`, async (model, { accounts }) => {
      expect((await accounts.changeCustomer(42, { credit })).ok).toBe(model.change(credit));
    }),
  );

const carryings = fc
  .record({ age: fc.nat(10), limit: fc.integer({ min: 1, max: 9 }) })
  .map(({ age, limit }) =>
    command(`carry ${age} ${limit}`, async (model, { retention }) => {
      const before = model.now - age;
      let place: LedgerPlace | undefined = ledgerBegin;
      while (place !== undefined) place = await retention.purgeLedger(place, before, limit);
      model.carry(before);
    }),
  );

async function compare(model: Model, store: Store): Promise<void> {
  const { accounts } = store;
  const ledger = await ledgerOf(store, 42);
  const isCarried = ({ reason }: LedgerEntry): boolean => reason === "carried";
  const stored = ledger.filter((entry) => !isCarried(entry));
  expect(stored.map(({ kind, delta, balanceAfter, at }) => ({ kind, delta, balanceAfter, at }))).toEqual(
    model.ledger,
  );
  const sums = ledger.filter(isCarried).map(({ kind, delta }): [CreditKind, number] => [kind, delta]);
  expect(new Map(sums)).toEqual(model.carried);
  const balances = await accounts.balances(42);
  expect(new Map(balances.map(({ kind, amount }) => [kind, amount]))).toEqual(model.balances);
  for (const { kind, amount } of balances) {
    const booked = ledger.filter((entry) => entry.kind === kind);
    expect(booked.reduce((sum, { delta }) => sum + delta, 0)).toBe(amount);
  }
}

test("for any bookings and removals of old entries, a balance is the sum of its ledger and never below the floor of the terms", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([credits, charges, changes, carryings], { maxCommands: 40, size: "+1" }),
      inTime(async (commands) => {
        const url = await newDatabase();
        const store = await openStore(url);
        const model = new Model();
        try {
          await openAccount(store);
          await fc.asyncModelRun(() => ({ model, real: store }), commands);
          await compare(model, store);
          expect((await (await placeOf(url)).check()).filter(({ ok }) => !ok)).toEqual([]);
        } finally {
          await store.close();
        }
      }),
    ),
    { numRuns: runsOf(20) },
  );
});
