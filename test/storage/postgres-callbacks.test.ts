import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { type Callback, callbackKey } from "#server/domain/callbacks/callbacks.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { eventually } from "../eventually.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { sharedStores } from "./postgres-stores.js";

const later = noon + 1e6;
const messages = 20;
const parts = 6;

async function openTarget(store: Store): Promise<void> {
  await openAccount(store, { payment: "postpaid" });
  await store.callbacks.setTarget(
    {
      ...{ customerId: 42, url: "https://shop.example.com/states", parts: true, private: false },
      secret: `whsec_${Buffer.alloc(32).toString("base64")}`,
    },
    noon,
  );
}

/** Messages of some parts that a network has accepted; returns their ids. */
async function inFlight(store: Store): Promise<readonly number[]> {
  const recipients = Array.from({ length: messages }, (_, index) => String(12_025_550_100 + index));
  await store.outbox.submit(submission("t1", { recipients, parts }));
  const ids = (await claimDue(store, noon, messages)).map(({ id }) => id);
  await store.delivery.settle(
    ids.map((recipientId) => ({
      ...{ owner, recipientId, linkId: 1, at: noon, end: { kind: "submitted" } },
      accepted: Array.from({ length: parts }, (_, at) => ({
        part: at + 1,
        messageId: `${recipientId}-${at + 1}`,
      })),
    })),
  );
  return ids;
}

async function report(store: Store, ids: readonly number[], part: number): Promise<void> {
  await store.delivery.receipts(
    ids.map((id) => ({
      ...{ linkId: 1, messageId: `${id}-${part}`, keys: [`${id}-${part}`], phone: undefined },
      ...{ state: RecipientState.Delivered, at: noon, code: undefined },
    })),
  );
}

