import { existsSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { beginsAt } from "#server/storage/sqlite/engine/places.js";
import {
  type FromWriter,
  packResponses,
  type ToWriter,
  unpackRequests,
  type WriterData,
} from "#server/storage/sqlite/engine/writer-protocol.js";
import { packings } from "#server/storage/sqlite/packings.js";

/** A writer that is lost after it has begun its first call; the next one finds the mark on disk and responds. */
const { path, places } = workerData as WriterData;
const post = (message: FromWriter): void => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToWriter) => {
  if (message === "close") process.exit();
  const requests = unpackRequests(message, packings);
  if (!existsSync(path)) {
    writeFileSync(path, "");
    beginsAt(places, requests[0]?.id ?? -1);
    process.exit(1);
  }
  const answers = requests.map(({ id }) => ({ id, ok: true, output: null }) as const);
  post({ kind: "answers", answers: packResponses(answers), milliseconds: 0 });
});
post({ kind: "ready" });
