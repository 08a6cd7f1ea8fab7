import type { LinkQueue } from "../../../domain/delivery/links.js";
import { combinedReports } from "../../../domain/delivery/combined-reports.js";
import type { LinkFacts, RouteTable } from "../../../domain/delivery/route-table.js";
import { routeTable } from "../../../domain/delivery/route-table.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { LinkStore } from "../../../ports/delivery.js";
import { revision } from "../../tables/links/link-store.js";
import { allRoutes } from "../../tables/links/routes.js";
import { reportOf, type ReportRow } from "../../rows/link-row.js";
import type { Queries } from "../engine/database.js";
import { readsOn } from "../engine/scripts.js";
import { sql } from "../engine/statement.js";
import { isOnTheWay, isQueued } from "./counts.js";

/** Reports under leases that hold; for a link without any, its last reports. */
const reports = sql<ReportRow>(
  `SELECT link_id, at, state FROM (
     SELECT s.link_id, s.at, s.state, coalesce(NOT l.ended AND l.until > store_time(), false) AS live,
       bool_or(coalesce(NOT l.ended AND l.until > store_time(), false)) OVER (PARTITION BY s.link_id) AS any_live
     FROM link_state s LEFT JOIN delivery_lease l ON l.owner = s.owner) r
   WHERE live OR NOT any_live ORDER BY link_id`,
);

const isInFlight = `state = ${RecipientState.Submitting}`;
const queues = sql<LinkQueue>(
  `SELECT link AS "linkId", count(*) FILTER (WHERE ${isQueued}) AS waiting,
     count(*) FILTER (WHERE ${isInFlight} AND worker IS NOT NULL) AS "underWay",
     count(*) FILTER (WHERE ${isInFlight} AND worker IS NULL) AS uncertain,
     count(*) FILTER (WHERE ${isOnTheWay}) AS "withoutReceipt"
   FROM (SELECT link, state, worker FROM recipient WHERE ${isQueued}
     UNION ALL SELECT link, state, worker FROM recipient WHERE ${isInFlight}
     UNION ALL SELECT link, state, worker FROM recipient WHERE ${isOnTheWay}) AS open
   GROUP BY link ORDER BY link`,
);
/** Reads that join what several processes have reported. */
export function ownLinkReads(queries: Queries): Pick<LinkStore, "queues" | "reports"> {
  return {
    reports: async () => combinedReports((await queries.all(reports)).map(reportOf)),
    queues: () => queries.all(queues),
  };
}

const facts = sql<LinkFacts>("SELECT id, kind, network FROM link ORDER BY id");

/** Links and routes as they are now; they are read again only when they have changed. */
export class LinkTable {
  #known: { readonly revision: number; readonly table: RouteTable } | undefined;

  async read(queries: Queries): Promise<RouteTable> {
    const reads = readsOn(queries);
    // The revision first: a table that is newer than it is read again, an older one would stay.
    const now = (await reads.get(revision))?.n ?? 0;
    if (this.#known?.revision !== now) {
      const [found, through] = [await queries.all(facts), await reads.all(allRoutes)];
      this.#known = { revision: now, table: routeTable(found, through) };
    }
    return this.#known.table;
  }
}
