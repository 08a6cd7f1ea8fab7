import { ClaimMemory } from "../../domain/delivery/claiming/round.js";
import { type CommonWrites, subjects } from "../tables/subjects.js";
import { CommitReads } from "./engine/commit-reads.js";
import type { Database } from "./engine/database.js";
import type { Pending } from "./engine/group-commit.js";
import { noOwnerLock, type OwnerLock } from "./engine/owner-lock.js";
import { ScriptRunner } from "./engine/scripts.js";
import { type OutboxWrites, outboxWrites } from "./hot/outbox-writes.js";
import { primitivesOn } from "./primitives.js";
import { Tally } from "../../domain/usage/tally.js";
import { addChanges } from "../tables/usage/deliverability-counters.js";
import { usageKey } from "../tables/usage/usage.js";

/** The counters of messages, whose changes are gathered until the commit. */
interface Counters extends Pick<Pending, "write" | "mark"> {
  readonly tally: Tally;
}

function countersOf(database: Database): Counters {
  const tally = new Tally();
  const addReported = database.prepare(addChanges("?"));
  const add = database.prepare(
    `INSERT INTO usage (${usageKey}, messages, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET messages = messages + excluded.messages, parts = parts + excluded.parts`,
  );
  return {
    tally,
    write: () => {
      for (const {
        day,
        customerId,
        state,
        prefix,
        userName,
        originator,
        messages,
        parts,
      } of tally.usage.take())
        add.run(day, customerId, state, prefix, userName, originator, messages, parts);
      const changes = tally.deliverability.take();
      if (changes !== undefined) addReported.run(changes);
    },
    mark: () => () => {
      tally.clear();
    },
  };
}

/** Everything the writer does, each with one input. */
export interface Writes extends CommonWrites, OutboxWrites {}

/** Writes that leave customers, users, links, routes and the owner of delivery as they are. */
const keepingReads: ReadonlySet<PropertyKey> = new Set<keyof Writes>([
  ...(["submit", "settle", "advance", "receipts", "claim"] as const),
]);

/** Prepares everything the writer does on one connection, with its state in memory; `lock` is that of the owner of delivery. */
export function allWrites(database: Database, lock: OwnerLock = noOwnerLock) {
  const memory = new ClaimMemory();
  const reads = new CommitReads(database);
  const { tally, ...counters } = countersOf(database);
  const outbox = outboxWrites(database, lock, { memory, tally, reads });
  const runner = new ScriptRunner(database, primitivesOn(database, { memory, tally }, outbox));
  const writes = { ...outbox, ...runner.writes(subjects), ping: pingOf(database) };
  return { writes, pending: pendingOf(counters, memory, reads) };
}

/** State in memory that writes change. */
function pendingOf(
  counters: Pick<Counters, "write" | "mark">,
  memory: ClaimMemory,
  reads: CommitReads,
): Pending {
  return {
    begun: () => {
      reads.begun();
    },
    write: () => {
      counters.write();
    },
    mark: () => {
      const marks = [counters.mark(), memory.slots.mark()];
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
