import { Worker } from "node:worker_threads";
import type { LinkQueue } from "../../../domain/links/links.js";
import { StoreError } from "../../errors.js";
import type { Failure } from "../engine/writer-protocol.js";
import { threadScript, type WriterSettings } from "../engine/writer-client.js";
import { shared } from "messenger-gen-runtime/host";

/** Response of the thread. */
export type FromCounter =
  | { readonly kind: "queues"; readonly queues: readonly LinkQueue[] }
  | { readonly kind: "failed"; readonly error: Failure };

/**
 * Counts queues on a thread of its own: SQLite takes tens of milliseconds for a million messages, which would delay
 * calls. Requests during a count share its result.
 */
export function queueCounts(data: WriterSettings): () => Promise<readonly LinkQueue[]> {
  return shared(() => count(data));
}

function count(data: WriterSettings): Promise<readonly LinkQueue[]> {
  return new Promise((resolve, reject) => {
    const counter = new Worker(threadScript("queue-counter"), { workerData: data });
    counter.once("message", (message: FromCounter) => {
      if (message.kind === "queues") resolve(message.queues);
      else reject(new StoreError(message.error.code, message.error.detail));
    });
    counter.once("error", reject);
    counter.once("exit", () => {
      reject(new StoreError("failed", "the counting thread stopped"));
    });
  });
}
