import type { LinkQueue } from "../../../domain/links/links.js";
import { combinedReports } from "../../../domain/links/combined-reports.js";
import type { LinkFacts, RouteTable } from "../../../domain/links/route-table.js";
import { routeTable } from "../../../domain/links/route-table.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { LinkStore } from "../../../ports/links.js";
import type { linkCalls } from "../../protocol/link-writes.js";
import {
  contradictionColumns,
  contradictionOf,
  type ContradictionRow,
  heldColumns,
  type HeldRow,
  linkOf,
  type LinkRow,
  linksText,
  namedRouteOf,
  type NamedRouteRow,
  reportOf,
  type ReportRow,
  routeColumns,
  routeOf,
  type RouteRow,
  routesText,
  uncertainOf,
} from "../../rows/link-row.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { isOnTheWay, isQueued } from "../outbox/counts.js";

const revision = sql<{ readonly n: number }>("SELECT n FROM link_revision");
const links = sql<LinkRow>(linksText);
const routes = sql<NamedRouteRow>(routesText);
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
const held = sql<HeldRow>(
  `SELECT ${heldColumns} FROM recipient r JOIN txn t ON t.seq = r.txn LEFT JOIN link l ON l.id = r.link
   WHERE r.${isInFlight} AND r.worker IS NULL AND r.id > $1 ORDER BY r.id LIMIT $2`,
);
const contradictions = sql<ContradictionRow>(
  `SELECT ${contradictionColumns}
   FROM contradiction c JOIN recipient r ON r.id = c.recipient JOIN txn t ON t.seq = r.txn
     JOIN sent_part p ON p.recipient = c.recipient AND p.part = c.part
   WHERE c.id < $1 ORDER BY c.id DESC LIMIT $2`,
);

/** Every read of links and routes. */
export function linkReads(queries: Queries): Omit<LinkStore, keyof ReturnType<typeof linkCalls>> {
  return {
    revision: async () => (await queries.get(revision))?.n ?? 0,
    links: async () => (await queries.all(links)).map(linkOf),
    routes: async () => (await queries.all(routes)).map(namedRouteOf),
    reports: async () => combinedReports((await queries.all(reports)).map(reportOf)),
    queues: () => queries.all(queues),
    uncertain: async (limit, after = 0) => (await queries.all(held, after, limit)).map(uncertainOf),
    contradictions: async (limit, before = Number.MAX_SAFE_INTEGER) =>
      (await queries.all(contradictions, before, limit)).map(contradictionOf),
  };
}

const facts = sql<LinkFacts>("SELECT id, kind, network FROM link ORDER BY id");
const tableRoutes = sql<RouteRow>(`SELECT ${routeColumns} FROM route r ORDER BY r.id`);

/** Links and routes as they are now; they are read again only when they have changed. */
export class LinkTable {
  #known: { readonly revision: number; readonly table: RouteTable } | undefined;

  async read(queries: Queries): Promise<RouteTable> {
    // The revision first: a table that is newer than it is read again, an older one would stay.
    const now = (await queries.get(revision))?.n ?? 0;
    if (this.#known?.revision !== now) {
      const [found, through] = [await queries.all(facts), await queries.all(tableRoutes)];
      this.#known = { revision: now, table: routeTable(found, through.map(routeOf)) };
    }
    return this.#known.table;
  }
}
