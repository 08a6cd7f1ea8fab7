import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { handedOverMessage } from "#server/domain/delivery/claiming/hand-over.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import type { Submission, SubmitOutcome } from "#server/domain/delivery/submitting/submission.js";
import type { Claim } from "#server/domain/delivery/claiming/claim.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { addLink, claimDue, owner } from "./claims.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import { newDatabase, onlyOn } from "./new-database.js";

const { Queued, Submitting, Unknown } = RecipientState;
let url: string;
let store: Store;
/** Opened on the same database by a test. */
let other: Store | undefined;

async function open(): Promise<void> {
  url = await newDatabase();
  store = await openStore(url);
  await openAccount(store, { payment: "postpaid" });
}

beforeEach(open);
afterEach(async () => {
  await other?.close();
  other = undefined;
  await store.close();
});

const submit = (id: string, change: Partial<Submission> = {}): Promise<SubmitOutcome> =>
  store.outbox.submit(submission(id, { mayLeave: true, charge: { kind: "SMS", amount: 0 }, ...change }));
/** Gives slots to the store, with the first links up. */
const give = (freeSlots: readonly number[], change: Partial<Claim> = {}) =>
  store.delivery.claim({
    ...{ owner, now: noon, validity: 1e12, grant: { id: 1, received: [] } },
    links: freeSlots.map((room, index) => ({ linkId: index + 1, up: room >= 0, free: Math.max(0, room) })),
    ...change,
  });
const handedOver = (outcome: SubmitOutcome) => (outcome.kind === "accepted" ? outcome.handedOver : undefined);
const stateOf = async (id: string) => (await detailsOf(store.outbox, 42, id))[0]?.state;
const takeOver = async (by: string): Promise<boolean> =>
  (await store.delivery.own({ owner: by, now: noon + 1e9, until: noon + 2e9, reports: [], wanted: [] })) !==
  undefined;

const phone = "12025550101";
const routeTo = (link: string) => ({
  ...{ prefix: "1", customerId: undefined, originator: undefined, kind: undefined },
  ...{ link, rank: 1, weight: 1, uncertain: "hold" as const, ofFile: false },
});
/** A stop word arrives from a number. */
const optOut = (from: string) => async (by: Store) => {
  const number = "12025550199";
  await by.incoming.addNumber({ number, customerId: 42 }, noon);
  const texts = { stopText: "", startText: "", helpText: "" };
  await by.optOuts.setRule({
    ...texts,
    customerId: 42,
    number: "",
    languages: ["en"],
    stopWords: [],
    startWords: [],
  });
  await by.incoming.receive([{ from, to: number, text: "STOP", linkId: 1, at: noon }]);
};

