import type { DeliveryStore } from "../../ports/delivery.js";
import type { Database } from "./database.js";

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

/** `settleRemains` ends what another owner left under way. */
export function ownerWrites(
  database: Database,
  owns: Owns,
  settleRemains: (owner: string, now: number) => void,
): OwnerWrites {
  const keep = database.prepare("UPDATE delivery_owner SET alive_until = ? WHERE owner = ?");
  const take = database.prepare(
    `INSERT INTO delivery_owner (id, owner, alive_until) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, alive_until = excluded.alive_until
     WHERE alive_until <= ?`,
  );
  const leave = database.prepare("DELETE FROM delivery_owner WHERE owner = ?");
  const report = database.prepare(
    `INSERT INTO link_state (link_id, at, state) SELECT id, ?, ? FROM link WHERE id = ?
     ON CONFLICT (link_id) DO UPDATE SET at = excluded.at, state = excluded.state`,
  );
  return {
    own({ owner, now, until, reports }) {
      if (owns(owner)) keep.run(until, owner);
      else if (take.run(owner, until, now).changes === 0) return false;
      else settleRemains(owner, now);
      for (const { linkId, at, ...state } of reports) report.run(at, JSON.stringify(state), linkId);
      return true;
    },
    disown(owner) {
      leave.run(owner);
      return null;
    },
  };
}
