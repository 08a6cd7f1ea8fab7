import { describe, expect, test } from "@jest/globals";
import { RecipientState, type Store } from "../../server/ports/store.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Queued, Claimed, Submitting, Submitted, Delivered, Expired } = RecipientState;

async function stateOf({ outbox }: Store, transactionId: string): Promise<RecipientState | undefined> {
  return (await outbox.details(42, transactionId))[0]?.state;
}

/** Claims the only due recipient. */
async function claimOne({ outbox }: Store, now = noon): Promise<number> {
  const [claimed] = await outbox.claim("w", now, now + 60_000, 10);
  if (claimed === undefined) throw new Error("nothing to claim");
  return claimed.id;
}

/** Delivery: claims, states, erasure, long lists. */
export function outboxCases(subject: Subject): void {
  describe("claim", () => {
    test("gives everything a gateway needs", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await store.outbox.submit(submission("t1", { dataCoding: 0x18, parts: 2, text: "ß" }));
      expect(await store.outbox.claim("w", noon, noon + 1, 10)).toEqual([
        {
          id: expect.any(Number),
          transactionId: "t1",
          customerId: 42,
          phone: "12025550101",
          originator: "Shop",
          text: "ß",
          dataCoding: 0x18,
          parts: 2,
          attempts: 1,
          uncertain: false,
        },
      ]);
      expect(await stateOf(store, "t1")).toBe(Claimed);
    });

    test("takes what is due, earliest first, up to the limit, not what is refused", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      const refused = [{ phone: "1", state: RecipientState.InvalidNumber }];
      await outbox.submit(submission("later", { dueAt: noon + 100, refused }));
      await outbox.submit(submission("second", { dueAt: noon + 2, refused }));
      await outbox.submit(submission("first", { dueAt: noon + 1, refused }));
      const ids = async (now: number, limit: number): Promise<readonly string[]> =>
        (await outbox.claim("w", now, now + 1000, limit)).map(({ transactionId }) => transactionId);
      expect(await outbox.nextDue()).toBe(noon + 1);
      expect(await ids(noon, 10)).toEqual([]);
      expect(await ids(noon + 50, 1)).toEqual(["first"]);
      expect(await outbox.nextDue()).toBe(noon + 2);
      expect(await ids(noon + 50, 10)).toEqual(["second"]);
      expect(await outbox.nextDue()).toBe(noon + 100);
    });

    test("gives a recipient again only when its lease has run out", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      await outbox.submit(submission("t1"));
      await outbox.claim("one", noon, noon + 1000, 10);
      expect(await outbox.claim("two", noon + 999, noon + 2000, 10)).toEqual([]);
      expect(await outbox.nextDue()).toBe(noon + 1000);
      const again = await outbox.claim("two", noon + 1000, noon + 2000, 10);
      expect(again).toMatchObject([{ attempts: 2, uncertain: false }]);
    });

    test("says when an earlier worker may have handed it over", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      await outbox.submit(submission("t1"));
      const recipientId = await claimOne(subject.store());
      await outbox.advance([{ recipientId, state: Submitting, at: noon }]);
      const after = await (await subject.reopen()).outbox.claim("two", noon + 60_000, noon + 61_000, 10);
      expect(after).toMatchObject([{ id: recipientId, attempts: 2, uncertain: true }]);
      const later = await subject.store().outbox.claim("three", noon + 61_000, noon + 62_000, 10);
      expect(later).toMatchObject([{ attempts: 3, uncertain: true }]);
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
      expect(await store.outbox.details(42, "t1")).toEqual([
        { phone: "12025550101", state: Delivered, at: noon + 2 },
      ]);
      expect(await store.outbox.nextDue()).toBeUndefined();
    });

    test("submittedBefore lists what waits for its receipt, longest first", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      const recipients = ["12025550101", "12025550102", "12025550103"];
      await outbox.submit(submission("t1", { recipients }));
      const ids = (await outbox.claim("w", noon, noon + 1, 10)).map(({ id }) => id);
      await outbox.advance(
        ids.map((recipientId, index) => ({ recipientId, state: Submitted, at: noon + 30 - index * 10 })),
      );
      const [a, b, c] = ids;
      expect(await outbox.submittedBefore(noon + 30, 10)).toEqual([{ id: c }, { id: b }]);
      expect(await outbox.submittedBefore(noon + 31, 1)).toEqual([{ id: c }]);
      await outbox.advance([{ recipientId: c ?? 0, state: Delivered, at: noon + 40 }]);
      expect(await outbox.submittedBefore(noon + 31, 10)).toEqual([{ id: b }, { id: a }]);
    });

    test("a hidden text is kept for the gateway until the last recipient is final", async () => {
      const { outbox } = subject.store();
      await openAccount(subject.store(), { credit: 9000 });
      const recipients = ["12025550101", "12025550102"];
      await outbox.submit(submission("t1", { hidden: true, recipients, text: "secret" }));
      const [first, second] = await outbox.claim("w", noon, noon + 1, 10);
      await outbox.advance([{ recipientId: first?.id ?? 0, state: Delivered, at: noon }]);
      expect(await outbox.claim("w", noon + 1, noon + 2, 10)).toMatchObject([{ text: "secret" }]);
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
      const details = await outbox.details(42, "t1");
      expect(details.map(({ phone }) => phone)).toEqual([...recipients, "1"]);
      expect(details.at(-1)).toEqual({ phone: "1", state: RecipientState.Blacklisted, at: noon });
    });

    test("becomes claimable to the last one, across a restart, each once", async () => {
      await openAccount(subject.store(), { credit: 9000 });
      await subject.store().outbox.submit(submission("t1", { recipients, refused }));
      const { outbox } = await subject.reopen();
      const phones: string[] = [];
      while (phones.length < recipients.length) {
        phones.push(...(await outbox.claim("w", noon, noon + 1, 500)).map(({ phone }) => phone));
      }
      expect(phones).toEqual(recipients);
      expect(await outbox.claim("w", noon, noon + 1, 500)).toEqual([]);
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

    test("closing finishes what was accepted", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const submitted = store.outbox.submit(submission("t1"));
      const { outbox } = await subject.reopen();
      expect(await submitted).toMatchObject({ kind: "accepted" });
      expect(await outbox.statistics(42, "t1")).toBeDefined();
    });
  });
}