describe("a message that is stored as claimed", () => {
  test("is the one that a claim would return", async () => {
    await claimDue(store, noon, 1);
    await give([1]);
    const wanted = submission("t1", { charge: { kind: "SMS", amount: 0 } });
    const handed = handedOver(await submit("t1"));
    if (handed === undefined) throw new Error("it waits");
    expect(await stateOf("t1")).toBe(Submitting);
    expect(await claimDue(store, noon, 9)).toEqual([]);
    await store.delivery.takeBack(owner, []);
    expect(await claimDue(store, noon, 9)).toEqual([handedOverMessage(wanted, handed, 1e12)]);
  });

  test("waits if the store has not looked for older messages, and if its customer has a rate", async () => {
    await claimDue(store, noon, 0);
    await give([0]);
    expect(handedOver(await submit("t1"))).toBeUndefined();
    expect(await give([9])).toHaveLength(1);
    expect(handedOver(await submit("t2"))).toBeDefined();
    await store.accounts.changeCustomer(42, { rate: 5 });
    expect(handedOver(await submit("t3"))).toBeUndefined();
    expect(await stateOf("t3")).toBe(Queued);
  });

  test("is refused to a worker that does not own delivery", async () => {
    await claimDue(store, noon, 1);
    await give([9], { owner: "other" });
    expect(handedOver(await submit("t1"))).toBeUndefined();
    expect(await give([9])).toHaveLength(1);
    await store.delivery.disown(owner);
    await takeOver("other");
    expect(handedOver(await submit("t2"))).toBeUndefined();
  });

  // On PostgreSQL, changes have commits of their own.
  onlyOn("sqlite", () => {
    test.each<{ title: string; change: () => Promise<unknown> }>([
      { title: "its customer gets a rate", change: () => store.accounts.changeCustomer(42, { rate: 5 }) },
      { title: "another worker takes delivery over", change: () => takeOver("other") },
      {
        title: "its messages get another route",
        change: () => store.links.addRoute(routeTo("second")),
      },
    ])("waits if $title in the same commit", async ({ change }) => {
      await claimDue(store, noon, 1);
      await addLink(store, "second");
      await give([9, -1]);
      const [before, , after] = await Promise.all([submit("t1"), change(), submit("t2")]);
      expect([before, after].map((outcome) => handedOver(outcome) !== undefined)).toEqual([true, false]);
    });
  });

  describe.each<{ where: string; through: () => Promise<Store> }>([
    { where: "this process", through: async () => store },
    { where: "another process", through: async () => (other = await openStore(url)) },
  ])("is decided about by what $where has changed since the last message", ({ through }) => {
    test.each<{ title: string; change: (by: Store) => Promise<unknown>; leaves: boolean }>([
      { title: "nothing", change: async () => undefined, leaves: true },
      { title: "a rate", change: (by) => by.accounts.changeCustomer(42, { rate: 5 }), leaves: false },
      {
        title: "another time zone",
        change: (by) => by.accounts.changeCustomer(42, { timeZone: "UTC" }),
        leaves: true,
      },
      { title: "the end of its lease", change: (by) => by.delivery.disown(owner), leaves: false },
      { title: "another route", change: (by) => by.links.addRoute(routeTo("second")), leaves: false },
      {
        title: "its blacklist",
        change: (by) => by.coverage.addToBlacklist(42, [phone], noon),
        leaves: false,
      },
      {
        title: "the blacklist of all",
        change: (by) => by.coverage.addToBlacklist(undefined, [phone], noon),
        leaves: false,
      },
      {
        title: "other numbers",
        change: (by) => by.coverage.addToBlacklist(42, ["12025550177"], noon),
        leaves: true,
      },
      {
        title: "its blacklist, twice",
        change: async (by) => {
          await by.coverage.addToBlacklist(42, [phone], noon);
          await by.coverage.removeFromBlacklist(42, [phone]);
        },
        leaves: true,
      },
      { title: "an opt-out", change: optOut(phone), leaves: false },
      { title: "an opt-out in national form", change: optOut(phone.replace(/^1/, "0")), leaves: false },
      { title: "an opt-out of another number", change: optOut("02025550177"), leaves: true },
    ])("$title", async ({ change, leaves }) => {
      await claimDue(store, noon, 1);
      await addLink(store, "second");
      await give([9, -1]);
      expect(handedOver(await submit("t1"))).toBeDefined();
      await change(await through());
      expect(handedOver(await submit("t2")) !== undefined).toBe(leaves);
    });
  });

  test("takes slots that the last claim has left, and gets no others", async () => {
    await claimDue(store, noon, 0);
    await submit("t1");
    expect(await give([3])).toHaveLength(1);
    const outcomes = await Promise.all(["t2", "t3", "t4"].map((id) => submit(id)));
    expect(outcomes.map((outcome) => handedOver(outcome) !== undefined)).toEqual([true, true, false]);
    expect(await give([2], { grant: { id: 1, received: [{ linkId: 1, parts: 1 }] } })).toEqual([]);
    expect(await give([1], { grant: { id: 1, received: [{ linkId: 1, parts: 3 }] } })).toHaveLength(1);
  });

  test("waits if its caller does not send it", async () => {
    await claimDue(store, noon, 1);
    await give([9]);
    expect(handedOver(await submit("t1", { mayLeave: false }))).toBeUndefined();
    expect(await stateOf("t1")).toBe(Queued);
  });

  test.each([
    { uncertain: "hold", state: Submitting },
    { uncertain: "resend", state: Queued },
    { uncertain: "fail", state: Unknown },
  ] as const)(
    "is uncertain if its process ends before it is sent: $uncertain",
    async ({ uncertain, state }) => {
      await claimDue(store, noon, 1);
      await give([1]);
      const [link] = await store.links.links();
      await store.links.addRoute({
        ...{ prefix: "", customerId: undefined, originator: undefined, kind: undefined },
        ...{ link: link?.name ?? "", rank: 1, weight: 1, uncertain, ofFile: false },
      });
      expect(handedOver(await submit("t1"))).toBeDefined();
      await store.close();
      store = await openStore(url);
      await store.delivery.disown(owner);
      expect(await takeOver("next")).toBe(true);
      expect(await stateOf("t1")).toBe(state);
      const held = await store.links.uncertain(9);
      expect(held.map(({ code }) => code)).toEqual(
        uncertain === "hold" ? ["the service ended before the response"] : [],
      );
    },
  );
});

