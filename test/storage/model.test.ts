import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";
import { numbersAt } from "#server/storage/schema/numbers.js";
import { openStore } from "#server/storage/index.js";
import { detailsOf, noon, openAccount, submission, ledgerOf } from "./fixtures.js";
import { newDatabase } from "./new-database.js";
import { Model, type Real } from "./model.js";
import { claimDue, nextDue } from "./claims.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";
import { inTime, runsOf } from "../in-time.js";

type Command = fc.AsyncCommand<Model, Real>;

/** One step: does the same to model and store and compares what comes back. */
function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

const submits = fc
  .record({
    recipients: fc.integer({ min: 1, max: 4 }),
    delay: fc.integer({ min: 0, max: 30 }),
    charge: fc.integer({ min: 0, max: 2500 }),
    client: fc.option(fc.record({ id: fc.constantFrom("a", "b"), contentHash: fc.constantFrom("x", "y") })),
  })
  .map((given) =>
    command(`submit ${JSON.stringify(given)}`, async (model, real) => {
      real.transactions += 1;
      const wanted: Submission = submission(`t${real.transactions}`, {
        recipients: Array.from({ length: given.recipients }, (_, index) => `1202555010${index}`),
        at: real.now,
        dueAt: real.now + given.delay,
        charge: { kind: "SMS", amount: given.charge },
        clientTransaction: given.client === null ? undefined : { ...given.client, keepFor: 1e9 },
      });
      const outcome = model.submit(wanted);
      const number: unknown = expect.any(Number);
      expect(await real.store.outbox.submit(wanted)).toEqual(
        outcome.kind === "accepted" ? { ...outcome, number } : outcome,
      );
    }),
  );

const credits = fc.integer({ min: -2000, max: 3000 }).map((amount) =>
  command(`credit ${amount}`, async (model, real) => {
    if (amount === 0) return;
    const change = await real.store.accounts.addCredit(42, "SMS", amount, real.now);
    expect(change.ok).toBe(model.book(amount));
  }),
);

/** Number of the first recipient: all are stored in one week. */
const firstId = numbersAt(noon).first + 1;

const claims = fc.integer({ min: 1, max: 5 }).map((limit) =>
  command(`claim ${limit}`, async (model, real) => {
    const claimed = await claimDue(real.store, real.now, limit);
    expect(claimed.map(({ id }) => id - firstId)).toEqual(model.claim(real.now, limit));
  }),
);

const states = Object.values(RecipientState);

const advances = fc
  .array(fc.record({ index: fc.nat(20), state: fc.constantFrom(...states) }), { maxLength: 4 })
  .map((changes) =>
    command(`advance ${JSON.stringify(changes)}`, async (model, real) => {
      for (const { index, state } of changes) model.advance(index, state);
      await real.store.outbox.advance(
        changes.map(({ index, state }) => ({ recipientId: firstId + index, state, at: real.now })),
      );
    }),
  );

const waits = fc.integer({ min: 1, max: 25 }).map((time) =>
  command(`wait ${time}`, async (_model, real) => {
    real.now += time;
  }),
);

async function compare(model: Model, { store, transactions }: Real): Promise<void> {
  const sums = await store.usage.sums({
    ...{ from: 0, until: Infinity, customerId: 42, user: undefined, by: [], limit: 99 },
  });
  const used = new Map(sums.map(({ state, messages }) => [state, messages]));
  const ended = model.recipients.filter(({ state }) => isFinal(state)).map(({ state }) => state);
  expect(used.get(RecipientState.Queued) ?? 0).toBe(model.recipients.length);
  for (const state of states.filter(isFinal))
    expect(used.get(state) ?? 0).toBe(ended.filter((each) => each === state).length);
  const ledger = await ledgerOf(store, 42);
  expect(ledger.map(({ delta }) => delta)).toEqual(model.ledger);
  const balance = (await store.accounts.balances(42))[0]?.amount ?? 0;
  expect(balance).toBe(model.balance);
  expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(balance);
  expect(Math.min(balance, ...ledger.map(({ balanceAfter }) => balanceAfter))).toBeGreaterThanOrEqual(
    model.floor,
  );
  const waiting = model.recipients.filter(({ state }) => state === RecipientState.Queued);
  const earliest = waiting.length === 0 ? undefined : Math.min(...waiting.map(({ dueAt }) => dueAt));
  expect(await nextDue(store)).toBe(earliest);
  for (let index = 1; index <= transactions; index++) {
    const counts = (await store.outbox.statistics(42, `t${index}`))?.counts ?? [];
    expect(new Map(counts.map(({ state, count }) => [state, count]))).toEqual(model.counts(`t${index}`));
    const details = await detailsOf(store.outbox, 42, `t${index}`);
    const found = model.recipients.filter(({ transactionId }) => transactionId === `t${index}`);
    expect(details.map(({ state }) => state)).toEqual(found.map(({ state }) => state));
  }
}

test.each([
  { payment: "prepaid", limit: undefined, floor: 0 },
  { payment: "postpaid", limit: 1500, floor: -1500 },
] as const)(
  "$payment: whatever happens, the store does what the model does",
  async ({ payment, limit, floor }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands([submits, credits, claims, advances, waits], { maxCommands: 40, size: "+1" }),
        inTime(async (commands) => {
          const store = await openStore(await newDatabase());
          await openAccount(store, { payment, limit });
          const model = new Model(floor);
          const real: Real = { store, now: noon, transactions: 0 };
          try {
            await fc.asyncModelRun(() => ({ model, real }), commands);
            await compare(model, real);
          } finally {
            await store.close();
          }
        }),
      ),
      { numRuns: runsOf(25) },
    );
  },
);
