import { type ConfigurationEntry, configurationEntry, type LinksAndRoutes } from "./configuration-entry.js";
import type { Link, LinkChange, LinkRefusal, NamedRoute, NewLink, NewRoute } from "../routing/link.js";

/** A stored link, with the facts that decide about changes. */
export type StoredLink = Pick<Link, "id" | "name" | "ofFile">;

/** Key of a route: no two stored routes have the same values. Of those that stay, and of those with an end. */
export type RouteKey = Pick<NewRoute, "prefix" | "customerId" | "originator" | "kind" | "link" | "endsAt">;

/** Links and routes of the store: of the previous configuration file, and those that were added by commands. */
export interface StoredLinks extends LinksAndRoutes<Link, NamedRoute> {
  /** Existing customers among those of the wanted routes. */
  readonly customers: ReadonlySet<number>;
}

/** Links and routes of the configuration file. */
export type WantedLinks = LinksAndRoutes<NewLink, NewRoute>;

/** Changes that bring the store in line with the configuration file, in this order. */
export interface LinkChanges {
  readonly added: readonly NewLink[];
  readonly changed: readonly { readonly id: number; readonly link: NewLink }[];
  /** Ids. */
  readonly removed: readonly number[];
  /** They replace all routes of the previous file. */
  readonly routes: readonly NewRoute[];
  /** Entry of the audit log; undefined if the file has the stored links and routes. */
  readonly entry: ConfigurationEntry | undefined;
}

/** Whether a change only starts or stops a link. */
function isStartOrStop({ started, ...rest }: LinkChange): boolean {
  return started !== undefined && Object.keys(rest).length === 0;
}

/** Reason to refuse a change of a link; undefined when it is allowed. */
export function changeRefusal(
  link: Pick<StoredLink, "ofFile"> | undefined,
  change: LinkChange,
): LinkRefusal | undefined {
  if (link === undefined) return "unknownLink";
  return link.ofFile && !isStartOrStop(change) ? "ofFile" : undefined;
}

/** Reason to refuse the removal of a link; `isUsed`: whether a route uses it. */
export function removalRefusal(
  link: Pick<StoredLink, "ofFile"> | undefined,
  isUsed: boolean,
): LinkRefusal | undefined {
  if (link === undefined) return "unknownLink";
  if (link.ofFile) return "ofFile";
  return isUsed ? "inUse" : undefined;
}

/** Reason to refuse the change or the removal of a route; undefined when it is allowed. */
export function routeRemovalRefusal(
  route: { readonly ofFile: boolean } | undefined,
): LinkRefusal | undefined {
  if (route === undefined) return "unknownRoute";
  return route.ofFile ? "ofFile" : undefined;
}

/** Which of the things that a new route names exist. */
export interface RouteFacts {
  /** False only if the route has a customer that does not exist. */
  readonly hasCustomer: boolean;
  readonly hasLink: boolean;
  /** Whether a route with the same conditions to the link exists already. */
  readonly isThere: boolean;
}

/** Reason to refuse a new route; undefined when it is allowed. */
export function routeRefusal({ hasCustomer, hasLink, isThere }: RouteFacts): LinkRefusal | undefined {
  if (!hasCustomer) return "unknownCustomer";
  if (isThere) return "exists";
  return hasLink ? undefined : "unknownLink";
}

function keyOf({ prefix, customerId, originator, kind, link, endsAt }: RouteKey): string {
  return JSON.stringify([
    prefix,
    customerId ?? null,
    originator ?? null,
    kind ?? null,
    link,
    endsAt !== undefined,
  ]);
}

/** Reason to refuse one of the routes, given the names of all links there will be. */
function routesRefusal(
  { routes, customers }: StoredLinks,
  wanted: readonly NewRoute[],
  names: ReadonlySet<string>,
): LinkRefusal | undefined {
  const keys = new Set(routes.map(keyOf));
  for (const route of wanted) {
    const key = keyOf(route);
    const refusal = routeRefusal({
      hasCustomer: route.customerId === undefined || customers.has(route.customerId),
      hasLink: names.has(route.link),
      isThere: keys.has(key),
    });
    if (refusal !== undefined) return refusal;
    keys.add(key);
  }
  return undefined;
}

/**
 * Compares links and routes of the configuration file with the store. A link with the same name keeps its id, because
 * messages wait for it. If several links have one name, the last one applies.
 */
export function configuration(stored: StoredLinks, wanted: WantedLinks): LinkChanges | LinkRefusal {
  const wantedByName = new Map(wanted.links.map((link) => [link.name, link]));
  const storedByName = new Map(stored.links.map((link) => [link.name, link]));
  const links = [...wantedByName.values()];
  if (links.some(({ name }) => storedByName.get(name)?.ofFile === false)) return "exists";
  const removed = stored.links.filter(({ name, ofFile }) => ofFile && !wantedByName.has(name));
  const kept = stored.routes.filter(({ ofFile }) => !ofFile);
  const used = new Set(kept.map(({ link }) => link));
  if (removed.some(({ name }) => used.has(name))) return "inUse";
  const gone = new Set(removed.map(({ name }) => name));
  const names = new Set([...storedByName.keys(), ...wantedByName.keys()].filter((name) => !gone.has(name)));
  const refusal = routesRefusal({ ...stored, routes: kept }, wanted.routes, names);
  if (refusal !== undefined) return refusal;
  return {
    added: links.filter(({ name }) => !storedByName.has(name)),
    changed: links.flatMap((link) => {
      const known = storedByName.get(link.name);
      return known === undefined ? [] : { id: known.id, link };
    }),
    removed: removed.map(({ id }) => id),
    routes: wanted.routes,
    entry: configurationEntry(stored, wanted),
  };
}
