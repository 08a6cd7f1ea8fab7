import { describe, expect, test } from "@jest/globals";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
import type { Settlement } from "#server/domain/delivery/claiming/claim.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner, type Outgoing } from "./claims.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const { Queued, Submitted, Enroute, Accepted, Delivered, Undeliverable, Expired, Unknown } = RecipientState;

async function report(
  { delivery }: Pick<Store, Outgoing>,
  state: PartState,
  at = noon + 5,
): Promise<readonly string[]> {
  const receipt = { linkId: 1, messageId: "1a", keys: ["1a"], phone: "12025550101", code: undefined };
  return delivery.receipts([{ ...receipt, state, at }]);
}

/** Claims the message of an account of its own. */
async function claimed(store: Pick<Store, Outgoing>, hidden = false): Promise<number> {
  await openAccount(store, { credit: 9000 });
  await store.outbox.submit(submission("t1", { recipients: ["12025550101"], hidden }));
  return (await claimDue(store, noon, 1))[0]?.id ?? 0;
}

async function answer({ delivery }: Pick<Store, Outgoing>, recipientId: number): Promise<void> {
  const accepted: Settlement["accepted"] = [{ part: 1, messageId: "1a" }];
  const end = { kind: "submitted" } as const;
  await delivery.settle([{ owner, recipientId, linkId: 1, at: noon, accepted, end }]);
}

/** The counts that GetSmsStatus reads agree with the recipients. */
async function stateOf({ outbox }: Pick<Store, Outgoing>): Promise<RecipientState | undefined> {
  const counts = (await outbox.statistics(42, "t1"))?.counts;
  const [recipient] = await detailsOf(outbox, 42, "t1");
  expect(counts).toEqual([{ state: recipient?.state, count: 1 }]);
  return recipient?.state;
}

/** The state of the only part of the message, as operators see it. */
const partOf = async ({ desk }: Pick<Store, "desk">, id: number): Promise<RecipientState | undefined> =>
  (await desk.message(id))?.sentParts[0]?.state;

const withoutReceipt = async ({ links }: Pick<Store, Outgoing>): Promise<number> =>
  (await links.queues()).reduce((sum, queue) => sum + queue.withoutReceipt, 0);

/** The states that interim receipts report. */
export function interimCases(subject: Subject<Outgoing | "retention" | "desk">): void {
  describe("an interim receipt", () => {
    test("moves a message on, never back, and the final one ends it", async () => {
      const store = subject.store();
      const id = await claimed(store);
      await answer(store, id);
      const steps = [
        { state: Enroute, effect: "changes", want: Enroute },
        { state: Submitted, effect: "repeats", want: Enroute },
        { state: Accepted, effect: "changes", want: Accepted },
        { state: Enroute, effect: "repeats", want: Accepted },
        { state: Undeliverable, effect: "changes", want: Undeliverable },
        { state: Accepted, effect: "repeats", want: Undeliverable },
      ] as const;
      for (const { state, effect, want } of steps) {
        expect(await report(store, state)).toEqual([effect]);
        expect([await stateOf(store), await partOf(store, id)]).toEqual([want, want]);
      }
      expect(await stateOf(await subject.reopen())).toBe(Undeliverable);
      expect(await subject.store().links.contradictions(9)).toEqual([]);
      expect(await report(subject.store(), Delivered)).toEqual(["contradicts"]);
      expect(await subject.store().links.contradictions(9)).toMatchObject([
        { state: Undeliverable, reported: Delivered },
      ]);
    });

    test("that comes after all is applied: the part of the message was unknown with it", async () => {
      const store = subject.store();
      const id = await claimed(store);
      await answer(store, id);
      const late = noon + 9e8;
      expect(await store.delivery.giveUp(late, late, 9)).toBe(1);
      expect([await stateOf(store), await partOf(store, id)]).toEqual([Unknown, Unknown]);
      expect(await report(store, Delivered, late + 1)).toEqual(["changes"]);
      expect([await stateOf(store), await partOf(store, id)]).toEqual([Delivered, Delivered]);
    });

    test.each([
      { early: [Enroute], want: Enroute },
      { early: [Accepted, Enroute], want: Accepted },
      { early: [Enroute, Delivered, Accepted], want: Delivered },
      { early: [Expired, Delivered], want: Delivered },
    ] as const)("before the response is applied with it: $early makes $want", async ({ early, want }) => {
      const store = subject.store();
      const id = await claimed(store);
      for (const state of early) expect(await report(store, state)).toEqual(["unmatched"]);
      await answer(store, id);
      expect(await stateOf(store)).toBe(want);
    });

    test.each([Enroute, Accepted] as const)(
      "leaves the message without a final one: state %i, which fails after the time since the response",
      async (state) => {
        const store = subject.store();
        await answer(store, await claimed(store));
        await report(store, state, noon + 900);
        expect(await withoutReceipt(store)).toBe(1);
        expect(await store.delivery.giveUp(noon, noon + 1_000, 9)).toBe(0);
        expect(await store.delivery.giveUp(noon + 1, noon + 1_000, 9)).toBe(1);
        expect(await stateOf(store)).toBe(Unknown);
        expect(await withoutReceipt(store)).toBe(0);
        expect(await report(store, Delivered)).toEqual(["changes"]);
        expect(await stateOf(store)).toBe(Delivered);
      },
    );

    test.each([Enroute, Accepted] as const)(
      "leaves a message that is neither purged nor claimed, nor its text erased: state %i",
      async (state) => {
        const store = subject.store();
        await answer(store, await claimed(store, true));
        await report(store, state);
        await store.retention.purgeTransactions(0, noon + 9e8, 9);
        expect(await stateOf(store)).toBe(state);
        expect(await claimDue(store, noon + 1e6, 9)).toEqual([]);
        await report(store, Delivered);
        await store.retention.purgeTransactions(0, noon + 9e8, 9);
        expect(await store.outbox.statistics(42, "t1")).toBeUndefined();
      },
    );

    test("before a response that never arrives does not change a message that is queued again", async () => {
      const store = subject.store();
      const id = await claimed(store);
      await report(store, Enroute);
      const end = { kind: "queued", nextAt: noon, linkId: 1, counts: "attempt" } as const;
      const again = { ...end, uncertain: false, code: undefined };
      await store.delivery.settle([
        { owner, recipientId: id, linkId: 1, at: noon, accepted: [], end: again },
      ]);
      expect(await stateOf(store)).toBe(Queued);
    });
  });
}
