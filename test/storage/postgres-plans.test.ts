import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, preparedDatabase, testsOn } from "./postgres-server.js";

testsOn(await anyServer(), (server) => {
  let url: string;
  let store: Store;

  beforeAll(async () => {
    url = await preparedDatabase(server);
    store = await openPostgresStore(url);
    await openAccount(store, { payment: "postpaid" });
    // Empty partitions mislead the planner.
    await store.retention.prepare(noon);
    const recipients = ["12025550101", "12025550102", "12025550103"];
    await Promise.all(
      Array.from({ length: 3_000 }, async (_, index) =>
        store.outbox.submit(submission(`old${index}`, { recipients })),
      ),
    );
    for (let round = 0; round < 8; round++) await deliver(500);
    await store.close();
    // As autovacuum does it: what is empty has no statistics.
    const filled = (await execute(
      url,
      "SELECT relname AS name FROM pg_stat_user_tables WHERE n_live_tup > 0 AND relname ~ '_\\d{8}$'",
    )) as { readonly name: string }[];
    await execute(url, ...filled.map(({ name }) => `ANALYZE ${name}`));
  });
  beforeEach(async () => {
    store = await openPostgresStore(url);
  });
  afterEach(async () => {
    await store.close();
  });

  /** Claims messages, and settles and reports all of them. */
  const deliver = async (count: number): Promise<void> => {
    const claimed = await claimDue(store, noon, count);
    await store.delivery.settle(
      claimed.map(({ id, linkId }) => ({
        ...{ owner, recipientId: id, linkId, at: noon, accepted: [{ part: 1, messageId: `m${id}` }] },
        end: { kind: "submitted" },
      })),
    );
    await store.delivery.receipts(
      claimed.slice(0, count / 2).map(({ id, linkId, phone }) => ({
        ...{ linkId, phone, messageId: `m${id}`, keys: [`m${id}`] },
        ...{ state: RecipientState.Delivered, at: noon },
      })),
    );
  };

  /** Entries that were read so far of the indexes of these tables. */
  const entries = async (): Promise<number> => {
    const [row] = (await execute(
      url,
      `SELECT coalesce(sum(idx_tup_read), 0)::int AS n FROM pg_stat_user_indexes
       WHERE relname ~ '^(txn|recipient|recipient_count|sent_part|binary_body|mms_part|mms_wishes)_\\d{8}$'`,
    )) as { readonly n: number }[];
    return row?.n ?? 0;
  };

  /** Sequential scans so far of the tables that grow with the messages; empty partitions are read so, and cost nothing. */
  const scans = async () =>
    Object.fromEntries(
      (
        (await execute(
          url,
          `SELECT relname AS name, seq_scan::int AS scans FROM pg_stat_user_tables
           WHERE n_live_tup > 0 AND relname ~ '^(txn|recipient|recipient_count|sent_part|binary_body|mms_part|mms_wishes)_\\d{8}$'`,
        )) as { readonly name: string; readonly scans: number }[]
      ).map((row) => [row.name, row.scans]),
    );

  /** Entries of indexes that one call may read. */
  const mostEntries = 2_000;

  /** More often than a connection plans a statement anew. */
  const times = 12;

  test.each<{ name: string; work: (index: number) => Promise<unknown> }>([
    {
      name: "a call",
      work: (index) =>
        store.outbox.submit(
          submission(`t${index}`, { clientTransaction: { id: `c${index}`, contentHash: "h", keepFor: 1e6 } }),
        ),
    },
    { name: "claims, settlements and receipts", work: () => deliver(10) },
    { name: "the status of a transaction", work: (index) => store.outbox.statistics(42, `old${index}`) },
    { name: "the details of a transaction", work: (index) => detailsOf(store.outbox, 42, `old${index}`) },
    { name: "when something is due", work: () => store.delivery.nextDue([1]) },
    { name: "the links that wait", work: () => store.delivery.waitingLinks() },
    { name: "messages that are overdue", work: () => store.delivery.expire(noon - 1e6, 1, 500) },
    { name: "receipts that are overdue", work: () => store.delivery.giveUp(noon - 1e6, noon, 500) },
    {
      name: "a lease",
      work: () => store.delivery.own({ owner, now: noon, until: noon + 60_000, reports: [], wanted: [] }),
    },
  ])("$name reads no table or index from its beginning to its end", async ({ work }) => {
    const [before, entriesBefore] = [await scans(), await entries()];
    for (let index = 0; index < times; index++) await work(index);
    // The statistics of a connection are complete when it has ended.
    await store.close();
    const after = await scans();
    const read = (await entries()) - entriesBefore;
    store = await openPostgresStore(url);
    expect(after).toEqual(before);
    // An index that is read from its beginning to its end has 4,000 entries or more.
    expect(read / times).toBeLessThan(mostEntries);
  });
});
