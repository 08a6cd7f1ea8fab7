import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { connect } from "#server/storage/postgres/engine/connection.js";
import type { Database } from "#server/storage/postgres/engine/database.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { ClaimedMessage } from "#server/domain/delivery/claiming/claim.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { type Forwarder, startForwarder } from "../cluster/forwarder.js";
import { addLink, claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute, localServer } from "./local-server.js";
import { testsOn } from "./postgres-server.js";

/** Messages after which the server responds: Sync, and Query of the simple protocol. */
const ends = ["S", "Q"].map((letter) => letter.charCodeAt(0));

/** Counts round trips in the bytes of a client, each message a letter and its length; the first has no letter. */
function counter(onRoundTrip: () => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  let letters = 0;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      if (rest.length < letters + 4) return;
      const length = letters + rest.readUInt32BE(letters);
      if (rest.length < length) return;
      if (letters === 1 && ends.includes(rest[0] ?? 0)) onRoundTrip();
      rest = rest.subarray(length);
      letters = 1;
    }
  };
}

testsOn(await localServer(), (server) => {
  let url: string;
  let forwarder: Forwarder;
  let roundTrips = 0;

  beforeEach(async () => {
    const created = await server.createDatabase();
    forwarder = await startForwarder(server.port, () => counter(() => (roundTrips += 1)));
    url = created.replace(`:${server.port}/`, `:${forwarder.port}/`);
  });
  afterEach(() => forwarder.close());

  const counted = async <T>(
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly trips: number }> => {
    const before = roundTrips;
    const result = await work();
    return { result, trips: roundTrips - before };
  };

  describe("a transaction", () => {
    let database: Database;
    const insert = sql("INSERT INTO entry (n) VALUES ($1)");
    const cast = sql<{ readonly n: number }>("SELECT $1::text::int AS n");
    const all = sql<{ readonly n: number }>("SELECT n FROM entry ORDER BY n");
    const entries = async (): Promise<readonly number[]> => (await database.all(all)).map(({ n }) => n);

    beforeEach(async () => {
      await execute(url, "CREATE TABLE entry (n bigint CHECK (n >= 0))");
      database = await connect(postgresSettings(url));
    });
    afterEach(() => database.close());

    test("sends statements of one turn together, in their order", async () => {
      const { result, trips } = await counted(() =>
        database.transaction(async (session) => {
          session.post(insert, 1);
          return Promise.all([
            session.all(all),
            session.run(insert, 2),
            session.get(cast, "7"),
            session.all(all),
          ]);
        }),
      );
      expect(result).toEqual([[{ n: 1 }], 1, { n: 7 }, [{ n: 1 }, { n: 2 }]]);
      expect(trips).toBe(2);
    });

    test("sends posted statements with the commit, and nothing twice", async () => {
      const { trips } = await counted(() =>
        database.transaction(async (session) => {
          session.post(insert, 1);
          session.post(insert, 2);
          return Promise.resolve();
        }),
      );
      expect(trips).toBe(1);
      expect(await entries()).toEqual([1, 2]);
    });

    test.each([
      ["a posted statement", -1, "3"],
      ["a statement that is awaited", 1, "x"],
    ])("%s that fails undoes all, and the connection can be used", async (_, n, text) => {
      let undone = 0;
      const work = database.transaction(async (session) => {
        session.undo(() => (undone += 1));
        await session.run(insert, 5);
        session.post(insert, n);
        return session.get(cast, text);
      });
      await expect(work).rejects.toMatchObject({ name: "StoreError", code: "failed" });
      expect(undone).toBe(1);
      expect(await entries()).toEqual([]);
      expect(await database.transaction(async (session) => session.get(cast, "8"))).toEqual({ n: 8 });
    });

    test("a posted statement that fails with the commit undoes all", async () => {
      const work = database.transaction(async (session) => {
        await session.run(insert, 5);
        session.post(insert, -1);
      });
      await expect(work).rejects.toMatchObject({ code: "failed" });
      expect(await entries()).toEqual([]);
    });

    test("what goes on after a failure reaches no connection", async () => {
      let late: Promise<unknown> = Promise.resolve();
      const work = database.transaction(async (session) => {
        late = session.get(cast, "1").then(async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return session.run(insert, 9);
        });
        late.catch(() => undefined);
        await session.get(cast, "2");
        throw new Error("given up");
      });
      await expect(work).rejects.toThrow("given up");
      await expect(late).rejects.toMatchObject({ code: "failed" });
      expect(await entries()).toEqual([]);
    });
  });

  test("writes of messages take few round trips, however many they are", async () => {
    const store = await openPostgresStore(url);
    await openAccount(store, { payment: "postpaid" });
    await store.retention.prepare(noon);
    let round = 0;
    const life = async () => {
      const now = noon;
      round += 1;
      const submissions = Array.from({ length: 20 }, (_, index) => {
        const id = `t${round}-${index}`;
        return submission(id, { clientTransaction: { id, contentHash: "hash", keepFor: 1_000 } });
      });
      const submit = await counted(() => Promise.all(submissions.map((each) => store.outbox.submit(each))));
      await claimDue(store, now, 0);
      const linkId = (await store.links.links())[0]?.id ?? 0;
      const links = [{ linkId, up: true, free: 20 }];
      const claim = await counted(() => store.delivery.claim({ owner, now, validity: 1e12, links }));
      const claimed: readonly ClaimedMessage[] = claim.result;
      expect(claimed).toHaveLength(20);
      const settle = await counted(() =>
        store.delivery.settle(
          claimed.map(({ id }) => ({
            ...{ owner, recipientId: id, linkId, at: now, accepted: [{ part: 1, messageId: `m${id}` }] },
            end: { kind: "submitted" },
          })),
        ),
      );
      const receipts = await counted(() =>
        store.delivery.receipts(
          claimed.map(({ id, phone }) => ({
            ...{ linkId, phone, messageId: `m${id}`, keys: [`m${id}`], at: now, code: "000" },
            state: RecipientState.Delivered,
          })),
        ),
      );
      expect(new Set(receipts.result)).toEqual(new Set(["changes"]));
      return [submit, claim, settle, receipts].map(({ trips }) => trips);
    };
    await life();
    const [submit, claim, settle, receipts] = await life();
    expect({ submit, claim, settle, receipts }).toEqual({ submit: 2, claim: 4, settle: 3, receipts: 3 });
    await store.close();
  });

  test("a process that has nothing to do takes one round trip for each look, and two for its lease", async () => {
    const store = await openPostgresStore(url);
    await openAccount(store, { payment: "postpaid" });
    await addLink(store);
    const linkId = (await store.links.links())[0]?.id ?? 0;
    const request = {
      ...{ owner, now: noon, until: noon + 60_000, reports: [] },
      wanted: [{ linkId, slots: 2, used: 0 }],
    };
    await store.delivery.own(request);
    const lease = await counted(() => store.delivery.own(request));
    const due = await counted(() => store.delivery.nextDue([linkId, linkId + 1]));
    const posts = await counted(() => store.posts.waiting(noon));
    expect([lease.trips, due.trips, posts.trips]).toEqual([2, 1, 1]);
    expect(lease.result).toMatchObject({ kind: "shares", shares: [{ linkId, held: 2, target: 2 }] });
    await store.close();
  });
});
