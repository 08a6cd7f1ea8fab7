import { beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { RecipientState } from "#server/domain/recipient-state.js";
import { cleanUp } from "#server/work/maintenance/retention.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { claimDue } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { unusedDatabase } from "./new-database.js";
import { anyServer, testsOn } from "./postgres-server.js";

const day = 86_400_000;
const keepFor = { messages: 90 * day, texts: 90 * day, inbox: 90 * day, audit: Infinity, ledger: Infinity };

/** Holds a lock that conflicts with dropping a partition, until the returned function is called. */
async function lockTransactions(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE ONLY txn IN ACCESS SHARE MODE");
  return () => client.end();
}

testsOn(await anyServer(), () => {
  let url: string;
  let store: Store;
  const lines: string[] = [];
  const line = (level: string) => (_fields: object, text: string) => void lines.push(`${level}: ${text}`);
  const log = { info: line("info"), warn: line("warn"), error: line("error") };

  /** Two weeks with a message each that has its final state. */
  beforeEach(async () => {
    lines.length = 0;
    url = await unusedDatabase();
    store = await openStore(url);
    await openAccount(store, { credit: 9_000 });
    for (const week of [0, 1]) {
      const at = noon + week * 7 * day;
      await store.outbox.submit(submission(`t${week}`, { at, dueAt: at }));
    }
    const states = (await claimDue(store, noon + 30 * day, 9)).map(({ id: recipientId }) => ({
      ...{ recipientId, state: RecipientState.Delivered, at: noon },
    }));
    await store.outbox.advance(states);
  });

  const partitions = async () =>
    (await execute(url, "SELECT FROM pg_inherits WHERE inhparent = 'txn'::regclass")).length;

  /** Cleans up a year later; `paused` is called with each pause between two attempts. */
  async function clean(paused: (milliseconds: number) => Promise<void>): Promise<void> {
    const options = { store, now: () => noon + 365 * day, keepFor, log };
    await cleanUp(options, async (milliseconds) => {
      if (milliseconds !== undefined) await paused(milliseconds);
      return true;
    });
    await store.close();
  }

  test("a partition whose lock is held for a moment is dropped soon after, and a line says why it waits", async () => {
    const release = await lockTransactions(url);
    const before = await partitions();
    const pauses: number[] = [];
    await clean(async (milliseconds) => {
      pauses.push(milliseconds);
      if (pauses.length === 2) await release();
    });
    expect(pauses).toEqual([1_000, 2_000]);
    expect(lines).toEqual(Array(2).fill("warn: old days are in use; they are dropped later"));
    // Those of the year after are made in advance.
    expect(await partitions()).toBe(before - 2 + 3);
  });

  test("a partition whose lock stays held is emptied row by row, with an error in the log", async () => {
    const release = await lockTransactions(url);
    const pauses: number[] = [];
    await clean(async (milliseconds) => {
      pauses.push(milliseconds);
    });
    await release();
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(lines.at(-1)).toBe("error: old days cannot be dropped; messages are deleted one by one");
    expect(await execute(url, "SELECT FROM txn")).toEqual([]);
  });
});
