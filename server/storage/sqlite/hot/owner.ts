import type { DeliveryWrites } from "../../tables/delivery/writes.js";
import { ownership, type Ownership } from "../../../domain/delivery/claiming/ownership.js";
import type { CommitReads } from "../engine/commit-reads.js";
import type { Database } from "../engine/database.js";
import type { OwnerLock } from "../engine/owner-lock.js";

/** Returns whether delivery belongs to a worker, inside the transaction that is open. */
export type Owns = (owner: string) => boolean;

export function prepareOwns(database: Database, reads: CommitReads): Owns {
  const find = database.prepare<object>("SELECT 1 FROM delivery_owner WHERE owner = ?");
  return reads.keep((owner: string) => find.get(owner) !== undefined);
}

type OwnerWrites = Pick<DeliveryWrites, "own" | "disown">;

/** Prepares acquiring or renewing the lease of delivery. */
function prepareTake(
  database: Database,
  lock: OwnerLock,
): (owner: string, now: number, until: number) => Ownership {
  const find = database.prepare<{
    readonly owner: string;
    readonly alive_until: number;
    readonly locked: number;
  }>("SELECT owner, alive_until, locked FROM delivery_owner");
  const put = database.prepare(
    `INSERT INTO delivery_owner (id, owner, alive_until, locked) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE
       SET owner = excluded.owner, alive_until = excluded.alive_until, locked = excluded.locked`,
  );
  return (owner, now, until) => {
    const found = find.get();
    const row = found && { owner: found.owner, aliveUntil: found.alive_until, locked: found.locked === 1 };
    const hasLock = lock.hold(owner);
    const result = ownership(row, owner, now, hasLock);
    if (result === "denied") lock.release(owner);
    else put.run(owner, until, Number(hasLock));
    return result;
  };
}

/** `settleRemains` settles messages that another owner left in flight. */
export function ownerWrites(
  database: Database,
  lock: OwnerLock,
  settleRemains: (owner: string, now: number) => void,
): OwnerWrites {
  const take = prepareTake(database, lock);
  const leave = database.prepare("DELETE FROM delivery_owner WHERE owner = ?");
  const report = database.prepare(
    `INSERT INTO link_state (link_id, at, state) SELECT id, ?, ? FROM link WHERE id = ?
     ON CONFLICT (link_id) DO UPDATE SET at = excluded.at, state = excluded.state`,
  );
  const ended = database.prepare(
    "UPDATE link_state SET state = json_set(state, '$.up', json('false'), '$.word', 'no server', '$.used', 0)",
  );
  return {
    own({ owner, now, until, reports }) {
      const taken = take(owner, now, until);
      if (taken === "denied") return null;
      if (taken === "taken") settleRemains(owner, now);
      for (const { linkId, at, ...state } of reports) report.run(at, JSON.stringify(state), linkId);
      return { kind: "all" };
    },
    disown(owner) {
      if (leave.run(owner).changes > 0) ended.run();
      lock.release(owner);
      return null;
    },
  };
}
