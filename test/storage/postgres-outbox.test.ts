import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { hasId, rangesOf } from "#server/storage/schema/numbers.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { eventually } from "../eventually.js";
import { detailsOf, noon, openAccount, submission, ledgerOf } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";

const day = 86_400_000;
const everyWeek = { first: 0, last: Number.MAX_SAFE_INTEGER };

test.each([
  { id: "01b8f1a3-8694-7abc-8def-0123456789ab", want: Math.floor(0x01b8f1a38694 / (7 * day)) - 2922 },
  { id: "00000000-0000-7000-8000-000000000000", want: 0 },
])("the id $id is looked for in week $want first", ({ id, want }) => {
  expect(rangesOf(id)).toEqual([{ first: want * 2 ** 31, last: (want + 1) * 2 ** 31 - 1 }, everyWeek]);
});

test.each(["t1", "0190163d-8694-4abc-8def-0123456789ab", ""])(
  "the id %j is looked for in every week",
  (id) => {
    expect(rangesOf(id)).toEqual([everyWeek]);
  },
);

testsOn(await anyServer(), (server) => {
  const databases = databasesOf(server);
  let url: string;
  let store: Store;
  let stores: readonly Store[];

  beforeEach(async () => {
    url = await databases.takeUnused();
    store = await openPostgresStore(`${url}?connections=4`);
    const others = await Promise.all([1, 2, 3].map(async () => openPostgresStore(`${url}?connections=4`)));
    stores = [store, ...others];
  });
  afterEach(async () => {
    await Promise.all(stores.map(async (each) => each.close()));
    await databases.giveBack(url);
  });

  /** Calls through every store, several at once. */
  const everywhere = async <T>(times: number, call: (store: Store, index: number) => Promise<T>) =>
    Promise.all(
      stores.flatMap((each, place) =>
        Array.from({ length: times }, (_, index) => call(each, place * times + index)),
      ),
    );

  const count = async (table: string): Promise<unknown> =>
    Object.values((await execute(url, `SELECT count(*)::int AS n FROM ${table}`))[0] ?? {})[0];

  describe("submissions by several processes", () => {
    test("never take more than there is, and nothing is left of the others", async () => {
      await openAccount(store, { credit: 50_500 });
      const outcomes = await everywhere(64, ({ outbox }, index) => outbox.submit(submission(`t${index}`)));
      expect(outcomes.filter(({ kind }) => kind === "accepted")).toHaveLength(50);
      expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 500 }]);
      expect(await ledgerOf(store, 42)).toHaveLength(51);
      expect([await count("txn"), await count("recipient"), await count("recipient_count")]).toEqual([
        50, 50, 0,
      ]);
    });

    test("of one client transaction charge once, and all get the response of the first", async () => {
      await openAccount(store, { credit: 50_000 });
      const keys = [1, 2, 3].map((key) => ({ id: `c${key}`, contentHash: "h", keepFor: day }));
      const outcomes = await everywhere(30, ({ outbox }, index) =>
        outbox.submit(submission(`t${index}`, { clientTransaction: keys[index % 3] })),
      );
      expect(outcomes.filter(({ kind }) => kind === "accepted")).toHaveLength(3);
      expect(outcomes.filter(({ kind }) => kind === "repeated")).toHaveLength(117);
      const ids = outcomes.map((outcome) => ("transactionId" in outcome ? outcome.transactionId : ""));
      expect(new Set(ids).size).toBe(3);
      expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 47_000 }]);
    });

    test("states that are reported everywhere only move forward, and are counted once", async () => {
      await openAccount(store, { credit: 50_000 });
      const recipients = Array.from({ length: 20 }, (_, index) => String(12_025_550_100 + index));
      await store.outbox.submit(submission("t1", { recipients, hidden: true, text: "secret" }));
      const rows = await execute(url, "SELECT id::float AS id FROM recipient ORDER BY id");
      const ids = rows.map((row) => Number(Object.values(row)[0]));
      const { Submitted, Delivered, Expired } = RecipientState;
      await everywhere(6, ({ outbox }, index) => {
        const state = [Submitted, Delivered, Expired][index % 3] ?? Delivered;
        const some = index % 2 === 0 ? ids : [...ids].reverse();
        return outbox.advance(some.map((recipientId) => ({ recipientId, state, at: noon + index })));
      });
      const found = await store.outbox.statistics(42, "t1");
      const final = found?.counts.filter(({ state }) => state === Delivered || state === Expired) ?? [];
      expect(final.reduce((sum, each) => sum + each.count, 0)).toBe(20);
      expect(found?.counts).toEqual(final);
      expect(await execute(url, "SELECT text FROM txn")).toEqual([{ text: "" }]);
    });
  });

  describe("long lists", () => {
    const many = Float64Array.from({ length: 5200 }, (_, index) => 12_025_550_000 + index);
    const refused = [{ phone: "1", state: RecipientState.InvalidNumber }];

    test("become rows in every process, each recipient once and in its order, whoever reads meanwhile", async () => {
      await openAccount(store, { credit: 9_000_000 });
      await everywhere(1, ({ outbox }, index) =>
        outbox.submit(submission(`t${index}`, { recipients: many, refused })),
      );
      const phones = [...many].map(String);
      for (const [each, { outbox }] of stores.entries()) {
        const found = await detailsOf(outbox, 42, `t${each}`);
        expect(found.map(({ phone }) => phone)).toEqual([...phones, "1"]);
      }
      await eventually(async () => (await count("recipient_block")) === 0);
      expect(await count("recipient")).toBe(4 * 5201);
      const read = await detailsOf(store.outbox, 42, "t3");
      expect(read.map(({ phone }) => phone)).toEqual([...phones, "1"]);
      expect((await store.outbox.statistics(42, "t2"))?.counts).toEqual([
        { state: RecipientState.Queued, count: 5200 },
        { state: RecipientState.InvalidNumber, count: 1 },
      ]);
    });

    test("go on after the process that accepted them has ended", async () => {
      await openAccount(store, { credit: 9_000_000 });
      await execute(url, "ALTER TABLE recipient ADD CONSTRAINT none CHECK (link <> 0)");
      await store.outbox.submit(submission("t1", { recipients: many }));
      await store.close();
      expect(await count("recipient_block")).toBe(11);
      await execute(url, "ALTER TABLE recipient DROP CONSTRAINT none");
      await eventually(async () => (await count("recipient")) === 5200);
    });
  });

  describe("partitions", () => {
    test("are added for the days of what comes, once for all processes, and hold everything of a transaction", async () => {
      await openAccount(store, { credit: 900_000 });
      const at = (index: number): number => noon + (index % 5) * 7 * day;
      await everywhere(20, ({ outbox }, index) => outbox.submit(submission(`t${index}`, { at: at(index) })));
      const partitions = await execute(
        url,
        "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'txn'::regclass",
      );
      expect(partitions).toHaveLength(5);
      const apart = `SELECT 1 FROM recipient r JOIN txn t ON t.seq = r.txn
        WHERE replace(r.tableoid::regclass::text, 'recipient', 'txn') <> t.tableoid::regclass::text`;
      expect(await execute(url, apart)).toEqual([]);
      expect(await count("recipient")).toBe(80);
      expect(await store.outbox.statistics(42, "t7")).toMatchObject({ dueAt: noon });
    });

    test("a transaction whose id was made before midnight and that was accepted after it is found", async () => {
      await openAccount(store, { credit: 900_000 });
      const midnight = Math.floor(noon / day) * day;
      const time = (midnight - 1).toString(16).padStart(12, "0");
      const id = `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-0123456789ab`;
      const body = {
        kind: "mms",
        parts: [{ contentType: "image/png", contentId: "", body: Uint8Array.of(1) }],
        wishes: { expiresAt: undefined, priority: "High", deliveryReport: false },
      } as const;
      await store.outbox.submit(submission(id, { at: midnight, dueAt: midnight, body }));
      expect(await store.outbox.statistics(42, id)).toMatchObject({ dueAt: midnight });
      expect(await detailsOf(store.outbox, 42, id)).toHaveLength(1);
      expect(await store.outbox.mmsParts(id)).toHaveLength(1);
    });

    const partitionsOf = async (table: string) =>
      (
        (await execute(
          url,
          `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
           WHERE i.inhparent = '${table}'::regclass ORDER BY 1`,
        )) as { readonly name: string }[]
      ).map(({ name }) => name);
    const end = async (id: string) => {
      const rows = (await execute(
        url,
        `SELECT r.id::int8::text AS id FROM recipient r JOIN txn t ON t.seq = r.txn WHERE t.id = '${id}'`,
      )) as { readonly id: string }[];
      const changes = rows.map((row) => ({
        ...{ recipientId: Number(row.id), state: RecipientState.Delivered, at: noon },
      }));
      await store.outbox.advance(changes);
    };

    test("are made in advance, once", async () => {
      await store.retention.prepare(noon);
      const made = await partitionsOf("txn");
      expect(made).toHaveLength(3);
      await everywhere(4, async ({ retention }) => retention.prepare(noon));
      await openAccount(store, { credit: 900_000 });
      await store.outbox.submit(submission("t1"));
      expect(await partitionsOf("txn")).toEqual(made);
    });

    test("are dropped with everything in them once all of it is over, the oldest first", async () => {
      await openAccount(store, { credit: 900_000 });
      for (const [week, id] of ["a", "b", "c"].entries()) {
        const at = noon + week * 7 * day;
        await store.outbox.submit(submission(id, { at, dueAt: at }));
      }
      await execute(
        url,
        "INSERT INTO failed_attempt (recipient, slot, number, at, link, outcome) SELECT id, 1, 1, at, 1, 'failed' FROM recipient",
      );
      const before = noon + 100 * day;
      expect(await store.retention.dropDays(before, 9)).toBe(false);
      for (const id of ["a", "c"]) await end(id);
      expect(await store.retention.dropDays(noon + day, 9)).toBe(false);
      expect(await store.retention.dropDays(before, 9)).toBe(true);
      expect(await store.outbox.statistics(42, "a")).toBeUndefined();
      const known = async () => [
        (await store.outbox.statistics(42, "b"))?.counts,
        (await store.outbox.statistics(42, "c"))?.counts,
      ];
      expect((await known())[1]).toBeDefined();
      expect([await store.retention.dropDays(before, 9), await store.retention.dropDays(before, 9)]).toEqual([
        true,
        false,
      ]);
      expect(await known()).toEqual([[{ state: RecipientState.Queued, count: 1 }], undefined]);
      for (const table of ["txn", "recipient", "sent_part", "recipient_count", "mms_part"])
        expect(await partitionsOf(table)).toHaveLength(1);
      await end("b");
      const ended = await everywhere(1, async ({ retention }) => retention.dropDays(before, 9));
      expect(ended.filter(Boolean)).toHaveLength(1);
      expect([await count("txn"), await count("failed_attempt")]).toEqual([0, 0]);
    });

    test("are emptied of what lies beside them in short commits, and are read until the last one", async () => {
      await openAccount(store, { credit: 900_000 });
      await store.outbox.submit(submission("a", { at: noon, dueAt: noon }));
      await end("a");
      await execute(
        url,
        `INSERT INTO failed_attempt (recipient, slot, number, at, link, outcome)
         SELECT id, n, n, at, 1, 'retried' FROM recipient, generate_series(1, 3) AS s (n)`,
        "INSERT INTO contradiction (recipient, part, state, at) SELECT id, n, 6, at FROM recipient, generate_series(1, 5) AS s (n)",
      );
      const steps = [];
      for (let step = 1; step <= 4; step++)
        steps.push([
          await store.retention.dropDays(noon + 100 * day, 2),
          await count("contradiction"),
          await count("failed_attempt"),
          (await store.outbox.statistics(42, "a")) !== undefined,
        ]);
      expect(steps).toEqual([
        [true, 3, 1, true],
        [true, 1, 0, true],
        [true, 0, 0, false],
        [false, 0, 0, false],
      ]);
    });

    test("are dropped with a receipt that comes until they are locked", async () => {
      await openAccount(store, { credit: 900_000 });
      await store.outbox.submit(submission("a", { at: noon, dueAt: noon }));
      await end("a");
      // A receipt that contradicts the final state, after each deletion that does not keep it out.
      await execute(
        url,
        `CREATE FUNCTION receive() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF NOT EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'txn'::regclass
             AND mode = 'AccessExclusiveLock') THEN
             INSERT INTO contradiction (recipient, part, state, at) SELECT id, 1, 6, at FROM recipient;
           END IF;
           RETURN NULL;
         END $$`,
        "CREATE TRIGGER receive AFTER DELETE ON contradiction EXECUTE FUNCTION receive()",
      );
      expect(await store.retention.dropDays(noon + 100 * day, 9)).toBe(true);
      expect([await count("txn"), await count("contradiction")]).toEqual([0, 0]);
    });

    test("are read to the end before a drop has other calls wait", async () => {
      await openAccount(store, { credit: 900_000 });
      await store.outbox.submit(submission("a", { at: noon, dueAt: noon }));
      await end("a");
      // A view in place of the campaigns notes under which locks of the outbox they are read.
      await execute(url, "ALTER TABLE campaign RENAME TO campaign_row");
      await execute(url, "CREATE TABLE seen (mode text, tables int)");
      await execute(
        url,
        `CREATE FUNCTION note() RETURNS SETOF campaign_row LANGUAGE plpgsql VOLATILE AS $$ BEGIN
           INSERT INTO seen SELECT n.mode, (SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
             WHERE l.pid = pg_backend_pid() AND l.granted AND l.mode = n.mode AND c.relname ~ '^(txn|recipient)(_[0-9]+)?$')
           FROM unnest(ARRAY['ShareLock', 'AccessExclusiveLock']) AS n (mode);
           RETURN;
         END $$`,
      );
      await execute(url, "CREATE VIEW campaign AS SELECT * FROM campaign_row UNION ALL SELECT * FROM note()");
      expect(await store.retention.dropDays(noon + 100 * day, 9)).toBe(true);
      expect(await execute(url, "SELECT mode, tables FROM seen")).toEqual([
        { mode: "ShareLock", tables: 0 },
        { mode: "AccessExclusiveLock", tables: 0 },
        { mode: "ShareLock", tables: 2 },
        { mode: "AccessExclusiveLock", tables: 0 },
      ]);
    });

    test("are dropped while messages are accepted and read", async () => {
      await openAccount(store, { payment: "postpaid" });
      for (let week = 1; week <= 3; week++) {
        const at = noon - week * 7 * day;
        await store.outbox.submit(submission(`old${week}`, { at, dueAt: at }));
        await end(`old${week}`);
      }
      let isOver = false;
      const load = everywhere(4, async ({ outbox }, index) => {
        for (let call = 0; !isOver; call++) {
          const id = `t${index}-${call}`;
          await outbox.submit(submission(id));
          expect(await outbox.statistics(42, id)).toBeDefined();
        }
        return true;
      });
      let dropped = 0;
      await eventually(async () => {
        if (await store.retention.dropDays(noon, 9).catch(() => false)) dropped += 1;
        return dropped === 3;
      });
      isOver = true;
      await load;
      expect(await store.outbox.statistics(42, "old2")).toBeUndefined();
    });

    test("and transactions are deleted in the order of their days, whatever order they came in", async () => {
      await openAccount(store, { credit: 900_000 });
      for (const week of [2, 0, 1]) {
        const at = noon + week * 7 * day;
        await store.outbox.submit(submission(`t${week}`, { at, dueAt: at }));
        await end(`t${week}`);
      }
      const deleted: string[] = [];
      let place: number | undefined = 0;
      while (place !== undefined) {
        place = await store.retention.purgeTransactions(place, noon + 100 * day, 2);
        for (const id of ["t0", "t1", "t2"])
          if (!deleted.includes(id) && (await store.outbox.statistics(42, id)) === undefined)
            deleted.push(id);
      }
      expect(deleted).toEqual(["t0", "t1", "t2"]);
    });

    test("a look-up by a transaction id with a time reads the partition of its week alone", async () => {
      await openAccount(store, { credit: 900_000 });
      for (const week of [0, 1, 2])
        await store.outbox.submit(submission(`t${week}`, { at: noon + week * 7 * day }));
      const time = noon.toString(16).padStart(12, "0");
      const id = `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-0123456789ab`;
      await store.outbox.submit(submission(id));
      expect(await store.outbox.statistics(42, id)).toBeDefined();
      const { first, last } = rangesOf(id)[0] ?? everyWeek;
      const plan = await execute(
        url,
        `EXPLAIN SELECT seq FROM txn WHERE ${hasId("id", `'${id}'`)} AND seq BETWEEN ${first} AND ${last}`,
      );
      const text = JSON.stringify(plan);
      expect(new Set(text.match(/txn_\d{8}(?=[ "])/gu)).size).toBe(1);
      expect(text).toContain("substr_idx");
    });
  });
});
