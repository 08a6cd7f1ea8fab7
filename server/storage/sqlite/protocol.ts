import type { CallbackWrites } from "../tables/callbacks/callbacks.js";
import type { WriterClient } from "./engine/writer-client.js";
import type { OutboxWrites } from "./hot/outbox-writes.js";
import type { ScriptWrites } from "../tables/subjects.js";
import type { RecordedWrites } from "../tables/recorded.js";

/** Everything the writer does, each with one input. */
export interface Writes extends CallbackWrites, OutboxWrites, RecordedWrites, ScriptWrites {
  /** Verifies that the writer can take the write lock and write to the disk. */
  ping(input: null): null;
}

/** The stores' end of the writer. */
export type Writer = WriterClient<Writes>;
