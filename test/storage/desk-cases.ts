import { describe, expect, test } from "@jest/globals";
import type { Actor } from "#server/domain/audit.js";
import { everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Queued, Submitting, Submitted, Deleted } = RecipientState;

const by: Actor = { name: "ann", source: "command line" };

const balanceOf = async ({ accounts }: Pick<Store, "accounts">) =>
  (await accounts.balances(42)).find(({ kind }) => kind === "SMS")?.amount;

const statesOf = async ({ outbox }: Pick<Store, "outbox">, transaction = "t") =>
  (await detailsOf(outbox, 42, transaction)).map(({ state }) => state);

/** Single messages for operators, and the audit log. */
export function deskCases(subject: Subject): void {
  describe("a message", () => {
    test("has its parts and their receipts", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9_000 });
      await store.outbox.submit(submission("t"));
      const [claimed] = await claimDue(store, noon, 1);
      const id = claimed?.id ?? 0;
      expect(await store.desk.message(id)).toMatchObject({
        state: Submitting,
        claimed: 1,
        attempts: 1,
        sentParts: [],
      });
      const accepted = [{ part: 1, messageId: "00A1" }];
      const end = { kind: "submitted" } as const;
      const linkId = claimed?.linkId ?? 0;
      await store.delivery.settle([{ owner, recipientId: id, linkId, at: noon + 5, accepted, end }]);
      const reopened = await subject.reopen();
      expect(await reopened.desk.message(id)).toMatchObject({
        ...{ id, transactionId: "t", customerId: 42, user: "Ann", phone: "12025550101", state: Submitted },
        sentParts: [
          { part: 1, network: "test", messageId: "a1", state: Submitted, at: noon + 5, error: null },
        ],
        contradictions: [],
        refunds: [],
      });
      expect(await reopened.desk.message(id + 1)).toBeUndefined();
    });
  });

  describe("cancelling", () => {
    const three = { recipients: ["12025550101", "12025550102", "12025550103"] };

    test("ends waiting messages, refunds them and records it, all in one commit", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      const later = { ...three, dueAt: noon + 3_600_000, charge: { kind: "SMS" as const, amount: 3_000 } };
      await store.outbox.submit(submission("t", later));
      const [first] = await store.desk.candidates({ kind: "transaction", id: "t" }, undefined, 1);
      const id = first?.id ?? 0;
      expect(await store.desk.cancel({ kind: "message", id }, 9, by, noon)).toEqual({
        ...{ kind: "done", cancelled: 1, refunded: 1_000, more: false },
      });
      expect(await store.desk.cancel({ kind: "message", id }, 9, by, noon)).toMatchObject({
        cancelled: 0,
        refunded: 0,
      });
      const reopened = await subject.reopen();
      expect([await statesOf(reopened), await balanceOf(reopened)]).toEqual([
        [Queued, Queued, Deleted],
        8_000,
      ]);
      expect((await reopened.outbox.statistics(42, "t"))?.counts).toEqual([
        { state: Queued, count: 2 },
        { state: Deleted, count: 1 },
      ]);
      expect((await reopened.desk.message(id))?.refunds).toMatchObject([
        { at: noon, amount: 1_000, balance: 8_000 },
      ]);
      expect(await reopened.audit.entries(9)).toEqual([
        {
          ...{ id: 1, at: noon, actor: by, action: "message cancel" },
          subject: { customer: 42, transaction: "t", messages: [id] },
          before: { status: "SMSC_DEFERRED" },
          after: { status: "SMSC_DELETED", refunded: "1" },
        },
      ]);
    });

    test("goes through a transaction in steps; what is in flight stays", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await store.outbox.submit(submission("t", { ...three, charge: { kind: "SMS", amount: 3_000 } }));
      await claimDue(store, noon, 1);
      const target = { kind: "transaction", id: "t" } as const;
      expect(await store.desk.cancel(target, 1, by, noon)).toMatchObject({
        cancelled: 1,
        refunded: 1_000,
        more: true,
      });
      expect(await store.desk.cancel(target, 9, by, noon)).toMatchObject({
        cancelled: 1,
        refunded: 1_000,
        more: false,
      });
      expect([await statesOf(store), await balanceOf(store)]).toEqual([
        [Submitting, Deleted, Deleted],
        9_000,
      ]);
      expect(await claimDue(store, noon + 1, 9)).toEqual([]);
    });

    test("does not refund what a network may have", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await store.outbox.submit(submission("t", { charge: { kind: "SMS", amount: 1_000 } }));
      const [claimed] = await claimDue(store, noon, 1);
      await store.delivery.disown(owner);
      await store.delivery.own({
        owner: "next",
        now: noon + 60_001,
        until: noon + 90_000,
        reports: [],
        wanted: [],
      });
      const id = claimed?.id ?? 0;
      expect(await store.desk.cancel({ kind: "message", id }, 9, by, noon)).toMatchObject({ cancelled: 0 });
      await store.links.resolve([id], "resend", noon);
      expect(await store.desk.cancel({ kind: "message", id }, 9, by, noon)).toMatchObject({
        cancelled: 1,
        refunded: 0,
      });
      expect(await balanceOf(store)).toBe(9_000);
    });

    test("leaves a campaign, which is stopped as a whole", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await store.locations.add({ name: "Station", description: "" }, noon);
      await store.campaigns.start({
        submission: submission("c", { recipients: [], charge: { kind: "SMS", amount: 4_000 } }),
        schedule: { startAt: noon, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
        ...{ locations: [{ location: 1, limit: 4 }], recipientLimit: 4 },
      });
      expect(await store.desk.cancel({ kind: "transaction", id: "c" }, 9, by, noon)).toEqual({
        kind: "campaign",
      });
      expect(await balanceOf(store)).toBe(6_000);
    });

    test("a message has one open copy, also of its copies, however many resend it at once", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await store.outbox.submit(submission("t", { dueAt: noon + 9_000 }));
      const id = (await store.desk.candidates({ kind: "transaction", id: "t" }, undefined, 1))[0]?.id ?? 0;
      await store.desk.cancel({ kind: "message", id }, 9, by, noon);
      const copies = await Promise.all(
        ["c1", "c2", "c3"].map((each) => store.desk.resend(id, each, by, noon + 5)),
      );
      expect(copies.map(({ kind }) => kind).sort()).toEqual(["done", "refused", "refused"]);
      const first = copies.find(({ kind }) => kind === "done");
      const copy = first?.kind === "done" ? first.id : 0;
      await store.desk.cancel({ kind: "message", id: copy }, 9, by, noon + 6);
      expect(await store.desk.resend(copy, "c4", by, noon + 7)).toMatchObject({ kind: "done" });
      expect(await store.desk.resend(id, "c5", by, noon + 8)).toEqual({
        kind: "refused",
        reason: "copyOpen",
      });
      const copiesOf = async (message: number) => (await store.desk.message(message))?.copies;
      expect(await copiesOf(id)).toMatchObject([{ id: copy }, { state: Queued }]);
      expect(await copiesOf(copy)).toEqual(await copiesOf(id));
    });

    test("refuses what does not exist", async () => {
      const store = subject.store();
      expect(await store.desk.cancel({ kind: "message", id: 1 }, 9, by, noon)).toEqual({ kind: "unknown" });
      expect(await store.desk.cancel({ kind: "transaction", id: "t" }, 9, by, noon)).toEqual({
        kind: "unknown",
      });
      expect(await store.audit.entries(9)).toEqual([]);
    });
  });

  describe("sending again", () => {
    test("makes a new transaction of the same content, due now, without a charge", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      const charge = { kind: "SMS", amount: 1_000 } as const;
      const body = {
        kind: "binary",
        header: Uint8Array.of(5, 0),
        body: Uint8Array.of(1, 2),
        esmClass: 64,
        protocolId: 1,
      } as const;
      await store.outbox.submit(
        submission("t", { charge, body, text: "", dataCoding: 4, dueAt: noon + 9_000 }),
      );
      const id = (await store.desk.candidates({ kind: "transaction", id: "t" }, undefined, 1))[0]?.id ?? 0;
      expect(await store.desk.resend(id, "again", by, noon)).toEqual({ kind: "refused", reason: "waiting" });
      await store.desk.cancel({ kind: "message", id }, 9, by, noon);
      const outcome = await store.desk.resend(id, "again", by, noon + 5);
      const resent = outcome.kind === "done" ? outcome.id : 0;
      expect(await store.desk.message(resent)).toMatchObject({
        ...{
          transactionId: "again",
          customerId: 42,
          user: "Ann",
          originator: "Shop",
          phone: "12025550101",
          state: Queued,
        },
        ...{ charge: 0, kind: "binary", dueAt: noon + 5, createdAt: noon + 5 },
      });
      expect([await statesOf(store), await statesOf(store, "again"), await balanceOf(store)]).toEqual([
        [Deleted],
        [Queued],
        10_000,
      ]);
      expect((await store.audit.entries(1))[0]).toMatchObject({
        ...{ actor: by, action: "message resend", subject: { message: id } },
        after: { transaction: "again", message: resent },
      });
      const copyOpen = { kind: "refused", reason: "copyOpen" };
      expect(await store.desk.resend(id, "third", by, noon + 5)).toEqual(copyOpen);
      const [claimed] = await claimDue(await subject.reopen(), noon + 5, 9);
      expect(claimed).toMatchObject({ id: resent, transactionId: "again", dataCoding: 4, body, parts: 1 });
    });

    test("refuses what does not exist", async () => {
      const store = subject.store();
      expect(await store.desk.resend(7, "again", by, noon)).toEqual({ kind: "unknown" });
      expect(await store.audit.entries(9)).toEqual([]);
    });
  });

  test("a form of the console makes one change: a repeat is rolled back, a refused one leaves no entry", async () => {
    const store = subject.store();
    await openAccount(store, { credit: 10_000 });
    const once = { ...by, form: "a".repeat(43) };
    const add = (form: Actor, amount: number) =>
      store
        .recording({ at: noon, actor: form, action: "credit add", subject: { customer: 42 } })
        .accounts.addCredit(42, "SMS", amount, noon);
    expect(await add(once, -20_000)).toEqual({ ok: false, reason: "insufficient" });
    expect([await store.audit.hasForm(once.form), (await store.audit.entries(9)).length]).toEqual([false, 0]);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => add(once, 500)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "repeated" });
    expect(await balanceOf(store)).toBe(10_500);
    expect(await store.audit.hasForm(once.form)).toBe(true);
    expect(await store.audit.entries(9)).toMatchObject([
      { actor: by, action: "credit add", after: { balance: "10.5" } },
    ]);
    await add(by, 500);
    await add(by, 500);
    expect(await balanceOf(store)).toBe(11_500);
  });

  test("the audit log returns entries, latest first, in pages", async () => {
    const store = subject.store();
    for (const at of [noon, noon + 1, noon + 2])
      await store.audit.add({ at, actor: by, action: "message find", subject: { number: "1", at } });
    const reopened = await subject.reopen();
    const found = await reopened.audit.entries(2);
    expect(found.map(({ at }) => at)).toEqual([noon + 2, noon + 1]);
    expect(found[0]).toMatchObject({
      actor: by,
      action: "message find",
      subject: { number: "1", at: noon + 2 },
    });
    expect((await reopened.audit.entries(2, found[1]?.id)).map(({ at }) => at)).toEqual([noon]);
  });
}
