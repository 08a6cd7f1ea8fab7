import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { LinkSlots } from "#server/domain/delivery/claiming/link-slots.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { LinkReport } from "#server/domain/delivery/routing/link.js";
import { DeliveryRole } from "#server/work/coordination/delivery-role.js";
import { noCounts } from "#server/work/delivery/link-runner.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { eventually } from "../eventually.js";
import { addLink } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";

testsOn(await anyServer(), (server) => {
  const databases = databasesOf(server);
  let url: string;
  let stores: readonly Store[];
  let linkId: number;

  const storeOf = (index: number): Store => {
    const store = stores[index % stores.length];
    if (store === undefined) throw new Error("no store");
    return store;
  };

  beforeEach(async () => {
    url = await databases.take();
    stores = await Promise.all([1, 2, 3, 4].map(async () => openPostgresStore(`${url}?connections=4`)));
    await openAccount(storeOf(0), { payment: "postpaid" });
    await addLink(storeOf(0));
    linkId = (await storeOf(0).links.links())[0]?.id ?? 0;
  });
  afterEach(async () => {
    await Promise.all(stores.map(async (store) => store.close()));
    await databases.giveBack(url);
  });

  /** A process of the test: it uses what it is given. */
  class Worker {
    readonly name: string;
    readonly store: Store;
    used = 0;
    elsewhere: readonly number[] = [];

    constructor(name: string, index: number) {
      this.name = name;
      this.store = storeOf(index);
    }

    /** Tells whether the lease holds. */
    async renew(slots = 4, lease = 60_000, reports: readonly LinkReport[] = []): Promise<boolean> {
      const wanted: LinkSlots[] = [{ linkId, slots, used: this.used }];
      const request = { owner: this.name, now: noon, until: noon + lease, reports, wanted };
      const holding = await this.store.delivery.own(request);
      if (holding?.kind !== "shares") return false;
      const [share] = holding.shares;
      this.used = Math.min(share?.held ?? 0, share?.target ?? 0);
      this.elsewhere = holding.elsewhere;
      return true;
    }

    claim(room: number, now = noon) {
      return this.store.delivery.claim({
        ...{ owner: this.name, now, validity: 1e12 },
        links: [{ linkId, up: true, free: room }],
      });
    }
  }

  const workers = (...names: readonly string[]) => names.map((name, index) => new Worker(name, index));
  const owners = async () =>
    (await execute(url, "SELECT owner, count(*)::int AS n FROM bind GROUP BY owner ORDER BY owner")) as {
      readonly owner: string;
      readonly n: number;
    }[];
  const send = async (count: number, id = "t1", change = {}) => {
    const recipients = Array.from({ length: count }, (_, index) => String(12_025_550_100 + index));
    await storeOf(0).outbox.submit(submission(id, { recipients, ...change }));
  };
  const counts = async (id = "t1") => (await storeOf(0).outbox.statistics(42, id))?.counts;
  const report = (change: Partial<LinkReport>): LinkReport => ({
    ...{ linkId, at: noon, up: true, word: "bound", problem: undefined, window: 10, used: 3 },
    ...{ counts: { ...noCounts(), accepted: 5 }, ...change },
  });

  describe("leases of delivery", () => {
    test("divide the slots of a link, and never give one to two processes", async () => {
      const all = workers("a", "b", "c", "d");
      for (let round = 0; round < 4; round++) {
        await Promise.all(all.map(async (worker) => worker.renew(6)));
        expect(all.reduce((sum, { used }) => sum + used, 0)).toBeLessThanOrEqual(6);
      }
      expect(all.map(({ used }) => used).sort()).toEqual([1, 1, 2, 2]);
      expect((await owners()).map(({ n }) => n).sort()).toEqual([1, 1, 2, 2]);
    });

    test("a slot stays with its process until that uses it no more", async () => {
      const [first, second] = workers("a", "b");
      await first?.renew(4);
      await second?.renew(4);
      expect([first?.used, second?.used]).toEqual([4, 0]);
      await first?.renew(4);
      if (first !== undefined) first.used = 4;
      await first?.renew(4);
      await second?.renew(4);
      expect([second?.used, await owners()]).toEqual([0, [{ owner: "a", n: 4 }]]);
      await first?.renew(4);
      await second?.renew(4);
      expect([first?.used, second?.used]).toEqual([2, 2]);
    });

    test("end by the time of the database: the next process has the slots, and what was in flight is uncertain", async () => {
      const [gone, next] = workers("gone", "next");
      await gone?.renew();
      await send(3);
      expect(await gone?.claim(2)).toHaveLength(2);
      await gone?.renew(4, 1);
      await eventually(async () => {
        await next?.renew();
        return next?.used === 4;
      });
      expect(await storeOf(0).links.uncertain(9)).toHaveLength(2);
      expect(await next?.claim(9)).toHaveLength(1);
    });

    test("that have ended give nothing back: late writes change nothing, and the name is not used again", async () => {
      const [late, next] = workers("late", "next");
      await late?.renew();
      await send(3);
      const claimed = (await late?.claim(2)) ?? [];
      await late?.renew(4, 1);
      await eventually(async () => {
        await next?.renew();
        return next?.used === 4;
      });
      const before = await counts();
      const { delivery } = storeOf(0);
      await delivery.settle(
        claimed.map(({ id }) => ({
          ...{ owner: "late", recipientId: id, linkId, at: noon, accepted: [] },
          end: { kind: "failed", code: "x" },
        })),
      );
      await delivery.takeBack("late", []);
      expect(await late?.claim(9)).toEqual([]);
      expect(
        await delivery.reroute({ owner: "late", linkId: 0, up: [linkId], after: undefined }),
      ).toBeUndefined();
      expect(await late?.renew()).toBe(false);
      expect([await counts(), await owners()]).toEqual([before, [{ owner: "next", n: 4 }]]);
    });

    test.each([
      { work: "a claim", lock: "SELECT 1 FROM delivery_lease WHERE owner = 'frozen' FOR SHARE" },
      { work: "a renewal", lock: "SELECT pg_advisory_xact_lock(4815162344)" },
    ])("other leases are renewed while a process is frozen in the transaction of $work", async ({ lock }) => {
      const [frozen, next] = workers("frozen", "next");
      await next?.renew();
      await frozen?.renew(4, 1);
      const database = await connect(postgresSettings(url));
      let resume = (): void => undefined;
      const resumed = new Promise<void>((resolve) => (resume = resolve));
      const held = new Promise<void>((resolve, reject) => {
        database
          .transaction(async (session) => {
            await session.exec(lock);
            resolve();
            await resumed;
            await session.exec("SELECT 1");
          })
          .catch(reject);
      });
      try {
        await held;
        expect(await next?.renew()).toBe(true);
      } finally {
        resume();
        await database.close();
      }
    });

    test("of others are left alone when a process starts, ends or expires", async () => {
      const [lives, ends, expires, starts] = workers("lives", "ends", "expires", "starts");
      for (const worker of [lives, ends, expires]) await worker?.renew(9);
      for (let round = 0; round < 3; round++)
        for (const worker of [lives, ends, expires]) await worker?.renew(9);
      await send(9);
      for (const worker of [lives, ends, expires]) expect(await worker?.claim(3)).toHaveLength(3);
      await storeOf(0).delivery.disown("ends");
      await expires?.renew(9, 1);
      await eventually(async () => {
        await starts?.renew(9);
        return (await storeOf(0).links.uncertain(9)).length === 6;
      });
      expect(await execute(url, "SELECT DISTINCT worker FROM recipient WHERE worker IS NOT NULL")).toEqual([
        { worker: "lives" },
      ]);
    });

    test("claims at once share what is due, each message once, and only of links with a slot", async () => {
      const all = workers("a", "b", "c", "d");
      for (let round = 0; round < 4; round++) for (const worker of all) await worker.renew(3);
      await send(200);
      const claimed = await Promise.all(
        Array.from({ length: 8 }, async () => Promise.all(all.map(async (worker) => worker.claim(25)))),
      );
      const ids = claimed.flat(2).map(({ id }) => id);
      const idle = all.findIndex(({ used }) => used === 0);
      expect(claimed.map((ofAll) => ofAll[idle])).toEqual(Array(8).fill([]));
      expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
    });

    test("what several processes spend of a customer's rate is added up", async () => {
      await storeOf(0).accounts.changeCustomer(42, { rate: 20 });
      const all = workers("a", "b");
      for (let round = 0; round < 3; round++) for (const worker of all) await worker.renew(4);
      await send(400);
      let total = 0;
      for (let now = noon; now <= noon + 10_000; now += 50)
        for (const got of await Promise.all(all.map((worker) => worker.claim(50, now)))) total += got.length;
      // 20 a second for ten seconds; a process may be ahead by a burst and by what it sends until it reads again.
      expect(total).toBeGreaterThan(190);
      expect(total).toBeLessThanOrEqual(200 + 2 * (6 + 4));
    });

    test("reports of processes at work are added up, and each process knows what the others have up", async () => {
      const [first, second] = workers("a", "b");
      const own = (process: string, codes: Record<string, number>) => ({
        byProcess: { [process]: { ...noCounts(), accepted: 5 } },
        codes,
      });
      const inFirst = report(own("a", { busy: 1 }));
      const inSecond = report({
        ...{ at: noon + 1, up: false, word: "waiting", problem: "busy" },
        ...own("b", { busy: 2, full: 1 }),
      });
      await first?.renew(4, 60_000, [inFirst]);
      await second?.renew(4, 60_000, [inSecond]);
      await first?.renew(4, 60_000, [inFirst]);
      expect([first?.elsewhere, second?.elsewhere]).toEqual([[], [linkId]]);
      expect(await storeOf(2).links.reports()).toEqual([
        report({
          ...{ at: noon + 1, problem: "busy", window: 20, used: 6 },
          counts: { ...noCounts(), accepted: 10 },
          byProcess: { ...inFirst.byProcess, ...inSecond.byProcess },
          codes: { busy: 3, full: 1 },
          ignored: {},
          peak: 0,
          responses: {},
        }),
      ]);
      await storeOf(0).delivery.disown("a");
      expect(await storeOf(2).links.reports()).toMatchObject([{ up: false, word: "waiting", window: 10 }]);
      await storeOf(0).delivery.disown("b");
      expect(await storeOf(2).links.reports()).toMatchObject([{ up: false, word: "no server" }]);
    });

    test("a link that is removed takes its slots along", async () => {
      const [only] = workers("a");
      await only?.renew();
      await storeOf(0).links.remove("test");
      expect(await owners()).toEqual([]);
      expect(await only?.renew()).toBe(true);
    });
  });

  test("a settlement of a lease that has ended still records what the network has accepted", async () => {
    const [late, next] = workers("late", "next");
    await late?.renew();
    await send(1);
    const [claimed] = (await late?.claim(1)) ?? [];
    await late?.renew(4, 1);
    await eventually(async () => {
      await next?.renew();
      return next?.used === 4;
    });
    await storeOf(0).delivery.settle([
      {
        ...{ owner: "late", recipientId: claimed?.id ?? 0, linkId, at: noon },
        ...{ accepted: [{ part: 1, messageId: "1a" }], end: { kind: "submitted" } },
      },
    ]);
    expect(await counts()).toEqual([{ state: RecipientState.Submitted, count: 1 }]);
  });

  test("a process whose first lease began without a response and has ended delivers under another name", async () => {
    const { delivery } = storeOf(0);
    const names: string[] = [];
    let go = (): void => undefined;
    const ended = new Promise<void>((resolve) => (go = resolve));
    const events: string[] = [];
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const role = new DeliveryRole({
      delivery: {
        disown: (owner) => delivery.disown(owner),
        own: async (request) => {
          names.push(request.owner);
          if (names.length > 1) {
            await ended;
            return delivery.own(request);
          }
          await delivery.own({ ...request, until: request.now + 1 });
          throw new Error("the response is lost");
        },
      },
      ...{ log: silent, now: Date.now, lease: 60_000, interval: 10, reports: () => [], wanted: () => [] },
      onHolding: () => undefined,
      onHeld: () => void events.push("begins"),
      onLost: async () => void events.push("ends"),
    });
    const [other] = workers("other");
    await eventually(async () => {
      await other?.renew();
      const rows = await execute(
        url,
        `SELECT 1 FROM delivery_lease WHERE owner = '${names[0] ?? ""}' AND ended`,
      );
      return rows.length === 1;
    });
    go();
    await eventually(() => role.isHeld);
    expect([names.includes(role.owner), role.owner === names[0], events]).toEqual([true, false, ["begins"]]);
    await role.leave();
  });
});
