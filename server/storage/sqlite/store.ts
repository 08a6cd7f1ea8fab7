import { resolve } from "node:path";
import { noSignals } from "../../ports/service.js";
import type { Store } from "../../ports/store.js";
import { keptAccountReads, keptApiKey } from "./accounts/kept-reads.js";
import { createFile, openReader, requireFile } from "./engine/connection.js";
import { keptCoverage } from "./accounts/kept-coverage.js";
import type { Database, DriverName } from "./engine/database.js";
import { deliveryReads } from "./hot/candidates.js";
import { driverNames, loadDriver } from "./engine/driver.js";
import { Changes } from "./engine/kept.js";
import { reportReads } from "./links/link-store.js";
import { listReads } from "./lists/list-store.js";
import { outboxReads } from "./hot/outbox-reads.js";
import { recordedChanges } from "../tables/recorded.js";
import { deliveryCalls } from "../protocol/link-writes.js";
import { outboxCalls } from "../protocol/outbox-writes.js";
import { type OnCommit, telling } from "../script/calls.js";
import { ownSearches } from "./desk/searches.js";
import { readsOn } from "./engine/scripts.js";
import { calls } from "../script/subject.js";
import { unmatched } from "../tables/forgetting.js";
import { retention } from "../tables/retention/retention.js";
import { scriptStores } from "../tables/subjects.js";
import type { Writer, Writes } from "./protocol.js";
import { withSharedSnapshots } from "./engine/snapshot.js";
import { type Counts, countsOf } from "./counts.js";
import type { SchemaUse } from "../schema/steps.js";
import { packings } from "./packings.js";
import { threadScript, WriterClient } from "./engine/writer-client.js";
import { once, shared } from "messenger-gen-host/tasks";

/** The store of a connection that reads, and of a writer. */
export function storeOf(
  reader: Database,
  changes: Changes,
  openOther: () => Database,
  writer: Writer,
  counts: Counts,
): Store {
  const alive = reader.prepare("SELECT 1 FROM schema_version LIMIT 1");
  // For all writes that may change a revision.
  const revising = telling<Writes>(writer, changes.revised);
  const check = async (): Promise<void> => {
    alive.get();
    await writer.call("ping", null);
  };
  const reads = readsOn(reader);
  const outbox = outboxReads(reader);
  return {
    ...scriptStores(reads, writer, revising, {
      accounts: keptAccountReads(reader, changes),
      apiKey: keptApiKey(reader, changes),
      coverage: keptCoverage(reader, changes),
      desk: ownSearches(reader),
      outbox,
      lists: listReads(reader, openOther),
      links: { ...reportReads(reader), queues: counts.queues },
      usage: counts,
    }),
    outbox: { ...outbox, ...outboxCalls(writer), handsOver: true },
    delivery: { ...deliveryReads(reader), ...deliveryCalls(writer), ...calls(writer, unmatched) },
    attempts: undefined,
    retention: {
      ...calls(writer, retention),
      prepare: async () => undefined,
      dropDays: async () => false,
    },
    signals: noSignals,
    recording: recordedChanges(revising),
    // Anyone may call it: concurrent callers share one write.
    check: shared(check),
    close: once(async () => {
      await writer.close();
      reader.close();
    }),
  };
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
  const writer: Writer = new WriterClient(data, threadScript("writer"), packings, (commit) => {
    changes.committed();
    onCommit?.(commit);
  });
  await writer.start();
  try {
    const open = (): Database => openReader(driver, path);
    return storeOf(withSharedSnapshots(open()), changes, open, writer, countsOf(data));
  } catch (error) {
    await writer.close();
    throw error;
  }
}
