import { parentPort, workerData } from "node:worker_threads";
import { openReader } from "../engine/connection.js";
import { asStoreError } from "../engine/database.js";
import { loadDriver } from "../engine/driver.js";
import { queueReads } from "../links/link-store.js";
import type { FromCounter } from "./queue-counts.js";
import type { WriterSettings } from "../engine/writer-client.js";

async function counted({ path, drivers }: WriterSettings): Promise<FromCounter> {
  try {
    const database = openReader(await loadDriver(drivers), path);
    try {
      return { kind: "queues", queues: await queueReads(database).queues() };
    } finally {
      database.close();
    }
  } catch (error) {
    const { code, detail } = asStoreError(error);
    return { kind: "failed", error: { code, detail } };
  }
}

const port = parentPort;
if (port !== null) port.postMessage(await counted(workerData as WriterSettings));
