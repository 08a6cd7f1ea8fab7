import type { DeliveryStore } from "../../../ports/delivery.js";
import type { Database } from "../engine/database.js";
import type { OwnerLock } from "../engine/owner-lock.js";

/** Tells whether delivery belongs to a worker, inside the transaction that is open. */
export type Owns = (owner: string) => boolean;

export function prepareOwns(database: Database): Owns {
  const find = database.prepare<object>("SELECT 1 FROM delivery_owner WHERE owner = ?");
  return (owner) => find.get(owner) !== undefined;
}

export interface OwnerWrites {
  own(input: Parameters<DeliveryStore["own"]>[0]): boolean;
  disown(owner: string): null;
}

/**
 * Takes or keeps delivery: it is free when nobody has it, when its owner has been silent for too long, and when its owner
 * had the lock, which only the end of that process can have set free.
 */
function prepareTake(database: Database, owns: Owns, lock: OwnerLock) {
  const keep = database.prepare("UPDATE delivery_owner SET alive_until = ?, locked = ? WHERE owner = ?");
  const before = database.prepare<{ readonly alive_until: number; readonly locked: number }>(
    "SELECT alive_until, locked FROM delivery_owner",
  );
  const take = database.prepare(
    `INSERT INTO delivery_owner (id, owner, alive_until, locked) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE
       SET owner = excluded.owner, alive_until = excluded.alive_until, locked = excluded.locked`,
  );
  return (owner: string, now: number, until: number): "kept" | "taken" | "not" => {
    if (owns(owner)) {
      keep.run(until, Number(lock.hold(owner)), owner);
      return "kept";
    }
    const other = before.get();
    const silent = other === undefined || other.alive_until <= now;
    if (!silent && !(other.locked === 1 && lock.hold(owner))) {
      lock.release(owner);
      return "not";
    }
    take.run(owner, until, Number(lock.hold(owner)));
    return "taken";
  };
}

/** `settleRemains` ends what another owner left under way. */
export function ownerWrites(
  database: Database,
  owns: Owns,
  lock: OwnerLock,
  settleRemains: (owner: string, now: number) => void,
): OwnerWrites {
  const take = prepareTake(database, owns, lock);
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
      if (taken === "not") return false;
      if (taken === "taken") settleRemains(owner, now);
      for (const { linkId, at, ...state } of reports) report.run(at, JSON.stringify(state), linkId);
      return true;
    },
    disown(owner) {
      if (leave.run(owner).changes > 0) ended.run();
      lock.release(owner);
      return null;
    },
  };
}
