import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { noSignals } from "../../ports/service.js";
import type { Store } from "../../ports/store.js";
import { once, shared } from "messenger-gen-host/tasks";
import { phoneGroup, transactionGroup } from "../schema/numbers.js";
import type { SchemaUse } from "../schema/steps.js";
import { type OnCommit, notifying } from "../script/calls.js";
import type { ApartReads, Reads, Snapshots } from "../script/reads.js";
import { revisions, type Versions } from "../tables/kept.js";
import { commonStores, storeApart } from "../tables/subjects.js";
import { apartReads } from "./apart.js";
import { countsOf } from "./counts.js";
import { createFile, openReader, requireFile } from "./engine/connection.js";
import type { Database, DriverName } from "./engine/database.js";
import { driverNames, loadDriver } from "./engine/driver.js";
import { Changes } from "./engine/kept.js";
import { readsOn, ScriptRunner } from "./engine/scripts.js";
import { withSharedSnapshots, withSnapshot } from "./engine/snapshot.js";
import { threadScript, WriterClient } from "./engine/writer-client.js";
import { packings } from "./packings.js";
import type { Writes } from "./writes.js";

/** `reads` show one moment to the statements of one callback; long reads have a connection of their own. */
export function snapshotsOf(reads: Reads, openOther: () => Database): Snapshots {
  return {
    brief: (read) => read(reads),
    long: (read) => withSnapshot(openOther, (database) => read(readsOn(database))),
    // About two milliseconds.
    slice: 1_000,
    pause: () => setImmediate(),
  };
}

function versionsOf(reader: Database, changes: Changes): Versions {
  const runner = new ScriptRunner(reader);
  let looks = 0;
  return {
    accounts: changes.version("revisions", () => runner.get(revisions.accounts)?.n ?? 0),
    prices: changes.version("revisions", () => runner.get(revisions.prices)?.n ?? 0),
    commits: changes.version("commits", () => ++looks),
  };
}

/** The store of a connection that reads, and of a writer. */
export function storeOf(
  reader: Database,
  changes: Changes,
  openOther: () => Database,
  writer: WriterClient<Writes>,
  counts: ReturnType<typeof countsOf>,
  apart: ApartReads,
): Store {
  const alive = reader.prepare("SELECT 1 FROM schema_version LIMIT 1");
  // For all writes that may change a revision.
  const revising = notifying<Writes>(writer, changes.revised);
  const reads = readsOn(reader);
  const own = {
    reads,
    snapshots: snapshotsOf(reads, openOther),
    versions: versionsOf(reader, changes),
    groupBits: { recipients: phoneGroup.sqlite.bits, transactions: transactionGroup.sqlite.bits },
    queues: counts.queues,
    usage: counts,
  };
  const { outbox, retention, ...stores } = commonStores(own, writer, revising);
  const store: Store = {
    ...stores,
    apart: (limit) => storeApart(store, { ...own, ...apart.within(limit) }, writer, revising),
    attempts: undefined,
    outbox: { ...outbox, handsOver: true },
    retention: { ...retention, prepare: async () => undefined, dropDays: async () => false },
    signals: noSignals,
    // Anyone may call it: concurrent callers share one write.
    check: shared(async () => {
      alive.get();
      await writer.call("ping", null);
    }),
    close: once(async () => {
      await writer.close();
      await counts.close();
      await apart.close();
      reader.close();
    }),
  };
  return store;
}

/**
 * Opens an SQLite file, by default creating it where missing: one writing thread, reads on a connection of this thread.
 * `drivers` are tried in order. Rejects with a `StoreError`.
 */
export async function openSqliteStore(
  file: string,
  drivers: readonly DriverName[] = driverNames,
  onCommit?: OnCommit,
  schema: SchemaUse = "create",
): Promise<Store> {
  const driver = await loadDriver(drivers);
  const path = resolve(file);
  if (schema === "create") createFile(path);
  else requireFile(path);
  const data = { path, drivers: [driver.name], schema };
  const changes = new Changes();
  const writer = new WriterClient<Writes>(data, threadScript("writer"), packings, (commit) => {
    changes.committed();
    onCommit?.(commit);
  });
  await writer.start();
  try {
    const open = (): Database => openReader(driver, path);
    return storeOf(withSharedSnapshots(open()), changes, open, writer, countsOf(data), apartReads(data));
  } catch (error) {
    await writer.close();
    throw error;
  }
}
