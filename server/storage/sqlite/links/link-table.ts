import {
  chooseRoute,
  type MessageKind,
  type Route,
  type Routing,
  routingOf,
} from "../../../domain/links/routing.js";
import { carriedBy, type LinkKind } from "../../../domain/links/links.js";
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

interface LinkRow {
  readonly id: number;
  readonly kind: LinkKind;
  readonly network: number;
}

/** Links and routes at one moment. */
export interface LinkTable {
  readonly routing: Routing;
  /** Space of message ids of a link; undefined for a link that is gone. */
  networkOf(linkId: number): number | undefined;
}

/**
 * Without any route all links are equal, and what is uncertain is kept for the operator. One that delivers nothing takes
 * only what no other could carry: never what waits for a network that is down.
 */
function defaultRoutes(links: readonly LinkRow[]): readonly Route[] {
  const real = links.filter(({ kind }) => kind !== "loopback");
  const carried = new Set(real.flatMap(({ kind }) => carriedBy[kind]));
  const left = carriedBy.loopback.filter((kind) => !carried.has(kind));
  const route = (linkId: number, kind: MessageKind | undefined): Route => ({
    ...{ id: 0, prefix: "", customerId: undefined, originator: undefined, kind },
    ...{ linkId, rank: 1, weight: 1, uncertain: "hold" },
  });
  return [
    ...real.map(({ id }) => route(id, undefined)),
    ...links
      .filter(({ kind }) => kind === "loopback")
      .flatMap(({ id }) => left.map((kind) => route(id, kind))),
  ];
}

function tableOf(links: readonly LinkRow[], routes: readonly Route[]): LinkTable {
  const byId = new Map(links.map((link) => [link.id, link]));
  const carries = (linkId: number, kind: MessageKind): boolean => {
    const link = byId.get(linkId);
    return link !== undefined && carriedBy[link.kind].includes(kind);
  };
  return {
    routing: routingOf(routes.length > 0 ? routes : defaultRoutes(links), carries),
    networkOf: (linkId) => byId.get(linkId)?.network,
  };
}

/** Gives links and routes as they are now; they are read again only when they have changed. */
export function prepareLinkTable(database: Database): () => LinkTable {
  const revision = database.prepare<{ readonly n: number }>("SELECT n FROM link_revision");
  const links = database.prepare<LinkRow>("SELECT id, kind, network FROM link ORDER BY id");
  const routes = database.prepare<RouteRow>(`SELECT ${routeColumns} FROM route ORDER BY id`);
  let known: { readonly revision: number; readonly table: LinkTable } | undefined;
  return () => {
    const now = revision.get()?.n ?? 0;
    if (known?.revision !== now)
      known = { revision: now, table: tableOf(links.all(), routes.all().map(routeOf)) };
    return known.table;
  };
}

/** What the routes say about a message that waits for one link, or (0) for any. */
export interface Decision {
  /** Where it should wait or go; -1 when no route fits. */
  readonly linkId: number;
  readonly policy: Route["uncertain"];
}

const noRoute: Decision = { linkId: -1, policy: "hold" };

/** A message that waits for a link stays there as long as a route leads to it and it is up, or nothing else is. */
export function decide(
  { routing }: LinkTable,
  message: Parameters<Routing>[0],
  waitsFor: number,
  isUp: (linkId: number) => boolean,
): Decision {
  const routes = routing(message);
  const own = routes.find(({ linkId }) => linkId === waitsFor);
  if (own !== undefined && isUp(waitsFor)) return { linkId: waitsFor, policy: own.uncertain };
  const chosen = chooseRoute(routes, message.id, isUp);
  return chosen === undefined ? noRoute : { linkId: chosen.linkId, policy: chosen.uncertain };
}
