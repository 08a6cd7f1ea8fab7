import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ClaimMemory } from "#server/domain/delivery/claiming/round.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { PagePlace } from "#server/domain/delivery/submitting/recipient-paging.js";
import { recipientInserts } from "#server/storage/sqlite/hot/blocks.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { readsOn } from "#server/storage/sqlite/engine/scripts.js";
import type { Reads } from "#server/storage/script/reads.js";
import { snapshotsOf } from "#server/storage/sqlite/store.js";
import { outboxReads } from "#server/storage/tables/outbox/outbox-reads.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount, submission, temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
let database: Database;

beforeAll(async () => {
  const file = join(folder.path, "messenger.db");
  const store = await openStore(`sqlite:${file}`);
  await openAccount(store, { credit: 10_000 });
  await store.outbox.submit(submission("t1"));
  await store.close();
  database = (await loadDriver()).open(file, false);
  database.exec("PRAGMA synchronous = OFF");
  // Without counts a transaction is unknown.
  database.exec("INSERT INTO recipient_count (txn, state, n) SELECT seq, 1, 1 FROM txn");
});

afterAll(() => {
  database.close();
  folder.remove();
});

/** Numbers of a transaction, the accepted ones first. */
const phones = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => 12_025_550_000 + index);

/** The transaction, and an outbox that counts the rows it reads. */
function setUp() {
  const plain = readsOn(database);
  const seen = { rows: 0 };
  const reads: Reads = {
    get: async (...statement) => {
      const row = await plain.get(...statement);
      if (row !== undefined) seen.rows += 1;
      return row;
    },
    all: async (...statement) => {
      const rows = await plain.all(...statement);
      seen.rows += rows.length;
      return rows;
    },
  };
  return {
    txn: database.prepare<{ seq: number }>("SELECT seq FROM txn").get()?.seq ?? 0,
    inserts: recipientInserts(database, new ClaimMemory()),
    seen,
    outbox: outboxReads(
      reads,
      snapshotsOf(reads, () => database),
    ),
  };
}

type Outbox = ReturnType<typeof setUp>["outbox"];

test("every recipient comes once and in order, however many blocks become rows between two pages", async () => {
  const { txn, inserts, outbox } = setUp();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 9_000 }),
      fc.integer({ min: 0, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
      async (count, expanded, expansions) => {
        database.exec("BEGIN; DELETE FROM recipient; DELETE FROM recipient_block");
        const refused = [{ phone: "1", state: RecipientState.Blacklisted }];
        inserts.store({ txn, recipients: Float64Array.from(phones(count)), refused, dueAt: noon, at: noon });
        for (let times = 0; times < expanded; times++) inserts.expand();
        database.exec("COMMIT");
        const found: string[] = [];
        let page = 0;
        const details = await outbox.details(42, "t1");
        for await (const { recipients } of details?.pages ?? []) {
          found.push(...recipients.map(({ phone }) => phone));
          for (let times = expansions[page++] ?? 0; times > 0; times--) inserts.expand();
        }
        expect(found).toEqual([...phones(count).map(String), "1"]);
      },
    ),
    { numRuns: 40 },
  );
});

/** Reads `limit` recipients behind a place, as a call for a page does. */
async function pageOf(outbox: Outbox, place: PagePlace | undefined, limit: number) {
  const details = await outbox.details(42, "t1");
  const phones: string[] = [];
  let next: PagePlace | undefined;
  for await (const { recipients, placeAfter } of (place === undefined
    ? details?.pages
    : details?.pagesAfter(place)) ?? []) {
    const taken = recipients.slice(0, limit - phones.length);
    phones.push(...taken.map(({ phone }) => phone));
    next = placeAfter(taken.length);
    if (phones.length === limit) break;
  }
  return { phones, next };
}

test("pages of any length continue where the one before ended, while blocks become rows", async () => {
  const { inserts, outbox, txn } = setUp();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3_000 }),
      fc.integer({ min: 100, max: 900 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 40, maxLength: 40 }),
      async (count, limit, expansions) => {
        database.exec("BEGIN; DELETE FROM recipient; DELETE FROM recipient_block");
        const refused = [{ phone: "1", state: RecipientState.Blacklisted }];
        inserts.store({ txn, recipients: Float64Array.from(phones(count)), refused, dueAt: noon, at: noon });
        database.exec("COMMIT");
        const found: string[] = [];
        let place: PagePlace | undefined;
        for (let page = 0; ; page++) {
          const read = await pageOf(outbox, place, limit);
          found.push(...read.phones);
          place = read.next;
          for (let times = expansions[page] ?? 0; times > 0; times--) inserts.expand();
          if (read.phones.length < limit) break;
        }
        expect(found).toEqual([...phones(count).map(String), "1"]);
      },
    ),
    { numRuns: 30 },
  );
});

test("a page in the depth reads no more rows than one near the beginning", async () => {
  const { inserts, seen, outbox, txn } = setUp();
  database.exec("BEGIN; DELETE FROM recipient; DELETE FROM recipient_block");
  inserts.store({ txn, recipients: Float64Array.from(phones(9_000)), refused: [], dueAt: noon, at: noon });
  while (inserts.expand());
  database.exec("COMMIT");
  const read: number[] = [];
  let place: PagePlace | undefined;
  for (let page = 0; page < 17; page++) {
    seen.rows = 0;
    const found = await pageOf(outbox, place, 500);
    expect(found.phones[0]).toBe(String(phones(9_000)[page * 500]));
    place = found.next;
    read.push(seen.rows);
  }
  const [, second, ...deeper] = read;
  expect(second).toBeGreaterThanOrEqual(500);
  expect(deeper.map((rows) => rows > (second ?? 0))).toEqual(deeper.map(() => false));
});
