import { callbackWrites } from "./callbacks/callback-writes.js";
import { ClaimMemory } from "../../domain/delivery/claim-round.js";
import type { NewAuditEntry } from "../../domain/audit.js";
import { CommitReads } from "./engine/commit-reads.js";
import type { Database } from "./engine/database.js";
import { ScriptRunner } from "./engine/scripts.js";
import { addAudit } from "../tables/audit/audit.js";
import { type ScriptWrites, subjects } from "../tables/subjects.js";
import type { Pending } from "./engine/group-commit.js";
import { primitivesOn } from "./primitives.js";
import { outboxWrites } from "./hot/outbox-writes.js";
import { noOwnerLock, type OwnerLock } from "./engine/owner-lock.js";
import type { Writes } from "./protocol.js";
import { entryAfter, type RecordedOutput } from "../tables/recorded.js";
import { usageCounts } from "./usage/usage.js";

/** Writes, and their state in memory, which follows the transaction. */
export interface AllWrites {
  readonly writes: Writes;
  readonly pending: Pending;
}

/** Writes that leave customers, users, links, routes and the owner of delivery as they are. */
const keepingReads: ReadonlySet<PropertyKey> = new Set<keyof Writes>([
  ...(["submit", "settle", "advance", "receipts", "claim"] as const),
]);

/** Prepares everything the writer does on one connection; `lock` is that of the owner of delivery. */
export function allWrites(database: Database, lock: OwnerLock = noOwnerLock): AllWrites {
  const memory = new ClaimMemory();
  const reads = new CommitReads();
  const { tally, ...usage } = usageCounts(database);
  const outbox = outboxWrites(database, lock, { memory, tally, reads });
  const runner = new ScriptRunner(database, primitivesOn(database, { memory, tally }, outbox));
  const record = (entry: NewAuditEntry): void => {
    runner.run(addAudit(entry));
  };
  const changes: Omit<Writes, "recorded"> = {
    ...callbackWrites(database),
    ...outbox,
    // Each write has the name, the arguments and the result of its script.
    ...(runner.writes(subjects) as ScriptWrites),
    ping: pingOf(database),
  };
  const writes: Writes = {
    ...changes,
    recorded({ name, input, entry }) {
      // The caller gives the name with the input of its write.
      const write = changes[name as keyof typeof changes] as (input: unknown) => RecordedOutput;
      const output = write(input);
      const after = entryAfter(entry, output);
      if (after !== undefined) record(after);
      return output;
    },
  };
  return { writes, pending: pendingOf(usage, memory, reads) };
}

/** State in memory that writes change. */
function pendingOf(
  usage: Omit<ReturnType<typeof usageCounts>, "tally">,
  memory: ClaimMemory,
  reads: CommitReads,
): Pending {
  return {
    write: () => {
      usage.write();
    },
    mark: () => {
      reads.expire();
      const marks = [usage.mark(), memory.slots.mark()];
      return () => {
        reads.expire();
        for (const discard of marks) discard();
      };
    },
    performed: (name) => {
      if (!keepingReads.has(name)) reads.expire();
    },
  };
}

/** Writes the header page. The number has no meaning, but must change: an unchanged page is not written. */
function pingOf(database: Database): Writes["ping"] {
  let count = 0;
  return () => {
    database.exec(`PRAGMA user_version = ${(count = (count + 1) % 1_000_000)}`);
    return null;
  };
}
