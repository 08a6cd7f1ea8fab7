import { describe, expect, test } from "@jest/globals";
import type { Actor } from "#server/domain/audit.js";
import { refundPeriod } from "#server/domain/credit/refunds.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Delivered, Failed, Submitted } = RecipientState;

const by: Actor = { name: "ann", source: "console" };
const request = { reference: undefined, limit: undefined } as const;

/** A transaction whose messages end in these states; undefined: it waits. Returns the ids. */
async function ended(
  store: Store,
  name: string,
  amount: number,
  states: readonly (RecipientState | undefined)[],
): Promise<readonly number[]> {
  const recipients = states.map((_, index) => String(12_025_550_101 + index));
  const charge = { kind: "SMS", amount } as const;
  await store.outbox.submit(submission(name, { recipients, charge, dueAt: noon + 9_000 }));
  const found = await store.desk.candidates({ kind: "transaction", id: name }, undefined, 99);
  const ids = found.map(({ id }) => id).reverse();
  const changes = ids.flatMap((recipientId, index) => {
    const state = states[index];
    const sent = { recipientId, state: Submitted, at: noon + 1 };
    return state === undefined ? [] : [sent, { recipientId, state, at: noon + 2 }];
  });
  await store.outbox.advance(changes);
  return ids;
}

const balanceOf = async ({ accounts }: Pick<Store, "accounts">) => (await accounts.balances(42))[0]?.amount;

/** Refunds by operators. */
export function refundCases(subject: Subject): void {
  describe("a refund by an operator", () => {
    test("gives each message with a final state its share, once, with an entry of the ledger and of the audit log", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      const ids = await ended(store, "t", 3_001, [Delivered, Failed, undefined]);
      const [first = 0, second = 0, third = 0] = ids;
      const outcome = await store.desk.refund(
        { ...request, messages: [...ids, 7], reference: "complaint 7" },
        by,
        noon,
      );
      const refusals = [{ message: third, reason: "open" }];
      expect(outcome).toEqual({ kind: "done", refunded: [first, second], amount: 2_000, refusals });
      const reopened = await subject.reopen();
      expect(await balanceOf(reopened)).toBe(8_999);
      expect((await ledgerOf(reopened)).at(-1)).toMatchObject({
        ...{ reason: "refund", delta: 2_000, transactionId: "t", reference: "complaint 7" },
      });
      expect((await reopened.audit.entries(1))[0]).toMatchObject({
        ...{ action: "message refund", actor: by, after: { refunded: "2" } },
        subject: { customer: 42, messages: [first, second], reference: "complaint 7" },
      });
      expect((await reopened.desk.message(first))?.refunded).toBe(1);
      const again = await reopened.desk.refund({ ...request, messages: [first, second] }, by, noon);
      expect(again).toEqual({
        ...{ kind: "done", refunded: [], amount: 0 },
        refusals: [
          { message: first, reason: "done" },
          { message: second, reason: "done" },
        ],
      });
      await reopened.outbox.advance([{ recipientId: third, state: Delivered, at: noon + 3 }]);
      const last = await reopened.desk.refund({ ...request, messages: [third] }, by, noon);
      expect([last, await balanceOf(reopened)]).toMatchObject([{ amount: 1_001 }, 10_000]);
      expect((await ledgerOf(reopened)).at(-1)?.reference).toBe(`message ${third}`);
    });

    test("is not made of a message that the policy of its customer has refunded, nor of one without a charge", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await store.accounts.changeCustomer(42, { refunds: ["refused"] });
      const [failed = 0, delivered = 0] = await ended(store, "t", 2_000, [Failed, Delivered]);
      const [free = 0] = await ended(store, "free", 0, [Delivered]);
      expect(await store.desk.refund({ ...request, messages: [failed, delivered, free] }, by, noon)).toEqual({
        ...{ kind: "done", refunded: [delivered], amount: 1_000 },
        refusals: [
          { message: failed, reason: "done" },
          { message: free, reason: "free" },
        ],
      });
      expect(await balanceOf(store)).toBe(10_000);
    });

    test("is limited for an operator in 24 hours, also if several are made at once", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      const ids = await ended(store, "t", 4_000, [Delivered, Delivered, Delivered, Delivered]);
      const refund = (index: number, actor = by, at = noon) =>
        store.desk.refund({ ...request, messages: [ids[index] ?? 0], limit: 1_500 }, actor, at);
      const both = await Promise.all([refund(0), refund(1)]);
      expect(both.map(({ kind }) => kind).sort()).toEqual(["done", "overLimit"]);
      expect(both.find(({ kind }) => kind === "overLimit")).toEqual({
        kind: "overLimit",
        amount: 1_000,
        left: 500,
      });
      expect(await refund(2, { ...by, name: "bob" })).toMatchObject({ kind: "done" });
      const left = both[0].kind === "done" ? 1 : 0;
      expect(await refund(left, by, noon + refundPeriod - 1)).toMatchObject({ kind: "overLimit" });
      expect(await refund(left, by, noon + refundPeriod)).toMatchObject({ kind: "done", amount: 1_000 });
      expect(await balanceOf(store)).toBe(9_000);
    });

    test("of one transaction in parts adds up to its charge", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      const ids = await ended(store, "t", 1_000, [Delivered, Delivered, Delivered]);
      const refunds = await Promise.all(
        ids.map((id) => store.desk.refund({ ...request, messages: [id] }, by, noon)),
      );
      expect(refunds.map(({ amount }) => amount).sort()).toEqual([333, 333, 334]);
      expect(await balanceOf(store)).toBe(10_000);
    });
  });
}
