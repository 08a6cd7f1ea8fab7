import { parentPort, workerData } from "node:worker_threads";
import {
  type CountedFile,
  type CountRequest,
  type Counts,
  type FromCounter,
  queueReads,
  type ToCounter,
} from "./counts.js";
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

/** The thread's own start data. */
const { path, drivers } = workerData as CountedFile;

/** Each read has a connection of its own: the file is in use only while something is read. */
async function counted({ id, name, parameters }: CountRequest): Promise<FromCounter> {
  try {
    const database = openReader(await loadDriver(drivers), path);
    try {
      // The caller gives the parameters with the name.
      const read = reads(database)[name] as (...given: readonly unknown[]) => Promise<readonly object[]>;
      return { id, kind: "counted", rows: await read(...parameters) };
    } finally {
      database.close();
    }
  } catch (error) {
    const { code, detail } = asStoreError(error);
    return { id, kind: "failed", error: { code, detail } };
  }
}

const port = parentPort;
let last = Promise.resolve();
port?.on("message", (message: ToCounter) => {
  last = last.then(async () => {
    if (message === "end") port.close();
    else port.postMessage(await counted(message));
  });
});
