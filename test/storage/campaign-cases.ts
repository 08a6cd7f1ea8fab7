import { describe, expect, test } from "@jest/globals";
import { givenUpBy } from "messenger-gen-runtime/host";
import { accepted, ended, everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { CampaignStart } from "#server/domain/campaigns/campaigns.js";
import type { Store } from "#server/ports/store.js";
import { allOf, detailsOf, noon, openAccount, submission, ledgerOf } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { claimDue } from "./claims.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const phone = (index: number): string => String(12025550100 + index);
const phones = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => phone(from + index));

const schedule = {
  startAt: noon,
  endAt: undefined,
  days: everyDay,
  hours: everyHour,
  timeZone: "Africa/Nairobi",
};

function start(change: Partial<CampaignStart> = {}, charge = 8000, transactionId = "c1"): CampaignStart {
  const message = submission(transactionId, {
    recipients: [],
    parts: 2,
    charge: { kind: "SMS", amount: charge },
  });
  return {
    submission: message,
    schedule,
    locations: [{ location: 1, limit: 4 }],
    recipientLimit: 4,
    ...change,
  };
}

/** Two locations; three numbers are in both audiences. */
async function open(store: Store, credit = 20_000): Promise<void> {
  await openAccount(store, { credit });
  await store.locations.add({ name: "Station", description: "Main hall" }, noon);
  await store.locations.add({ name: "Airport", description: "" }, noon);
  await store.locations.addAudience(1, phones(0, 6));
  await store.locations.addAudience(2, phones(3, 6));
}

const running = { ...accepted, status: "Running" } as const;
const balance = async ({ accounts }: Store) => (await accounts.balances(42))[0]?.amount;

/** Takes slices of `limit` numbers until there are none. */
async function takeAll({ campaigns }: Store, id: number, limit: number): Promise<number[]> {
  const taken: number[] = [];
  for (;;) {
    const slice = await campaigns.audience(id, limit);
    if (slice === undefined) return taken;
    taken.push(await campaigns.take(id, slice, noon));
  }
}