const again: SettlementEnd = {
  ...{ kind: "queued", nextAt: noon, linkId: 1, counts: "deferral", uncertain: false, code: undefined },
};
const held: SettlementEnd = { kind: "held", code: "lost" };

const waiting = submission("t1", { charge: { kind: "SMS", amount: 0 } });

/** Claims the message of `t1`, and ends the attempt. */
async function endAttempt(end: SettlementEnd): Promise<void> {
  await store.outbox.submit(waiting);
  for (const { id: recipientId } of await claimDue(store, noon, 9))
    await store.delivery.settle([{ owner, recipientId, linkId: 1, at: noon, accepted: [], end }]);
}

/** Adds two links, the first of which comes first. The second belongs to a provider, if it is given. */
async function addTwoLinks(provider?: string): Promise<void> {
  const common = {
    kind: "smpp",
    network: "n",
    url: "smpp://example.com",
    password: "",
    ofFile: false,
  } as const;
  await store.links.add({ ...common, name: "a", settings: {} }, 0);
  await store.links.add({ ...common, name: "b", settings: provider === undefined ? {} : { provider } }, 0);
  for (const [index, link] of ["a", "b"].entries())
    await store.links.addRoute({
      ...{ prefix: "", customerId: undefined, originator: undefined, kind: undefined },
      ...{ link, rank: index + 1, weight: 1, uncertain: "hold", ofFile: false },
    });
  const wanted = [1, 2].map((linkId) => ({ linkId, slots: 1, used: 1 }));
  await store.delivery.own({ owner, now: noon, until: noon + 1e9, reports: [], wanted });
}

describe("a message of a user", () => {
  const provider = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const setProvider = (defaultProvider: string) => store.tube.change(42, "Ann", { defaultProvider });

  /** The links over which a message that is handed over and one that is claimed leave. */
  async function linksOf(id: string): Promise<readonly (number | undefined)[]> {
    const outcome = await submit(id);
    await submit(`${id} claimed`, { mayLeave: false });
    const claimed = await give([99, 99]);
    return [handedOver(outcome)?.linkId, ...claimed.map(({ linkId }) => linkId)];
  }

  test("leaves over a link of its provider, as soon as it has one and as long as that is up", async () => {
    await addTwoLinks(provider.toUpperCase());
    await give([99, 99]);
    expect(await linksOf("t1")).toEqual([1, 1]);
    await setProvider(provider);
    expect(await linksOf("t2")).toEqual([2, 2]);
    await submit("t3", { userName: "aNN", mayLeave: false });
    expect((await give([99, -1])).map(({ linkId }) => linkId)).toEqual([1]);
    await setProvider("0f8fad5b-d9cb-469f-a165-70867728950f");
    expect(await linksOf("t4")).toEqual([1, 1]);
  });
});

describe("a message waits for those that", () => {
  test.each<{ title: string; before: () => Promise<unknown>; rooms?: readonly number[] }>([
    { title: "nobody has claimed yet", before: () => store.outbox.submit(waiting) },
    { title: "have become due", before: () => store.outbox.submit({ ...waiting, dueAt: noon + 1 }) },
    { title: "have returned to the queue", before: () => endAttempt(again) },
    {
      title: "the operator sends again",
      before: async () => {
        await endAttempt(held);
        await store.links.resolveBehind(0, 1_000_000, "resend", noon);
      },
    },
    {
      title: "were routed to its link because another one is down",
      before: async () => {
        const links = [1, 2].map((linkId) => ({ linkId, up: true, free: linkId === 1 ? 0 : 9 }));
        await store.outbox.submit(waiting);
        await store.delivery.claim({ owner, now: noon, validity: 1e9, links });
        await store.delivery.reroute({ owner, linkId: 1, up: [2], after: undefined });
      },
      rooms: [-1, 9],
    },
  ])("$title", async ({ before, rooms = [9, 9] }) => {
    await addTwoLinks();
    await give(rooms);
    const now = { at: noon + 1, dueAt: noon + 1 };
    expect(handedOver(await submit("t0", now))).toBeDefined();
    await before();
    expect(handedOver(await submit("t2", now))).toBeUndefined();
    expect(await stateOf("t2")).toBe(Queued);
  });
});
