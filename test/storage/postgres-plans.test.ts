import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { ClaimedMessage } from "#server/domain/delivery/claiming/claim.js";
import type { Store } from "#server/ports/store.js";
import { eventually } from "../eventually.js";
import { claimDue, owner } from "./claims.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";

/** More often than a connection plans a statement anew. */
const times = 12;

/** The end of the names of the partitions of a time. */
function weekName(at: number): string {
  const begun = Math.floor(at / 604_800_000) * 604_800_000;
  return new Date(begun).toISOString().slice(0, 10).replaceAll("-", "");
}

testsOn(await anyServer(), (server) => {
  let url: string;
  let store: Store;

  beforeAll(async () => {
    url = await server.createDatabase();
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

  /** Settles claimed messages, and reports a share of them. */
  const end = async (claimed: readonly ClaimedMessage[], share: number): Promise<void> => {
    await store.delivery.settle(
      claimed.map(({ id, linkId }) => ({
        ...{ owner, recipientId: id, linkId, at: noon, accepted: [{ part: 1, messageId: `m${id}` }] },
        end: { kind: "submitted" },
      })),
    );
    await store.delivery.receipts(
      claimed.slice(0, claimed.length * share).map(({ id, linkId, phone }) => ({
        ...{ linkId, phone, messageId: `m${id}`, keys: [`m${id}`] },
        ...{ state: RecipientState.Delivered, at: noon },
      })),
    );
  };

  /** Claims messages, settles all of them, and reports half. */
  const deliver = async (count: number): Promise<void> => end(await claimDue(store, noon, count), 0.5);

  /** Whether somebody else is connected. The statistics of a connection are complete before it leaves this list. */
  const isInUse = async (): Promise<boolean> => {
    const others =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    return (await execute(url, others)).length > 0;
  };

  /** Reads statistics of all that was done so far, however busy the server is. */
  const statistics = async <T>(read: () => Promise<T>): Promise<T> => {
    await store.close();
    await eventually(async () => !(await isInUse()));
    const found = await read();
    store = await openPostgresStore(url);
    return found;
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

  test("settlements and receipts use no index of another week", async () => {
    const week = 604_800_000;
    const searches = (): Promise<unknown> =>
      statistics(() =>
        execute(
          url,
          `SELECT relname AS name, sum(idx_scan)::int AS n FROM pg_stat_user_indexes
           WHERE relname ~ '^(txn|recipient|recipient_count|sent_part)_\\d{8}$' AND relname !~ '_${weekName(noon)}$' GROUP BY 1 ORDER BY 1`,
        ),
      );
    for (const weeks of [2, 3, 4])
      await store.outbox.submit(submission(`week${weeks}`, { at: noon - weeks * week, dueAt: noon + week }));
    const claimed = await claimDue(store, noon, times);
    expect(claimed).toHaveLength(times);
    const before = await searches();
    for (const message of claimed) await end([message], 1);
    expect(await searches()).toEqual(before);
  });

  test("claims, settlements and receipts wait for no lock of another week, as the drop of a partition takes it", async () => {
    await store.outbox.submit(submission("locked"));
    const database = await connect(postgresSettings(url));
    try {
      await database.transaction(async (session) => {
        const name = weekName(noon + 604_800_000);
        const tables = ["txn", "recipient", "sent_part"].map((table) => `${table}_${name}`);
        await session.exec(`LOCK TABLE ${tables.join(", ")} IN SHARE MODE`);
        const claimed = await claimDue(store, noon, 1);
        expect(claimed).toHaveLength(1);
        await end(claimed, 1);
      });
    } finally {
      await database.close();
    }
  });

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
    {
      name: "the messages to a number",
      work: () =>
        store.desk.candidates(
          { kind: "number", number: { digits: "12025550101", whole: true } },
          undefined,
          20,
        ),
    },
    {
      name: "the messages to numbers with a rare prefix",
      work: () =>
        store.desk.candidates(
          { kind: "number", number: { digits: "120255501019", whole: false } },
          undefined,
          20,
        ),
    },
    {
      name: "the messages to numbers with a frequent prefix",
      work: () =>
        store.desk.candidates({ kind: "number", number: { digits: "1202", whole: false } }, undefined, 20),
    },
    { name: "when something is due", work: () => store.delivery.nextDue([1]) },
    { name: "the links that wait", work: () => store.delivery.waitingLinks() },
    { name: "messages that are overdue", work: () => store.delivery.expire(noon - 1e6, 1, 500) },
    { name: "receipts that are overdue", work: () => store.delivery.giveUp(noon - 1e6, noon, 500) },
    {
      name: "a lease",
      work: () => store.delivery.own({ owner, now: noon, until: noon + 60_000, reports: [], wanted: [] }),
    },
  ])("$name reads no table or index from its beginning to its end", async ({ work }) => {
    const read = async () => ({ scans: await scans(), entries: await entries() });
    const before = await statistics(read);
    for (let index = 0; index < times; index++) await work(index);
    const after = await statistics(read);
    expect(after.scans).toEqual(before.scans);
    // An index that is read from its beginning to its end has 4,000 entries or more.
    expect((after.entries - before.entries) / times).toBeLessThan(mostEntries);
  });
});
