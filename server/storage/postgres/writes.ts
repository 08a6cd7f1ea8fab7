import type { CallbackWrites } from "../tables/callbacks/callbacks.js";
import type { DeliveryWrites } from "../protocol/link-writes.js";
import { type ScriptWrites, subjects } from "../tables/subjects.js";
import { entryAfter, type RecordedOutput, type RecordedWrites } from "../tables/recorded.js";
import type { SubmissionWrites } from "../protocol/outbox-writes.js";
import { callbackWrites } from "./callbacks/callback-writes.js";
import { claimWrites } from "./hot/claim.js";
import { ownerWrites } from "./hot/owner.js";
import { settleRemains, settleWrites } from "./hot/settle.js";
import { sweepWrites } from "./hot/sweeps.js";
import { type Batch, type Batches, oneByOne, together } from "./engine/batch.js";
import { sql } from "./engine/statement.js";
import type { LinkTable } from "./hot/link-reads.js";
import { runScript, scriptBatches } from "./engine/scripts.js";
import { addAudit } from "../tables/audit/audit.js";
import { outboxWrites } from "./hot/outbox-writes.js";
import { primitives } from "./primitives.js";
import { type PartitionWrites, partitionWrites } from "./hot/partitions.js";

/** Everything the queue of writes carries out. */
export interface Writes
  extends CallbackWrites, DeliveryWrites, PartitionWrites, RecordedWrites, ScriptWrites, SubmissionWrites {
  /** Proves that the database takes what is written. */
  ping(input: null): null;
}

/** Writes the row that every database has. */
const alive = sql("UPDATE schema_version SET applied_at = applied_at WHERE version = 1");

/** A batch for each write of one process. */
export function allWrites(table: LinkTable): Batches<Writes> {
  const changes: Batches<Omit<Writes, "recorded">> = {
    ...callbackWrites,
    ...claimWrites(table),
    ...outboxWrites,
    ...ownerWrites(settleRemains(table)),
    ...scriptBatches<ScriptWrites>(subjects, primitives),
    ...partitionWrites,
    ...settleWrites(table),
    ...sweepWrites,
    ping: together(async (session, inputs) => {
      await session.run(alive);
      return inputs.map(() => null);
    }),
  };
  return { ...changes, ...recordedWrites(changes) };
}

/** Writes of `changes` that are recorded. */
function recordedWrites(changes: Batches<Omit<Writes, "recorded">>): Batches<RecordedWrites> {
  return {
    recorded: oneByOne(async (session, { name, input, entry }) => {
      // The caller gives the name with the input of its write.
      const batch = changes[name as keyof typeof changes] as Batch<unknown, RecordedOutput>;
      const [output] = await batch.run(session, [input]);
      const after = entryAfter(entry, output);
      if (after !== undefined) await runScript(session, addAudit(after));
      return output;
    }, 1),
  };
}
