import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { ended, type StateRow, type sweeps } from "../../../domain/delivery/transitions.js";
import { isOnTheWay } from "./counts.js";
import type { TransitionWrites } from "./transitions.js";
import type { Database } from "../engine/database.js";
import { linksOf } from "./candidates.js";
import { prepareWaitingTooLong } from "./waiting-too-long.js";

/** Sweeps by time, inside the open transaction. Each returns the number of ended recipients. */
type DeliverySweeps = Pick<DeliveryWrites, "expire" | "giveUp">;

/** Recipients that the network accepted before a time, in SQL; `next_at` holds the time of acceptance. */
export const onTheWayBefore = `
WITH RECURSIVE ${linksOf(isOnTheWay)}
SELECT r.id, r.txn, r.state FROM links JOIN recipient r ON ${isOnTheWay} AND r.link = links.id AND r.next_at < ? LIMIT +?`;

export function deliverySweeps(database: Database, { write }: TransitionWrites): DeliverySweeps {
  const waitingTooLong = prepareWaitingTooLong(database);
  const onTheWay = database.prepare<StateRow>(onTheWayBefore);
  const held = database.prepare<StateRow>(
    `SELECT id, txn, state FROM recipient WHERE state = ${RecipientState.Submitting} AND worker IS NULL AND at < ? LIMIT +?`,
  );
  const end = (rows: readonly StateRow[], sweep: keyof typeof sweeps, now: number): number => {
    const changes = ended(rows, sweep, now);
    write(changes);
    return changes.transitions.length;
  };
  return {
    expire: ({ now, validity, limit }) => end(waitingTooLong(now, validity, limit), "expired", now),
    giveUp: ({ before, now, limit }) =>
      end(onTheWay.all(before, limit), "unreported", now) + end(held.all(before, limit), "unanswered", now),
  };
}
