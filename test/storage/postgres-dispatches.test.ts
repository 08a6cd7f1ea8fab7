import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ClaimedMessage } from "#server/domain/delivery/claiming/claim.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { checkPostgres } from "#server/storage/postgres/inspect.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";

testsOn(await anyServer(), (server) => {
  const databases = databasesOf(server);
  let url: string;
  let store: Store;

  beforeEach(async () => {
    url = await databases.takeUnused();
    store = await openPostgresStore(url);
    await openAccount(store, { payment: "postpaid" });
    // The receipts of a loopback are polled.
    const link = { name: "a", kind: "smpp", url: "smpp://a@192.0.2.1", password: "", network: "a" } as const;
    await store.links.add({ ...link, settings: {}, ofFile: false }, 0);
  });
  afterEach(async () => {
    await store.close();
    expect((await checkPostgres(url)).filter(({ ok }) => !ok)).toEqual([]);
    await databases.giveBack(url);
  });

  const claim = async (count: number): Promise<readonly ClaimedMessage[]> => {
    for (let index = 0; index < count; index++) await store.outbox.submit(submission(`t${index}`));
    return claimDue(store, noon, count);
  };
  const settle = (claimed: readonly ClaimedMessage[], end: SettlementEnd, at = noon): Promise<unknown> =>
    store.delivery.settle(
      claimed.map(({ id, linkId }) => ({
        ...{ owner, recipientId: id, linkId, at, end },
        accepted: end.kind === "submitted" ? [{ part: 1, messageId: `m${id}` }] : [],
      })),
    );
  const report = (claimed: readonly ClaimedMessage[]): Promise<unknown> =>
    store.delivery.receipts(
      claimed.map(({ id, linkId, phone }) => ({
        ...{ linkId, phone, messageId: `m${id}`, keys: [`m${id}`] },
        ...{ state: RecipientState.Delivered, at: noon },
      })),
    );
  const submitted = { kind: "submitted" } as const;
  const held = { kind: "held", code: "no response" } as const;
  const queued: SettlementEnd = {
    ...({ kind: "queued", counts: "attempt" } as const),
    ...{ nextAt: noon + 1e6, linkId: 1, uncertain: false, code: undefined },
  };

  test("a claimed message is accepted and reported without a change of an index", async () => {
    const claimed = await claim(5);
    await settle(claimed, submitted);
    await report(claimed);
    // The statistics of a connection are complete when it has ended.
    await store.close();
    const updates = await execute(
      url,
      `SELECT sum(n_tup_upd)::int AS all, sum(n_tup_hot_upd)::int AS hot FROM pg_stat_user_tables WHERE relname LIKE 'recipient\\_2%'`,
    );
    // The claim takes each out of its queue.
    expect(updates).toEqual([{ all: 15, hot: 10 }]);
  });

  describe("of claimed messages, found without a search", () => {
    const found = () =>
      execute(
        url,
        `SELECT count(d.id)::int AS dispatched, count(r.late_since)::int AS late, count(r.held_at)::int AS held
         FROM recipient r LEFT JOIN dispatched d ON d.id = r.id`,
      );
    /** Some of five messages are settled; those before `noon` are looked for as late ones. */
    const look = (since: number): Promise<number> => store.delivery.giveUp(noon - 1e9, noon + since, 500);

    test.each([
      { name: "in flight stay", since: 60_000, ends: [], want: { dispatched: 5, late: 0, held: 0 } },
      {
        name: "without a receipt stay at first",
        since: 6_000,
        ends: [submitted, submitted],
        want: { dispatched: 5, late: 0, held: 0 },
      },
      {
        name: "without a receipt are late then",
        since: 31_000,
        ends: [submitted, submitted],
        want: { dispatched: 3, late: 2, held: 0 },
      },
      {
        name: "that are uncertain leave",
        since: 6_000,
        ends: [held],
        want: { dispatched: 4, late: 0, held: 1 },
      },
      {
        name: "that wait again leave",
        since: 6_000,
        ends: [queued],
        want: { dispatched: 4, late: 0, held: 0 },
      },
    ])("those $name", async ({ since, ends, want }) => {
      const claimed = await claim(5);
      for (const [index, end] of ends.entries()) await settle(claimed.slice(index, index + 1), end);
      expect(await look(since)).toBe(0);
      expect(await found()).toEqual([want]);
      expect(await store.links.queues()).toMatchObject([
        {
          underWay: 5 - ends.length,
          withoutReceipt: ends.filter((end) => end === submitted).length,
          uncertain: want.held,
        },
      ]);
    });

    test("a late one is reported, or given up", async () => {
      const [first, ...others] = await claim(2);
      if (first === undefined) throw new Error("nothing is claimed");
      await settle([first, ...others], submitted);
      await look(31_000);
      await report([first]);
      expect(await found()).toEqual([{ dispatched: 0, late: 1, held: 0 }]);
      expect(await store.delivery.giveUp(noon + 1, noon + 1, 500)).toBe(1);
      expect(await found()).toEqual([{ dispatched: 0, late: 0, held: 0 }]);
      expect(await execute(url, "SELECT count(*)::int AS n FROM dispatch")).toEqual([{ n: 0 }]);
    });

    test("one that was accepted after it was given back is late at once", async () => {
      const claimed = await claim(1);
      await settle(claimed, queued);
      await look(6_000);
      await settle(claimed, submitted);
      expect(await found()).toEqual([{ dispatched: 0, late: 1, held: 0 }]);
    });
  });
});
