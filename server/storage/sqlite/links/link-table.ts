import { type LinkFacts, type RouteTable, routeTable } from "../../../domain/links/route-table.js";
import type { MessageKind, Route } from "../../../domain/links/routing.js";
import type { Database } from "../engine/database.js";

export interface RouteRow {
  readonly id: number;
  readonly prefix: string;
  readonly customer_id: number | null;
  readonly originator: string | null;
  readonly kind: MessageKind | null;
  readonly link_id: number;
  readonly rank: number;
  readonly weight: number;
  readonly uncertain: Route["uncertain"];
}

export const routeColumns = "id, prefix, customer_id, originator, kind, link_id, rank, weight, uncertain";

export function routeOf(row: RouteRow): Route {
  const { id, prefix, rank, weight, uncertain } = row;
  return {
    ...{ id, prefix, rank, weight, uncertain, linkId: row.link_id },
    customerId: row.customer_id ?? undefined,
    originator: row.originator ?? undefined,
    kind: row.kind ?? undefined,
  };
}

/** Gives links and routes as they are now; they are read again only when they have changed. */
export function prepareLinkTable(database: Database): () => RouteTable {
  const revision = database.prepare<{ readonly n: number }>("SELECT n FROM link_revision");
  const links = database.prepare<LinkFacts>("SELECT id, kind, network FROM link ORDER BY id");
  const routes = database.prepare<RouteRow>(`SELECT ${routeColumns} FROM route ORDER BY id`);
  let known: { readonly revision: number; readonly table: RouteTable } | undefined;
  return () => {
    const now = revision.get()?.n ?? 0;
    if (known?.revision !== now)
      known = { revision: now, table: routeTable(links.all(), routes.all().map(routeOf)) };
    return known.table;
  };
}
