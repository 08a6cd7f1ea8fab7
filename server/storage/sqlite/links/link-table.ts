import { type LinkFacts, type RouteTable, routeTable } from "../../../domain/links/route-table.js";
import { routeColumns, routeOf, type RouteRow } from "../../rows/link-row.js";
import type { Database } from "../engine/database.js";

/** Gives links and routes as they are now; they are read again only when they have changed. */
export function prepareLinkTable(database: Database): () => RouteTable {
  const revision = database.prepare<{ readonly n: number }>("SELECT n FROM link_revision");
  const links = database.prepare<LinkFacts>("SELECT id, kind, network FROM link ORDER BY id");
  const routes = database.prepare<RouteRow>(`SELECT ${routeColumns} FROM route r ORDER BY r.id`);
  let known: { readonly revision: number; readonly table: RouteTable } | undefined;
  return () => {
    const now = revision.get()?.n ?? 0;
    if (known?.revision !== now)
      known = { revision: now, table: routeTable(links.all(), routes.all().map(routeOf)) };
    return known.table;
  };
}
