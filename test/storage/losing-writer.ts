import { existsSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { beginsAt } from "#server/storage/sqlite/engine/places.js";
import type { FromWriter, ToWriter, WriterData } from "#server/storage/sqlite/engine/writer-protocol.js";
import type { Writes } from "#server/storage/sqlite/protocol.js";

/** A writer that is lost after it has begun its first call; the next one finds the mark on disk and responds. */
const { path, places } = workerData as WriterData;
const post = (message: FromWriter<Writes>): void => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToWriter<Writes>) => {
  if (message.kind === "close") process.exit();
  if (!existsSync(path)) {
    writeFileSync(path, "");
    beginsAt(places, message.requests[0]?.id ?? -1);
    process.exit(1);
  }
  const answers = message.requests.map(({ id }) => ({ id, ok: true, output: null }) as const);
  post({ kind: "answers", answers, milliseconds: 0 });
});
post({ kind: "ready" });
