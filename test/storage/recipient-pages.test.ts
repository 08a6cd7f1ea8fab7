import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ClaimMemory } from "#server/domain/delivery/claim-round.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { recipientInserts } from "#server/storage/sqlite/hot/blocks.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { readsOn } from "#server/storage/sqlite/engine/scripts.js";
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

test("every recipient comes once and in order, however many blocks become rows between two pages", async () => {
  const txn = database.prepare<{ seq: number }>("SELECT seq FROM txn").get()?.seq ?? 0;
  const inserts = recipientInserts(database, new ClaimMemory());
  const reads = readsOn(database);
  const outbox = outboxReads(
    reads,
    snapshotsOf(reads, () => database),
  );
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
        for await (const rows of details?.pages ?? []) {
          found.push(...rows.map(({ phone }) => phone));
          for (let times = expansions[page++] ?? 0; times > 0; times--) inserts.expand();
        }
        expect(found).toEqual([...phones(count).map(String), "1"]);
      },
    ),
    { numRuns: 40 },
  );
});