/** Ad-zone campaigns: locations, audiences, start, what is taken, stop, settlement. */
export function campaignCases(subject: Subject): void {
  describe("locations", () => {
    test("are listed with the size of their audience; a name is given once", async () => {
      const store = subject.store();
      await open(store);
      const { locations } = store;
      expect(await locations.add({ name: "Station", description: "" }, noon)).toBeUndefined();
      expect(await locations.change(1, { name: "Airport" })).toEqual({ ok: false, reason: "exists" });
      expect(await locations.change(9, { name: "Pier" })).toEqual({ ok: false, reason: "unknownEntry" });
      expect(await locations.change(2, { description: "Gates" })).toEqual({ ok: true });
      expect(await locations.find(2)).toMatchObject({ name: "Airport", description: "Gates" });
      expect(await locations.change(2, { description: "" })).toEqual({ ok: true });
      expect(await locations.addAudience(1, phones(4, 4))).toBe(2);
      expect(await locations.addAudience(3, phones(0, 1))).toBeUndefined();
      expect(await locations.setActive(2, false)).toBe(true);
      expect(await locations.setActive(3, false)).toBe(false);
      expect(await allOf((await subject.reopen()).locations.list())).toEqual([
        { id: 1, name: "Station", description: "Main hall", active: true, audience: 8 },
        { id: 2, name: "Airport", description: "", active: false, audience: 6 },
      ]);
    });

    test.each([0, 1, 499, 500, 501, 1000])("%d of them are all listed, by id", async (count) => {
      const { locations } = subject.store();
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          locations.add({ name: `L${index}`, description: "" }, noon),
        ),
      );
      const ids = (await allOf(locations.list())).map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      const rest = await allOf(locations.list(count - 1));
      expect(rest.map(({ id }) => id)).toEqual(ids.slice(-1));
    });
  });

  describe("campaigns", () => {
    test("a start charges once, is found again, and is kept whole", async () => {
      const store = subject.store();
      await open(store);
      const clientTransaction = { id: "x", contentHash: "h", keepFor: 1e9 };
      const given = start();
      const repeatable = { ...given, submission: { ...given.submission, clientTransaction } };
      const want = { campaignId: 1, charge: 8000, parts: 2, recipientLimit: 4 };
      const asked = () => store.campaigns.answered(42, clientTransaction, noon);
      expect(await asked()).toBeUndefined();
      expect(await store.campaigns.start(repeatable)).toEqual({ kind: "accepted", ...want });
      expect(await store.campaigns.start(repeatable)).toEqual({ kind: "repeated", ...want });
      expect(await asked()).toEqual({ kind: "repeated", ...want });
      expect(await store.campaigns.answered(43, clientTransaction, noon)).toBeUndefined();
      const other = { ...clientTransaction, contentHash: "other" };
      const conflict = { ...given, submission: { ...given.submission, clientTransaction: other } };
      expect(await store.campaigns.start(conflict)).toEqual({ kind: "conflict" });
      expect(await store.campaigns.answered(42, other, noon)).toEqual({ kind: "conflict" });
      const reopened = await subject.reopen();
      expect(await balance(reopened)).toBe(12_000);
      expect(await reopened.campaigns.list()).toEqual([
        {
          ...{ id: 1, customerId: 42, originator: "Shop", text: "Hello", parts: 2, schedule },
          ...{ position: accepted, rest: { recipients: 4, waiting: 0 }, recipientLimit: 4, billable: 0 },
        },
      ]);
      expect(await reopened.campaigns.find(43, 1)).toBeUndefined();
    });

    test("without credit nothing is stored", async () => {
      const store = subject.store();
      await open(store, 7999);
      expect(await store.campaigns.start(start())).toEqual({ kind: "insufficientCredit" });
      expect(await store.campaigns.list(42)).toEqual([]);
    });

    test.each([
      { name: "one location", locations: [{ location: 1, limit: 4 }], limit: 4, want: phones(0, 4) },
      {
        name: "a limit each",
        locations: [
          { location: 1, limit: 5 },
          { location: 2, limit: 3 },
        ],
        limit: 8,
        want: phones(0, 8),
      },
      {
        name: "a common limit",
        locations: [
          { location: 2, limit: undefined },
          { location: 1, limit: undefined },
        ],
        limit: 8,
        want: [...phones(3, 6), ...phones(0, 2)],
      },
      {
        name: "a limit above the audience",
        locations: [{ location: 2, limit: 100 }],
        limit: 100,
        want: phones(3, 6),
      },
    ])("$name: each number is taken once, in order", async ({ locations, limit, want }) => {
      for (const slice of [1, 4, 100]) {
        const store = subject.store();
        if (slice === 1) await open(store, 1_000_000);
        const given = start({ locations, recipientLimit: limit }, limit * 2000, `c${slice}`);
        const started = await store.campaigns.start(given);
        const id = started.kind === "accepted" ? started.campaignId : 0;
        expect(await store.campaigns.move(id, "Pending", running, noon)).toBe(true);
        await takeAll(store, id, slice);
        const details = await detailsOf(store.outbox, 42, `c${slice}`);
        expect(details.map((row) => row.phone)).toEqual(want);
        const rest = { recipients: limit - want.length, waiting: want.length };
        expect(await store.campaigns.find(42, id)).toMatchObject({ rest, billable: 0 });
      }
    });

    test("a slice is taken once, and only while the campaign runs", async () => {
      const store = subject.store();
      await open(store);
      await store.campaigns.start(start());
      const slice = await store.campaigns.audience(1, 2);
      if (slice === undefined) throw new Error("no slice");
      expect(await store.campaigns.take(1, slice, noon)).toBe(0);
      await store.campaigns.move(1, "Pending", running, noon);
      const both = await Promise.all([
        store.campaigns.take(1, slice, noon),
        store.campaigns.take(1, slice, noon),
      ]);
      expect(both).toEqual([2, 0]);
      expect(await store.campaigns.stop(1, 42, "StoppedByUser", noon)).toBe(true);
      const next = await store.campaigns.audience(1, 2);
      expect(next?.phones).toEqual(phones(2, 2));
      if (next !== undefined) expect(await store.campaigns.take(1, next, noon)).toBe(0);
    });

    test("are neither started nor stopped for a call that has timed out", async () => {
      const store = subject.store();
      await open(store);
      const limit = { givenUp: givenUpBy(AbortSignal.abort()) };
      const refused = { code: "givenUp" };
      await expect(store.campaigns.start(start(), limit)).rejects.toMatchObject(refused);
      expect(await store.campaigns.start(start())).toMatchObject({ kind: "accepted" });
      await expect(store.campaigns.stop(1, 42, "StoppedByUser", noon, limit)).rejects.toMatchObject(refused);
      expect((await store.campaigns.find(42, 1))?.position).toEqual(accepted);
    });

    test("a campaign moves on only from where it is said to be", async () => {
      const { campaigns } = subject.store();
      await open(subject.store());
      await campaigns.start(start());
      expect(await campaigns.move(1, "Running", accepted, noon)).toBe(false);
      expect(await campaigns.move(1, "Pending", accepted, noon + 1000)).toBe(true);
      expect(await campaigns.due(noon)).toEqual([]);
      expect((await campaigns.due(noon + 1000)).map(({ id }) => id)).toEqual([1]);
      expect(await campaigns.stop(1, 43, "StoppedByUser", noon)).toBe(false);
      expect(await campaigns.stop(1, undefined, "StoppedByAdmin", noon)).toBe(true);
      expect(await campaigns.stop(1, 42, "StoppedByUser", noon + 1)).toBe(true);
      expect((await campaigns.due(noon))[0]?.position).toEqual(ended("StoppedByAdmin", noon));
    });

    test("a recipient who opts out before the message leaves is refunded at once, and not again in the end", async () => {
      const store = subject.store();
      const { campaigns, coverage } = store;
      await open(store);
      await campaigns.start(start());
      await campaigns.move(1, "Pending", running, noon);
      await takeAll(store, 1, 3);
      const before = (await balance(store)) ?? 0;
      await coverage.addToBlacklist(42, ["12025550101"], noon);
      const claimed = await claimDue(store, noon, 10);
      expect(await balance(store)).toBe(before + 2000);
      await store.outbox.advance(
        claimed.map(({ id }) => ({ recipientId: id, state: RecipientState.Delivered, at: noon })),
      );
      await campaigns.move(1, "Running", { ...ended("StoppedByUser", noon), status: "Completed" }, noon);
      expect(await campaigns.settle(1, noon)).toBe(true);
      expect(await balance(store)).toBe(before + 2000 * (4 - claimed.length));
      expect(await campaigns.find(42, 1)).toMatchObject({ billable: claimed.length });
    });

    test("recipients that were not handed over are refunded, once", async () => {
      const store = subject.store();
      const { campaigns, outbox } = store;
      await open(store);
      await campaigns.start(start());
      await campaigns.move(1, "Pending", running, noon);
      await takeAll(store, 1, 3);
      const claimed = await claimDue(subject.store(), noon, 10);
      const states = [RecipientState.Delivered, RecipientState.Submitted, RecipientState.Failed];
      await outbox.advance(
        claimed.map(({ id }, index) => ({
          recipientId: id,
          state: states[index] ?? RecipientState.Queued,
          at: noon,
        })),
      );
      expect(await campaigns.find(42, 1)).toMatchObject({ rest: { recipients: 0, waiting: 1 }, billable: 2 });
      expect(await campaigns.settle(1, noon)).toBe(false);
      await campaigns.move(1, "Running", { ...ended("StoppedByUser", noon), status: "Completed" }, noon);
      expect(await Promise.all([campaigns.settle(1, noon), campaigns.settle(1, noon)])).toEqual([
        true,
        false,
      ]);
      expect(await balance(store)).toBe(16_000);
      const ledger = await ledgerOf(store, 42);
      expect(ledger.at(-1)).toMatchObject({ delta: 4000, reason: "refund", transactionId: "c1" });
      expect((await campaigns.find(42, 1))?.position.status).toBe("CompletedAndBilled");
      expect(await campaigns.due(noon + 1)).toEqual([]);
    });
  });
}
