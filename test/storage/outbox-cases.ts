import { describe, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { detailsOf, noon, openAccount, recipientsOf, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { claimDue, giveBack, nextDue, type Outgoing } from "./claims.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const { Queued, Submitting, Submitted, Delivered, Expired } = RecipientState;

async function stateOf(
  { outbox }: Pick<Store, Outgoing>,
  transactionId: string,
): Promise<RecipientState | undefined> {
  return (await detailsOf(outbox, 42, transactionId))[0]?.state;
}

/** Claims the only due recipient. */
async function claimOne(store: Pick<Store, Outgoing>, now = noon): Promise<number> {
  const [claimed] = await claimDue(store, now, 10);
  if (claimed === undefined) throw new Error("nothing to claim");
  return claimed.id;
}

/** Delivery: claims, states, erasure, long lists. */
export function outboxCases(subject: Subject<Outgoing | "check" | "close">): void {
  describe("claim", () => {
    test("returns everything that a gateway needs", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await store.outbox.submit(submission("t1", { dataCoding: 0x18, parts: 2, text: "ß" }));
      expect(await claimDue(store, noon, 10)).toEqual([
        {
          id: expect.any(Number),
          transactionId: "t1",
          customerId: 42,
          phone: "12025550101",
          originator: "Shop",
          text: "ß",
          dataCoding: 0x18,
          parts: 2,
          attempt: 1,
          deferrals: 0,
          validUntil: noon + 1e12,
          uncertain: false,
          accepted: [],
          linkId: 1,
          policy: "hold",
          nextAt: noon,
        },
      ]);
      expect(await stateOf(store, "t1")).toBe(Submitting);
    });

    test("takes due recipients, earliest first, up to the limit, without refused ones", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      const refused = [{ phone: "1", state: RecipientState.InvalidNumber }];
      await outbox.submit(submission("later", { dueAt: noon + 100, refused }));
      await outbox.submit(submission("second", { dueAt: noon + 2, refused }));
      await outbox.submit(submission("first", { dueAt: noon + 1, refused }));
      const ids = async (now: number, limit: number): Promise<readonly string[]> =>
        (await claimDue(subject.store(), now, limit)).map(({ transactionId }) => transactionId);
      expect(await nextDue(subject.store())).toBe(noon + 1);
      expect(await ids(noon, 10)).toEqual([]);
      expect(await ids(noon + 50, 1)).toEqual(["first"]);
      expect(await nextDue(subject.store())).toBe(noon + 2);
      expect(await ids(noon + 50, 10)).toEqual(["second"]);
      expect(await nextDue(subject.store())).toBe(noon + 100);
    });

    test("returns a recipient again only after it was returned to the queue", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await store.outbox.submit(submission("t1"));
      const claimed = await claimDue(store, noon, 10);
      expect(await claimDue(store, noon + 1e9, 10)).toEqual([]);
      expect(await nextDue(store)).toBeUndefined();
      await giveBack(store, claimed, noon);
      expect(await nextDue(store)).toBe(noon);
      expect(await claimDue(store, noon, 10)).toMatchObject([{ attempt: 2, uncertain: false }]);
    });
  });

  describe("advance", () => {
    test.each([
      { name: "forward to the end", states: [Submitting, Submitted, Delivered], want: Delivered },
      { name: "a receipt before the answer", states: [Delivered, Submitted], want: Delivered },
      { name: "the first final state stays", states: [Submitted, Expired, Delivered], want: Expired },
      { name: "never back", states: [Submitted, Submitting, Queued], want: Submitted },
    ])("$name", async ({ states, want }) => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await store.outbox.submit(submission("t1"));
      const recipientId = await claimOne(store);
      for (const state of states)
        await store.outbox.advance([{ recipientId, state, at: noon + 1, error: "8" }]);
      expect(await stateOf(store, "t1")).toBe(want);
      expect((await store.outbox.statistics(42, "t1"))?.counts).toEqual([{ state: want, count: 1 }]);
    });

    test("takes several changes of one recipient, unknown ones and none at all", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await store.outbox.submit(submission("t1"));
      const recipientId = await claimOne(store);
      await store.outbox.advance([]);
      await store.outbox.advance([
        { recipientId: 999_999, state: Delivered, at: noon },
        { recipientId, state: Submitted, at: noon + 1 },
        { recipientId, state: Delivered, at: noon + 2 },
      ]);
      expect(await detailsOf(store.outbox, 42, "t1")).toEqual([
        { phone: "12025550101", state: Delivered, at: noon + 2 },
      ]);
      expect(await nextDue(store)).toBeUndefined();
    });

    test("counts and the first page of details show the same moment, whatever is written between", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await store.outbox.submit(submission("t1", { recipients: ["12025550101", "12025550102"] }));
      const [first] = await claimDue(store, noon, 1);
      const found = await store.outbox.details(42, "t1");
      await store.outbox.advance([{ recipientId: first?.id ?? 0, state: Delivered, at: noon + 1 }]);
      const recipients = found === undefined ? [] : await recipientsOf(found.pages);
      expect(recipients.map(({ state }) => state).sort()).toEqual([Queued, Submitting]);
      expect(found).toMatchObject({
        dueAt: noon,
        chargedAs: "SMS",
        counts: [
          { state: Queued, count: 1 },
          { state: Submitting, count: 1 },
        ],
      });
      expect(await store.outbox.details(43, "t1")).toBeUndefined();
    });

    test("submittedBefore lists recipients that wait for their receipt, longest first", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      const recipients = ["12025550101", "12025550102", "12025550103"];
      await outbox.submit(submission("t1", { recipients }));
      const ids = (await claimDue(subject.store(), noon, 10)).map(({ id }) => id);
      await outbox.advance(
        ids.map((recipientId, index) => ({ recipientId, state: Submitted, at: noon + 30 - index * 10 })),
      );
      const [a, b, c] = ids;
      expect(await outbox.submittedBefore(1, noon + 30, 10)).toEqual([{ id: c }, { id: b }]);
      expect(await outbox.submittedBefore(1, noon + 31, 1)).toEqual([{ id: c }]);
      await outbox.advance([{ recipientId: c ?? 0, state: Delivered, at: noon + 40 }]);
      expect(await outbox.submittedBefore(1, noon + 31, 10)).toEqual([{ id: b }, { id: a }]);
    });

    test("a hidden text is kept for the gateway until the last recipient is final", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      const recipients = ["12025550101", "12025550102"];
      await outbox.submit(submission("t1", { hidden: true, recipients, text: "secret" }));
      const [first, second] = await claimDue(subject.store(), noon, 10);
      await outbox.advance([{ recipientId: first?.id ?? 0, state: Delivered, at: noon }]);
      await giveBack(subject.store(), second === undefined ? [] : [second], noon);
      expect(await claimDue(subject.store(), noon + 1, 10)).toMatchObject([{ text: "secret" }]);
      await outbox.advance([{ recipientId: second?.id ?? 0, state: Delivered, at: noon }]);
      expect((await outbox.statistics(42, "t1"))?.counts).toEqual([{ state: Delivered, count: 2 }]);
    });
  });

  describe("a long list", () => {
    const recipients = Array.from(
      { length: 4_500 },
      (_, index) => `1202555${String(index).padStart(4, "0")}`,
    );
    const refused = [{ phone: "1", state: RecipientState.Blacklisted }];

    test("counts and shows all its recipients from the start, in order", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      await outbox.submit(submission("t1", { recipients, refused }));
      expect((await outbox.statistics(42, "t1"))?.counts).toEqual([
        { state: Queued, count: recipients.length },
        { state: RecipientState.Blacklisted, count: 1 },
      ]);
      const details = await detailsOf(outbox, 42, "t1");
      expect(details.map(({ phone }) => phone)).toEqual([...recipients, "1"]);
      expect(details.at(-1)).toEqual({ phone: "1", state: RecipientState.Blacklisted, at: noon });
    });

    test("becomes claimable to the last one, across a restart, each once", async () => {
      await openAccount(subject.store(), { credit: 9000 });
      await subject.store().outbox.submit(submission("t1", { recipients, refused }));
      await subject.reopen();
      const phones: string[] = [];
      while (phones.length < recipients.length) {
        phones.push(...(await claimDue(subject.store(), noon, 500)).map(({ phone }) => phone));
      }
      expect(phones).toEqual(recipients);
      expect(await claimDue(subject.store(), noon, 500)).toEqual([]);
    });
  });

  describe("open and close", () => {
    test("check resolves while open; afterwards every call is refused, and closing again is harmless", async () => {
      const store = subject.store();
      await store.check();
      await store.close();
      await store.close();
      await expect(store.outbox.submit(submission("t1"))).rejects.toMatchObject({ code: "closed" });
      await subject.reopen();
    });

    test("closing completes accepted calls", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const submitted = store.outbox.submit(submission("t1"));
      const { outbox } = await subject.reopen();
      expect(await submitted).toMatchObject({ kind: "accepted" });
      expect(await outbox.statistics(42, "t1")).toBeDefined();
    });
  });
}
