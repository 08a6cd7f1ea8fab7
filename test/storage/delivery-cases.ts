import { describe, expect, test } from "@jest/globals";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import type { LinkReceipt } from "#server/domain/delivery/claiming/claim.js";
import type { NewRoute } from "#server/domain/delivery/routing/link.js";
import type { Store } from "#server/ports/store.js";
import { addLink, claimDue, owner, type Outgoing } from "./claims.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const { Queued, Submitting, Submitted, Delivered, Expired, Unknown, Failed } = RecipientState;

/** Accepts one message and claims it; returns its id. */
async function underWay(
  store: Pick<Store, Outgoing>,
  phone = "12025550101",
  transactionId = "t1",
): Promise<number> {
  await store.outbox.submit(submission(transactionId, { recipients: [phone] }));
  return (await claimDue(store, noon, 1))[0]?.id ?? 0;
}

async function settle(
  { delivery }: Pick<Store, Outgoing>,
  recipientId: number,
  end: SettlementEnd,
  messageId?: string,
  by = owner,
): ReturnType<Store["delivery"]["settle"]> {
  const accepted = messageId === undefined ? [] : [{ part: 1, messageId }];
  return delivery.settle([{ owner: by, recipientId, linkId: 1, at: noon, accepted, end }]);
}

const receipt = (messageId: string, keys: readonly string[], phone = "12025550101"): LinkReceipt => ({
  ...{ linkId: 1, messageId, keys, phone, state: Delivered, at: noon + 5, code: "000" },
});

const stateOf = async ({ outbox }: Pick<Store, Outgoing>, transactionId = "t1") =>
  (await detailsOf(outbox, 42, transactionId))[0]?.state;

/** Begins or renews a lease; returns whether the worker has the slots of every link. */
const lease = async ({ delivery, links }: Pick<Store, Outgoing>, by: string): Promise<boolean> => {
  const wanted = (await links.links()).map(({ id }) => ({ linkId: id, slots: 1, used: 1 }));
  const holding = await delivery.own({ owner: by, now: noon, until: noon + 60_000, reports: [], wanted });
  if (holding === undefined) return false;
  return holding.kind === "all" || holding.shares.every(({ held }) => held === 1);
};

/** The next worker, after the one before has ended its lease. */
const takeOver = async (store: Pick<Store, Outgoing>, by: string): Promise<boolean> => {
  await store.delivery.disown(owner);
  return lease(store, by);
};

