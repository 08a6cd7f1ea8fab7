import type { RouteTable } from "../../../domain/delivery/routing/route-table.js";
import type { LinkTable } from "../../tables/links/routes.js";
import { runScript } from "../engine/scripts.js";
import type { Session } from "../engine/session.js";

/**
 * Reads by links and routes as they are now: the first statements are sent with the one that looks whether these have changed since they were
 * read. If they have, `read` runs again.
 */
export async function readWithLinks<T>(
  session: Session,
  table: LinkTable,
  read: (links: RouteTable) => Promise<T>,
): Promise<{ readonly links: RouteTable; readonly found: T }> {
  const { known } = table;
  const [links, early] = await Promise.all([runScript(session, table.read()), known && read(known)]);
  const found = links === known && early !== undefined ? early : await read(links);
  return { links, found };
}
