import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { accepted, ended, everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import { anyServer, testsOn } from "./postgres-server.js";

const schedule = {
  ...{ startAt: noon, endAt: undefined, days: everyDay, hours: everyHour },
  timeZone: "Africa/Nairobi",
};
const running = { ...accepted, status: "Running" } as const;
const numbers = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(12_025_550_000 + from + index));

testsOn(await anyServer(), (server) => {
  let store: Store;
  let stores: readonly Store[];
  const everywhere = <T>(call: (store: Store, index: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(stores.map(call));

  beforeEach(async () => {
    const url = `${await server.createDatabase()}?connections=4`;
    store = await openPostgresStore(url);
    stores = [store, ...(await Promise.all([1, 2, 3].map(async () => openPostgresStore(url))))];
    await openAccount(store, { credit: 100_000 });
    await store.locations.add({ name: "Station", description: "" }, noon);
  });
  afterEach(async () => {
    await everywhere(async (each) => each.close());
  });

  async function start(limit: number): Promise<void> {
    await store.campaigns.start({
      submission: submission("c1", { recipients: [], charge: { kind: "SMS", amount: limit * 100 } }),
      ...{ schedule, locations: [{ location: 1, limit }], recipientLimit: limit },
    });
    await store.campaigns.move(1, "Pending", running, noon);
  }

  describe("campaigns of several processes on one PostgreSQL", () => {
    test("each slice is taken by one of them", async () => {
      await store.locations.addAudience(1, numbers(0, 40));
      await start(40);
      await everywhere(async ({ campaigns }) => {
        for (let slice = await campaigns.audience(1, 3); slice; slice = await campaigns.audience(1, 3))
          await campaigns.take(1, slice, noon);
      });
      const rows = await detailsOf(store.outbox, 42, "c1");
      expect(rows.map(({ phone }) => phone)).toEqual(numbers(0, 40));
      expect(await store.campaigns.find(42, 1)).toMatchObject({ rest: { recipients: 0, waiting: 40 } });
    });

    test("numbers that all of them add while it runs are taken once, and none is missed", async () => {
      await start(300);
      const takeAll = async (): Promise<void> => {
        for (
          let slice = await store.campaigns.audience(1, 7);
          slice;
          slice = await store.campaigns.audience(1, 7)
        )
          await store.campaigns.take(1, slice, noon);
      };
      await everywhere(async ({ locations }, index) => {
        for (let from = index * 40; from < index * 40 + 100; from += 5) {
          await locations.addAudience(1, numbers(from, 5));
          if (index === 0) await takeAll();
        }
      });
      await takeAll();
      const rows = await detailsOf(store.outbox, 42, "c1");
      expect(rows.map(({ phone }) => phone).sort()).toEqual(numbers(0, 220));
      expect((await store.locations.find(1))?.audience).toBe(220);
    });

    test("a campaign takes no more than its limit, and nothing once it is stopped", async () => {
      await store.locations.addAudience(1, numbers(0, 40));
      await start(40);
      const outcomes = await everywhere(async ({ campaigns }, index) => {
        const slice = await campaigns.audience(1, 9);
        if (index === 2) await campaigns.stop(1, 42, "StoppedByUser", noon);
        return slice === undefined ? 0 : campaigns.take(1, slice, noon);
      });
      const taken = outcomes.reduce((sum, each) => sum + each, 0);
      // Each of the three others may take the next slice before it is stopped.
      expect([0, 9, 18, 27]).toContain(taken);
      const late = await store.campaigns.audience(1, 9);
      expect(late === undefined ? 0 : await store.campaigns.take(1, late, noon)).toBe(0);
      expect(await detailsOf(store.outbox, 42, "c1")).toHaveLength(taken);
      expect(await store.campaigns.find(42, 1)).toMatchObject({ rest: { recipients: 40 - taken } });
    });

    test("a completed campaign is refunded once", async () => {
      await start(40);
      await store.campaigns.move(
        1,
        "Running",
        { ...ended("StoppedByUser", noon), status: "Completed" },
        noon,
      );
      const settled = await everywhere(async ({ campaigns }) => campaigns.settle(1, noon));
      expect(settled.filter(Boolean)).toHaveLength(1);
      expect((await store.accounts.balances(42))[0]?.amount).toBe(100_000);
    });

    test("the same client transaction starts one campaign", async () => {
      const clientTransaction = { id: "x", contentHash: "h", keepFor: 1e9 };
      const outcomes = await everywhere(async ({ campaigns }, index) =>
        campaigns.start({
          submission: submission(`c${index}`, { recipients: [], clientTransaction }),
          ...{ schedule, locations: [{ location: 1, limit: 4 }], recipientLimit: 4 },
        }),
      );
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
        "accepted",
        ...["repeated", "repeated", "repeated"],
      ]);
      expect(await store.campaigns.list()).toHaveLength(1);
    });
  });
});
