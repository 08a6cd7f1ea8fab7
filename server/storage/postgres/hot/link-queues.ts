import type { LinkQueue } from "../../../domain/delivery/routing/link.js";
import type { LinkStore } from "../../../ports/delivery.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { inPostgres, isInFlight, isLate, isOnTheWay } from "../../tables/outbox/conditions.js";
import type { Queries } from "../engine/session.js";
import { sql } from "../engine/statement.js";

const counted = sql<LinkQueue>(
  `SELECT link AS "linkId", count(*) FILTER (WHERE state = ${RecipientState.Queued}) AS waiting,
     count(*) FILTER (WHERE ${isInFlight} AND worker IS NOT NULL) AS "underWay",
     count(*) FILTER (WHERE ${isInFlight} AND worker IS NULL) AS uncertain,
     count(*) FILTER (WHERE ${isOnTheWay}) AS "withoutReceipt"
   FROM (${[inPostgres.isQueued, inPostgres.isHeld, isLate].map((condition) => `SELECT link, state, worker FROM recipient WHERE ${condition}`).join(" UNION ALL ")}
     UNION ALL SELECT r.link, r.state, r.worker FROM recipient r ${inPostgres.joinDispatched}
     WHERE r.state BETWEEN ${RecipientState.Submitting} AND ${RecipientState.Accepted} AND r.held_at IS NULL AND r.late_since IS NULL) AS open
   GROUP BY link ORDER BY link`,
);

export function queues(queries: Queries): LinkStore["queues"] {
  return () => queries.all(counted);
}