/** Ownership of delivery, settlements, receipts, links and routes. */
export function deliveryCases(subject: Subject<Outgoing>): void {
  describe("delivery", () => {
    test("belongs to one worker until its lease is released", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await underWay(store);
      expect(await lease(store, "other")).toBe(false);
      const links = [{ linkId: 1, up: true, free: 9 }];
      await store.outbox.submit(submission("t2"));
      expect(await store.delivery.claim({ owner: "other", now: noon, validity: 1e9, links })).toEqual([]);
      expect(await lease(store, owner)).toBe(true);
      for (const by of [owner, "other"]) await store.delivery.disown(by);
      expect(await lease(await subject.reopen(), "next")).toBe(true);
    });

    test("that was taken over: of the previous owner only acceptances are stored", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const [first, second] = [await underWay(store), await underWay(store, "12025550102", "t2")];
      await takeOver(store, "other");
      expect([await stateOf(store), (await store.links.uncertain(9)).length]).toEqual([Submitting, 2]);
      await settle(store, first, { kind: "failed", code: "x" });
      await settle(store, second, { kind: "submitted" }, "1a");
      expect([await stateOf(store), await stateOf(store, "t2")]).toEqual([Submitting, Submitted]);
    });

    test.each<{ end: SettlementEnd; want: RecipientState }>([
      { end: { kind: "submitted" }, want: Submitted },
      { end: { kind: "failed", code: "0x0b" }, want: Failed },
      { end: { kind: "expired" }, want: Expired },
      { end: { kind: "held", code: "lost" }, want: Submitting },
      { end: { kind: "unknown", code: "lost" }, want: Unknown },
    ])("an attempt ends: $end.kind", async ({ end, want }) => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await settle(store, await underWay(store), end);
      expect(await stateOf(await subject.reopen())).toBe(want);
      expect(await claimDue(subject.store(), noon + 1e6, 9)).toEqual([]);
    });

    test("a message that waits too long expires: new, tried, put back, of any link or lane; a deferred one does not", async () => {
      const store = subject.store();
      await openAccount(store, { payment: "postpaid" });
      const tried = await underWay(store, "12025550101", "tried");
      const again = {
        nextAt: noon + 900,
        linkId: 0,
        counts: "attempt",
        uncertain: false,
        code: "0x08",
      } as const;
      await settle(store, tried, { kind: "queued", ...again });
      const put = await underWay(store, "12025550101", "put");
      await settle(store, put, { kind: "queued", ...again, counts: "deferral" });
      await store.outbox.submit(submission("new", { recipients: ["12025550102", "12025550103"] }));
      await store.outbox.submit(submission("deferred", { dueAt: noon + 5_000 }));
      await store.accounts.changeCustomer(42, { rate: 1 });
      await store.outbox.submit(submission("rated"));
      await claimDue(store, noon, 0);
      const expire = (now: number, limit = 9) => store.delivery.expire(now, 1_000, limit);
      const states = async () =>
        Promise.all(["tried", "put", "new", "rated", "deferred"].map(async (id) => stateOf(store, id)));
      expect(await expire(noon + 999)).toBe(0);
      expect(await expire(noon + 1_000, 1)).toBe(1);
      expect(await expire(noon + 1_000)).toBe(4);
      expect(await expire(noon + 5_999)).toBe(0);
      expect(await states()).toEqual([Expired, Expired, Expired, Expired, Queued]);
      expect(await expire(noon + 6_000)).toBe(1);
      expect(await states()).toEqual([Expired, Expired, Expired, Expired, Expired]);
    });

    test("an attempt that does not count keeps its number", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const again = {
        kind: "queued",
        linkId: 1,
        counts: "deferral",
        uncertain: false,
        code: "0x58",
      } as const;
      await settle(store, await underWay(store), { ...again, nextAt: noon });
      expect(await stateOf(store)).toBe(Queued);
      const [claimed] = await claimDue(store, noon, 1);
      expect(claimed).toMatchObject({ attempt: 1, deferrals: 1, nextAt: noon });
      await settle(store, claimed?.id ?? 0, {
        ...again,
        counts: "attempt",
        uncertain: true,
        nextAt: noon + 50,
      });
      expect(await claimDue(store, noon + 49, 1)).toEqual([]);
      expect(await claimDue(store, noon + 50, 1)).toMatchObject([
        { attempt: 2, deferrals: 1, uncertain: true },
      ]);
    });

    test.each(["attempt", "deferral", "nothing"] as const)(
      "keeps accepted parts when an attempt is put back: %s",
      async (counts) => {
        const store = subject.store();
        await openAccount(store, { credit: 9000 });
        const id = await underWay(store);
        const again = { kind: "queued", nextAt: noon, linkId: 1, uncertain: false, code: "0x58" } as const;
        await settle(store, id, { ...again, counts }, "1a");
        expect(await claimDue(await subject.reopen(), noon, 1)).toMatchObject([{ id, accepted: [1] }]);
      },
    );

    test("returns messages that its worker does not know", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const [known, lost] = [await underWay(store), await underWay(store, "12025550102", "t2")];
      await store.delivery.takeBack(owner, [known]);
      expect([await stateOf(store), await stateOf(store, "t2")]).toEqual([Submitting, Queued]);
      expect(await claimDue(store, noon, 9)).toMatchObject([{ id: lost, attempt: 1, uncertain: false }]);
    });
  });

  test("messages that can be sent are found behind more blocked messages than free slots", async () => {
    const store = subject.store();
    await openAccount(store, { credit: 90_000 });
    await addLink(store, "full");
    await addLink(store, "free");
    const route = { customerId: undefined, originator: undefined, kind: undefined, rank: 1, weight: 1 };
    const rest = { ...route, uncertain: "hold", ofFile: false } as const;
    for (const [prefix, link] of [
      ["1", "full"],
      ["2", "free"],
    ] as const)
      await store.links.addRoute({ prefix, link, ...rest });
    const numbers = ["12025550101", "12025550102", "12025550103", "22025550104", "22025550105"];
    await store.outbox.submit(submission("t1", { recipients: numbers }));
    await lease(store, owner);
    const idOf = new Map((await store.links.links()).map(({ name, id }) => [name, id]));
    const links = [
      { linkId: idOf.get("full") ?? 0, up: true, free: 0 },
      { linkId: idOf.get("free") ?? 0, up: true, free: 2 },
    ];
    const claimed = await store.delivery.claim({ owner, now: noon, validity: 1e12, links });
    expect(claimed.map(({ phone }) => phone)).toEqual(numbers.slice(3));
  });

  describe("a receipt", () => {
    test("in an assumed base is applied only if its number matches", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      await settle(store, await underWay(store), { kind: "submitted" }, "1a");
      const guess = (phone: string) => store.delivery.receipts([receipt("26", ["26", "1a", "38"], phone)]);
      expect(await guess("12025550199")).toEqual(["unmatched"]);
      expect(await guess("+12025550101")).toEqual(["changes"]);
      expect(await guess("12025550101")).toEqual(["repeats"]);
      expect(await stateOf(store)).toBe(Delivered);
    });

    test.each([
      { name: "after all responses", before: 2 },
      { name: "between the responses", before: 1 },
      { name: "before the responses", before: 0 },
    ])("counts for all parts that the network gave its id: $name", async ({ before }) => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const id = await underWay(store);
      const accept = async (part: number) =>
        store.delivery.settle([
          {
            ...{ owner, recipientId: id, linkId: 1, at: noon, accepted: [{ part, messageId: "1A" }] },
            end: part === 2 ? { kind: "submitted" } : undefined,
          },
        ]);
      for (let part = 1; part <= before; part += 1) await accept(part);
      await store.delivery.receipts([receipt("1a", ["1a"])]);
      for (let part = before + 1; part <= 2; part += 1) await accept(part);
      expect(await stateOf(store)).toBe(Delivered);
      expect(await store.delivery.receipts([receipt("1a", ["1a"])])).toEqual(["repeats"]);
    });

    test("before its response is not used for another response that it could belong to", async () => {
      await openAccount(subject.store(), { credit: 9000 });
      const [first, second] = [
        await underWay(subject.store()),
        await underWay(subject.store(), "12025550102", "t2"),
      ];
      expect(await subject.store().delivery.receipts([receipt("26", ["26", "1a", "38"])])).toEqual([
        "unmatched",
      ]);
      const store = await subject.reopen();
      expect(await settle(store, second, { kind: "submitted" }, "38")).toEqual([]);
      expect(await settle(store, first, { kind: "submitted" }, "1A")).toEqual([{ linkId: 1, count: 1 }]);
      expect([await stateOf(store), await stateOf(store, "t2")]).toEqual([Delivered, Submitted]);
    });

    test("that is unmatched is deleted in time", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const id = await underWay(store);
      await store.delivery.receipts([receipt("7", ["7"])]);
      expect(await store.delivery.forgetUnmatched(noon, 9, 9)).toBe(0);
      expect(await store.delivery.forgetUnmatched(noon + 6, 9, 9)).toBe(1);
      await settle(store, id, { kind: "submitted" }, "7");
      expect(await stateOf(store)).toBe(Submitted);
    });

    test("that is unmatched is deleted when too many others have arrived", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9000 });
      const id = await underWay(store);
      await store.delivery.receipts(["7", "8", "9"].map((name) => receipt(name, [name])));
      expect(await store.delivery.forgetUnmatched(noon, 3, 9)).toBe(0);
      expect(await store.delivery.forgetUnmatched(noon, 1, 1)).toBe(1);
      expect(await store.delivery.forgetUnmatched(noon, 1, 9)).toBe(1);
      await settle(store, id, { kind: "submitted" }, "9");
      expect(await stateOf(store)).toBe(Delivered);
    });
  });

  describe("the configuration of links", () => {
    const link = (name: string) =>
      ({
        name,
        kind: "smpp",
        url: "smpp://a@h:1",
        password: "",
        network: "h",
        settings: {},
        ofFile: true,
      }) as const;
    const route = (to: string): NewRoute => ({
      ...{ prefix: "", customerId: undefined, originator: undefined, kind: undefined, link: to },
      ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: true },
    });
    const by = { name: "server", source: "configuration" };
    const names = async ({ links }: Pick<Store, Outgoing>) => (await links.links()).map(({ name }) => name);

    test("is taken as a whole or not at all, and leaves links of the operator alone", async () => {
      const { links } = subject.store();
      await addLink(subject.store(), "own");
      expect(await links.configure([link("a"), link("b")], [route("a")], by, noon)).toEqual({ ok: true });
      const ids = (await links.links()).map(({ id }) => id);
      expect(await links.configure([link("c")], [route("none")], by, noon)).toMatchObject({
        reason: "unknownLink",
      });
      expect(await links.configure([link("own")], [], by, noon)).toMatchObject({ reason: "exists" });
      expect(await names(subject.store())).toEqual(["a", "b", "own"]);
      expect((await links.routes()).map((each) => each.link)).toEqual(["a"]);
      const before = await links.revision();
      expect(await links.configure([link("a")], [], by, noon)).toEqual({ ok: true });
      expect(await links.revision()).toBeGreaterThan(before);
      const left = await (await subject.reopen()).links.links();
      expect(left.map(({ name }) => name)).toEqual(["a", "own"]);
      expect(ids).toContain(left[0]?.id);
    });

    test("changes everything of a link but its name and id", async () => {
      const { links } = subject.store();
      await links.configure([link("a")], [], by, noon);
      const [before] = await links.links();
      const changed = { ...link("a"), kind: "mm7", url: "mm7://example.com/mm7", network: "b" } as const;
      expect(await links.configure([changed], [], by, noon)).toEqual({ ok: true });
      expect(await links.links()).toEqual([{ ...before, ...changed }]);
    });

    test("keeps a link that a route of the operator uses", async () => {
      const { links } = subject.store();
      await links.configure([link("a")], [], by, noon);
      await links.addRoute({ ...route("a"), ofFile: false });
      expect(await links.configure([], [], by, noon)).toMatchObject({ ok: false, reason: "inUse" });
      expect(await names(subject.store())).toEqual(["a"]);
    });
  });
}
