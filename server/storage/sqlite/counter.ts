import { parentPort, workerData } from "node:worker_threads";
import { type CounterData, type Counts, type FromCounter, queueReads } from "./counts.js";
import { openReader } from "./engine/connection.js";
import { asStoreError, type Database } from "./engine/database.js";
import { loadDriver } from "./engine/driver.js";
import { readsOn } from "./engine/scripts.js";
import { usageTotals } from "../tables/usage/usage.js";

/** Reads on one connection, by name. */
const reads = (database: Database): Counts => ({
  ...queueReads(database),
  ...usageTotals(readsOn(database)),
});

async function counted({ path, drivers, name, parameters }: CounterData): Promise<FromCounter> {
  try {
    const database = openReader(await loadDriver(drivers), path);
    try {
      // The caller gives the parameters with the name.
      const read = reads(database)[name] as (...given: readonly unknown[]) => Promise<readonly object[]>;
      return { kind: "counted", rows: await read(...parameters) };
    } finally {
      database.close();
    }
  } catch (error) {
    const { code, detail } = asStoreError(error);
    return { kind: "failed", error: { code, detail } };
  }
}

const port = parentPort;
if (port !== null)
  void counted(workerData as CounterData).then((message) => {
    port.postMessage(message);
  });
