import { describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { detailsOf, ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { nextDue, type Outgoing } from "./claims.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";

const day = 86_400_000;

function client(id: string, contentHash: string): Pick<Submission, "clientTransaction"> {
  return { clientTransaction: { id, contentHash, keepFor: day } };
}

/** Submitting: charge, idempotency, what is visible at once. */
export function submitCases(subject: Subject<Outgoing>): void {
  describe("submit", () => {
    test("charges, and is visible at once and after a restart", async () => {
      await openAccount(subject.store(), { credit: 5000 });
      const refused = [{ phone: "1", state: RecipientState.InvalidNumber }];
      const accepted = await subject.store().outbox.submit(
        submission("t1", {
          recipients: ["12025550102", "12025550101"],
          refused,
          charge: { kind: "SMS", amount: 2000 },
          dueAt: noon + 5,
        }),
      );
      const wanted = { kind: "accepted", transactionId: "t1", refused: ["1"], balanceAfter: 3000 };
      expect(accepted).toEqual({ ...wanted, number: expect.any(Number) });
      for (const snapshot of [async () => subject.store(), async () => subject.reopen()]) {
        const store = await snapshot();
        const { outbox } = store;
        expect(await outbox.statistics(42, "t1")).toEqual({
          dueAt: noon + 5,
          chargedAs: "SMS",
          counts: [
            { state: RecipientState.Queued, count: 2 },
            { state: RecipientState.InvalidNumber, count: 1 },
          ],
        });
        expect(await detailsOf(outbox, 42, "t1")).toEqual([
          { phone: "12025550102", state: RecipientState.Queued, at: noon },
          { phone: "12025550101", state: RecipientState.Queued, at: noon },
          { phone: "1", state: RecipientState.InvalidNumber, at: noon },
        ]);
        expect((await ledgerOf(store, 42)).at(-1)).toMatchObject({
          delta: -2000,
          balanceAfter: 3000,
          reason: "charge",
          transactionId: "t1",
        });
      }
    });

    test("without enough credit nothing is left behind", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 999 });
      expect(await outbox.submit(submission("t1"))).toEqual({ kind: "insufficientCredit" });
      expect(await outbox.statistics(42, "t1")).toBeUndefined();
      expect(await nextDue(subject.store())).toBeUndefined();
      expect(await ledgerOf(subject.store(), 42)).toHaveLength(1);
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: 999 }]);
    });

    test("a postpaid customer is charged from the first call on, down to the limit", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { payment: "postpaid", limit: 1500 });
      expect(await outbox.submit(submission("t1"))).toMatchObject({ kind: "accepted", balanceAfter: -1000 });
      expect(await outbox.submit(submission("t2"))).toEqual({ kind: "insufficientCredit" });
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: -1000 }]);
    });

    test("a charge of nothing is no ledger entry", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store());
      const free = submission("t1", { charge: { kind: "SMS", amount: 0 } });
      expect(await outbox.submit(free)).toMatchObject({ kind: "accepted", balanceAfter: 0 });
      expect(await ledgerOf(subject.store(), 42)).toEqual([]);
    });

    test("a transaction is shown to its customer only", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 1000 });
      await openAccount(subject.store(), { id: 43 });
      await outbox.submit(submission("t1"));
      expect(await outbox.statistics(43, "t1")).toBeUndefined();
      expect(await detailsOf(outbox, 43, "t1")).toEqual([]);
    });

    test("what the database refuses leaves its neighbours alone", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 5000 });
      const refused = submission("t1", { dataCoding: 256 });
      const results = await Promise.allSettled(
        [submission("t0"), refused, submission("t2")].map((each) => outbox.submit(each)),
      );
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: 3000 }]);
    });

    test("64 at once never take more than there is", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 10_500 });
      const ids = Array.from({ length: 64 }, (_, index) => `t${index}`);
      const outcomes = await Promise.all(ids.map((id) => outbox.submit(submission(id))));
      expect(outcomes.filter(({ kind }) => kind === "accepted")).toHaveLength(10);
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: 500 }]);
    });
  });

  describe("client transactions", () => {
    test.each([
      { name: "same content", second: { ...client("c", "h") }, want: { kind: "repeated" } },
      { name: "other content", second: { ...client("c", "other") }, want: { kind: "conflict" } },
      { name: "other case of the id", second: { ...client("C", "h") }, want: { kind: "insufficientCredit" } },
      {
        name: "last moment",
        second: { ...client("c", "h"), at: noon + day - 1 },
        want: { kind: "repeated" },
      },
      {
        name: "forgotten",
        second: { ...client("c", "h"), at: noon + day },
        want: { kind: "insufficientCredit" },
      },
    ])("get their response before credit is checked: $name", async ({ second, want }) => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 1000 });
      const refused = [{ phone: "1", state: RecipientState.Blacklisted }];
      const first = await outbox.submit(submission("t1", { ...client("c", "h"), refused }));
      const { at = noon, clientTransaction } = second as Partial<Submission>;
      const asked = clientTransaction && (await outbox.answered(42, clientTransaction, at));
      const again = await outbox.submit(submission("t2", second));
      expect(asked ?? { kind: "insufficientCredit" }).toEqual(again);
      expect(again).toEqual(want.kind === "repeated" ? { ...first, number: undefined, ...want } : want);
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: 0 }]);
    });

    test("a forgotten id is used anew", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 5000 });
      await outbox.submit(submission("t1", client("c", "h")));
      const anew = submission("t2", { ...client("c", "other"), at: noon + day });
      expect(await outbox.submit(anew)).toMatchObject({ kind: "accepted", transactionId: "t2" });
      const repeated = submission("t3", { ...client("c", "other"), at: noon + day + 1 });
      expect(await outbox.submit(repeated)).toMatchObject({ kind: "repeated", transactionId: "t2" });
    });

    test("two customers may use one id", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 5000 });
      await openAccount(subject.store(), { id: 43, credit: 5000 });
      await outbox.submit(submission("t1", client("c", "h")));
      const other = submission("t2", { ...client("c", "h"), customerId: 43 });
      expect(await outbox.submit(other)).toMatchObject({ kind: "accepted" });
    });

    test("many at once charge once", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 5000 });
      const ids = Array.from({ length: 20 }, (_, index) => `t${index}`);
      const outcomes = await Promise.all(ids.map((id) => outbox.submit(submission(id, client("c", "h")))));
      expect(outcomes.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
      expect(
        new Set(outcomes.map((outcome) => "transactionId" in outcome && outcome.transactionId)).size,
      ).toBe(1);
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: 4000 }]);
    });
  });
}