testsOn(await anyServer(), (server) => {
  describe("callbacks of several processes", () => {
    const shared = sharedStores(server);

    test("customers() omits a customer whose due callbacks are claimed by other processes", async () => {
      const [one, other] = shared().all;
      if (one === undefined || other === undefined) throw new Error("no stores");
      await openTarget(one);
      await report(one, (await inFlight(one)).slice(0, 1), 1);
      expect(await other.callbacks.queue.customers(later)).toEqual([42]);
      const [due] = await one.callbacks.queue.due(42, later, 9);
      expect(await one.callbacks.queue.take(due?.id ?? 0)).toBe(true);
      expect(await other.callbacks.queue.customers(later)).toEqual([]);
    });

    test("each message has one callback, whatever week it is of, and whichever form of a statement closes it", async () => {
      const { first: store, url } = shared();
      await openTarget(store);
      const week = 604_800_000;
      for (const [index, weeks] of [0, 1, 0, 2].entries())
        for (const recipients of [["12025550101"], ["12025550102", "12025550103"]])
          await store.outbox.submit(
            submission(`t${index} ${recipients.length}`, {
              at: noon - weeks * week,
              dueAt: noon,
              recipients,
            }),
          );
      const claimed = await claimDue(store, noon, 99);
      await store.delivery.settle(
        claimed.map(({ id, linkId }) => ({
          owner,
          recipientId: id,
          linkId,
          at: noon,
          end: { kind: "submitted" },
          accepted: [{ part: 1, messageId: `${id}-1` }],
        })),
      );
      const ids = claimed.map(({ id }) => id).sort((one, other) => one - other);
      // The second time, nothing changes.
      await report(store, ids, 1);
      await report(store, ids, 1);
      const callbacks =
        "SELECT recipient::text, state FROM callback WHERE part IS NULL ORDER BY callback.recipient";
      expect(await execute(url, callbacks)).toEqual(
        ids.map((id) => ({ recipient: String(id), state: RecipientState.Delivered })),
      );
      expect(ids).toHaveLength(12);
    });

    test("no callback waits for ever, and those of one message are posted one at a time", async () => {
      await openTarget(shared().first);
      const ids = await inFlight(shared().first);
      const posting = new Set<number>();
      const posted = new Map<number, string[]>();
      const isDropped = (id: number): boolean => ids.indexOf(id) % 2 === 1;
      let left = 1;

      const post = async ({ callbacks: { queue } }: Store, callback: Callback): Promise<void> => {
        if (!(await queue.take(callback.id))) return;
        const { messageId } = callback;
        const key = callbackKey(callback);
        // A retried callback and the one that was due meanwhile may be posted at once.
        if (!isDropped(messageId)) expect(posting.has(messageId)).toBe(false);
        posting.add(messageId);
        await new Promise((resolve) => setTimeout(resolve, 1));
        posting.delete(messageId);
        const before = posted.get(messageId) ?? [];
        posted.set(messageId, [...before, key]);
        if (isDropped(messageId) && !before.includes(key))
          await queue.giveUp({ id: callback.id, at: noon, failure: "HTTP 500" });
        else await queue.end(callback.id, noon);
      };
      const poster = async (store: Store): Promise<void> => {
        while (left > 0) {
          const due = await store.callbacks.queue.due(42, later, 8);
          await Promise.all(due.map((callback) => post(store, callback)));
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      };
      const operator = async ({ callbacks }: Store): Promise<void> => {
        while (left > 0) {
          const failed = await callbacks.list({ customerId: 42, failed: true }, 3);
          await callbacks.retry({ ids: failed.map(({ id }) => id) }, noon);
          await new Promise((resolve) => setTimeout(resolve, 3));
        }
      };
      const [reporter, first, second, third] = shared().all;
      if (reporter === undefined || first === undefined || second === undefined || third === undefined)
        throw new Error("no stores");
      const others = Promise.all([poster(first), poster(second), operator(third)]);
      try {
        for (let part = 1; part <= parts; part++)
          for (let start = 0; start < messages; start += 4)
            await report(reporter, ids.slice(start, start + 4), part);
        // The rest ends without the messages: retention deletes them.
        await execute(shared().url, "DELETE FROM recipient");
        await eventually(async () => (await execute(shared().url, "SELECT 1 FROM callback")).length === 0);
      } finally {
        left = 0;
        await others;
      }
      const wanted = (id: number) => [
        ...Array.from({ length: parts }, (_, at) => `t1.${id}.${at + 1}`),
        `t1.${id}`,
      ];
      for (const id of ids.filter((each) => !isDropped(each))) expect(posted.get(id)).toEqual(wanted(id));
      for (const id of ids.filter(isDropped)) expect(new Set(posted.get(id))).toEqual(new Set(wanted(id)));
    });
  });

  describe("callbacks that wait for another of their message", () => {
    let url = "";
    let store: Store;
    beforeEach(async () => {
      url = await server.createDatabase();
    });
    afterEach(async () => {
      await store.close();
    });

    /** Rows of one message, each of which may be in the database before `ready` was. */
    const fill = (count: number): string =>
      `INSERT INTO callback (customer_id, transaction_id, recipient, phone, state, at, next_at, until)
       SELECT 42, 't1', n % 10, '12025550101', 6, 0, CASE WHEN n % 20 < 10 THEN n END, n FROM generate_series(1, ${count}) n`;

    test.each([
      { other: "DELETE FROM callback WHERE id = 2", end: "COMMIT", want: 3 },
      { other: "UPDATE callback SET next_at = NULL WHERE id = 2", end: "COMMIT", want: 3 },
      { other: "DELETE FROM callback WHERE id = 2", end: "ROLLBACK", want: 2 },
    ])(
      "of a deleted message are released one by one, also while the next one ends: $other, $end",
      async ({ other, end, want }) => {
        store = await openPostgresStore(url);
        await openTarget(store);
        await execute(
          url,
          `INSERT INTO callback (customer_id, transaction_id, recipient, phone, state, at, next_at, until)
           SELECT 42, 't1', 9, '12025550101', 6, 0, n, ${later} FROM generate_series(1, 3) n`,
        );
        const [first] = await store.callbacks.queue.due(42, later, 9);
        expect(first?.id).toBe(1);
        const session = new pg.Client({ connectionString: url });
        await session.connect();
        try {
          await session.query("BEGIN");
          await session.query(other);
          const ending = store.callbacks.queue.end(1, noon);
          const locks = "SELECT 1 FROM pg_locks WHERE NOT granted";
          await eventually(async () => (await execute(url, locks)).length > 0);
          await session.query(end);
          await ending;
        } finally {
          await session.end();
        }
        expect((await store.callbacks.queue.due(42, later, 9)).map(({ id }) => id)).toEqual([want]);
      },
    );

    test("a search for due callbacks does not read waiting ones", async () => {
      store = await openPostgresStore(url);
      await openTarget(store);
      await execute(url, fill(20_000), "ANALYZE callback");
      const entries = async (): Promise<number> => {
        await execute(url, "SELECT pg_stat_clear_snapshot()");
        const [row] = (await execute(
          url,
          `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'callback')::int
             + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'callback')::int AS n`,
        )) as { readonly n: number }[];
        return row?.n ?? 0;
      };
      const before = await entries();
      for (let time = 0; time < 12; time++) {
        expect(await store.callbacks.queue.due(42, later, 99)).toHaveLength(10);
        expect(await store.callbacks.queue.customers(later)).toEqual([42]);
      }
      // The statistics of a connection are complete when it has ended.
      await store.close();
      expect((await entries()) - before).toBeLessThan(1_000);
    });
  });
});
