import { describe, expect, test } from "@jest/globals";
import { everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { Store } from "#server/ports/store.js";
import { claimDue } from "./claims.js";
import { allOf, detailsOf, noon, openAccount, submission, ledgerOf } from "./fixtures.js";
import type { Subject } from "./suite.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const day = 24 * 3_600_000;

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(12_025_550_000 + index));

/** Gives everything that is due a final state. */
async function deliverAll(store: Store): Promise<void> {
  for (;;) {
    const claimed = await claimDue(store, noon, 1000);
    if (claimed.length === 0) return;
    const state = RecipientState.Delivered;
    await store.outbox.advance(claimed.map(({ id }) => ({ recipientId: id, state, at: noon })));
  }
}

async function purge({ retention }: Store, before: number, limit: number): Promise<number> {
  let calls = 1;
  let place = await retention.purgeTransactions(0, before, limit);
  for (; place !== undefined; calls++) place = await retention.purgeTransactions(place, before, limit);
  return calls;
}

const isKnown = async ({ outbox }: Store, id: string): Promise<boolean> => {
  const [counts, rows] = [await outbox.statistics(42, id), await detailsOf(outbox, 42, id)];
  expect(rows.length > 0).toBe(counts !== undefined);
  return counts !== undefined;
};

/** Data that is deleted after its retention, and data that never is. */
export function retentionCases(subject: Subject): void {
  describe("retention", () => {
    const binary = {
      kind: "binary",
      header: Uint8Array.of(),
      body: Uint8Array.of(1),
      esmClass: 0,
      protocolId: 0,
    };
    const wishes = { expiresAt: undefined, priority: "High", deliveryReport: false };
    const part = { contentType: "image/png", contentId: "", body: Uint8Array.of(1) };
    const table: readonly {
      name: string;
      change: Partial<Submission>;
      delivered?: boolean;
      gone: boolean;
    }[] = [
      { name: "delivered", change: {}, gone: true },
      { name: "to many", change: { recipients: numbers(7) }, gone: true },
      { name: "binary", change: { body: binary as Submission["body"] }, gone: true },
      {
        name: "MMS",
        change: { body: { kind: "mms", parts: [part], wishes } as Submission["body"] },
        gone: true,
      },
      {
        name: "all refused",
        change: { recipients: [], refused: [{ phone: "1", state: RecipientState.InvalidNumber }] },
        gone: true,
      },
      { name: "queued", change: {}, delivered: false, gone: false },
      { name: "deferred", change: { dueAt: noon + 2 * day }, gone: false },
      { name: "in blocks", change: { recipients: numbers(2001) }, delivered: false, gone: false },
      { name: "young", change: { at: noon + day, dueAt: noon + day }, gone: false },
    ];
    test.each(table)("a message $name: forgotten $gone", async ({ change, delivered = true, gone }) => {
      const store = subject.store();
      await openAccount(store, { credit: 50_000 });
      await store.outbox.submit(submission("t1", change));
      if (delivered) await deliverAll(store);
      await purge(store, noon + day, 3);
      expect(await isKnown(store, "t1")).toBe(!gone);
      const reopened = await subject.reopen();
      expect(await isKnown(reopened, "t1")).toBe(!gone);
      expect(await ledgerOf(reopened, 42)).toHaveLength(2);
      expect(await reopened.outbox.mmsParts("t1")).toEqual([]);
      expect(await reopened.outbox.submit(submission("t2"))).toMatchObject({ kind: "accepted" });
    });

    test("deletes in steps, past remaining transactions, up to the age limit", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 50_000 });
      for (const [index, id] of ["a", "b", "c", "d", "e"].entries()) {
        const at = noon + Math.floor(index / 4) * day;
        const dueAt = id === "b" ? noon + 5 * day : at;
        await store.outbox.submit(submission(id, { recipients: numbers(5), at, dueAt }));
      }
      await deliverAll(store);
      expect(await purge(store, noon + day, 2)).toBeGreaterThan(6);
      const known = [];
      for (const id of ["a", "b", "c", "d", "e"]) if (await isKnown(store, id)) known.push(id);
      expect(known).toEqual(["b", "e"]);
    });

    test("a message that is half deleted is unknown, and goes with the next round", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 50_000 });
      await store.outbox.submit(submission("a", { recipients: numbers(9) }));
      await deliverAll(store);
      await store.retention.purgeTransactions(0, noon + day, 4);
      expect(await isKnown(store, "a")).toBe(false);
      const reopened = await subject.reopen();
      expect(await isKnown(reopened, "a")).toBe(false);
      await purge(reopened, noon + day, 4);
      const again = submission("a", { at: noon + day });
      expect(await reopened.outbox.submit(again)).toMatchObject({ kind: "accepted" });
    });

    test("campaigns go when they are settled", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 50_000 });
      await store.locations.add({ name: "Station", description: "" }, noon);
      await store.locations.addAudience(1, numbers(6));
      const schedule = { startAt: noon, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" };
      for (const id of ["c1", "c2"]) {
        const message = submission(id, { recipients: [], charge: { kind: "SMS", amount: 6000 } });
        const locations = [{ location: 1, limit: 6 }];
        await store.campaigns.start({ submission: message, schedule, locations, recipientLimit: 6 });
      }
      const position = { status: "Running", completion: "NotYetCompleted", completedAt: undefined } as const;
      await store.campaigns.move(1, "Pending", position, noon);
      const slice = await store.campaigns.audience(1, 10);
      if (slice !== undefined) await store.campaigns.take(1, slice, noon);
      await deliverAll(store);
      await purge(store, noon + day, 4);
      expect((await store.campaigns.list()).map(({ id }) => id)).toEqual([1, 2]);
      const over = { status: "Completed", completion: "StoppedByUser", completedAt: noon } as const;
      await store.campaigns.move(1, "Running", over, noon);
      await store.campaigns.settle(1, noon);
      await purge(store, noon + day, 4);
      expect((await store.campaigns.list()).map(({ id }) => id)).toEqual([2]);
    });

    test("inboxes lose old messages, and their counts are correct", async () => {
      const store = subject.store();
      await openAccount(store);
      for (const at of [noon, noon, noon + day, noon + day]) {
        await store.inbox.add({ customerId: 42, from: "1", to: "2", text: "Hi", at });
      }
      await allOf(store.inbox.fetch(42, [1]));
      const rounds = [];
      while (await store.retention.purgeInbox(noon + day, 1)) rounds.push(await store.inbox.counts(42));
      expect(rounds).toEqual([
        { unread: 3, total: 3 },
        { unread: 2, total: 2 },
      ]);
      expect((await allOf(store.inbox.list(42, "all"))).map(({ id }) => id)).toEqual([3, 4]);
    });

    test("texts, octets and pictures of old finished messages are erased, and the messages stay", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 50_000 });
      await store.outbox.submit(submission("text"));
      await store.outbox.submit(submission("binary", { body: binary as Submission["body"] }));
      const mms = { kind: "mms", parts: [part], wishes } as Submission["body"];
      await store.outbox.submit(submission("mms", { body: mms }));
      await deliverAll(store);
      await store.outbox.submit(submission("queued"));
      await store.outbox.submit(submission("young", { at: noon + day, dueAt: noon + day }));
      let place: number | undefined = 0;
      do place = await store.retention.eraseTexts(place, noon + day, 2);
      while (place !== undefined);
      const found = await store.desk.candidates({ kind: "time", until: undefined }, undefined, 9);
      const texts = await Promise.all(
        found.map(async ({ id, transactionId }) => {
          const message = await store.desk.message(id);
          return [transactionId, message?.text, message?.hidden];
        }),
      );
      expect(texts.sort()).toEqual([
        ["binary", "", true],
        ["mms", "", true],
        ["queued", "Hello", false],
        ["text", "", true],
        ["young", "Hello", false],
      ]);
      expect((await store.outbox.mmsParts("mms")).map(({ body }) => body.length)).toEqual([0]);
      expect(await ledgerOf(store, 42)).toHaveLength(6);
    });

    test("entries of the audit log go when they are old", async () => {
      const store = subject.store();
      const actor = { name: "ann", source: "command line" };
      for (const at of [noon, noon + 1, noon + day])
        await store.audit.add({ at, actor, action: "message find", subject: {} });
      expect(await store.retention.purgeAudit(noon + day, 1)).toBe(true);
      expect(await store.retention.purgeAudit(noon + day, 5)).toBe(false);
      expect((await store.audit.entries(9)).map(({ at }) => at)).toEqual([noon + day]);
    });

    test("client transactions go when they are forgotten", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 50_000 });
      for (const id of ["a", "b", "c"]) {
        const clientTransaction = { id, contentHash: "h", keepFor: id === "c" ? day : 1 };
        await store.outbox.submit(submission(id, { clientTransaction }));
      }
      expect(await store.retention.purgeClientTransactions(noon + 1, 1)).toBe(true);
      expect(await store.retention.purgeClientTransactions(noon + 1, 5)).toBe(false);
      const ask = (id: string) => store.outbox.answered(42, { id, contentHash: "h", keepFor: 1 }, noon);
      expect([await ask("a"), await ask("b")]).toEqual([undefined, undefined]);
      expect(await ask("c")).toMatchObject({ kind: "repeated" });
    });
  });
}
