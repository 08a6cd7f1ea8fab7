import type { LinkQueue } from "../../../domain/delivery/links.js";
import type { LinkStore } from "../../../ports/delivery.js";
import { isInFlight, isOnTheWay, isQueued } from "../../tables/outbox/conditions.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

const counted = sql<LinkQueue>(
  `SELECT link AS "linkId", count(*) FILTER (WHERE ${isQueued}) AS waiting,
     count(*) FILTER (WHERE ${isInFlight} AND worker IS NOT NULL) AS "underWay",
     count(*) FILTER (WHERE ${isInFlight} AND worker IS NULL) AS uncertain,
     count(*) FILTER (WHERE ${isOnTheWay}) AS "withoutReceipt"
   FROM (SELECT link, state, worker FROM recipient WHERE ${isQueued}
     UNION ALL SELECT link, state, worker FROM recipient WHERE ${isInFlight}
     UNION ALL SELECT link, state, worker FROM recipient WHERE ${isOnTheWay}) AS open
   GROUP BY link ORDER BY link`,
);

export function queues(queries: Queries): LinkStore["queues"] {
  return () => queries.all(counted);
}
