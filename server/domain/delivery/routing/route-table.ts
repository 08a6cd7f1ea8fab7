import { userNameKey } from "../../accounts/accounts.js";
import type { CandidateRow } from "./candidate.js";
import { routableOf } from "./candidate.js";
import { carriedBy, type LinkKind } from "./link.js";
import { routedBy } from "./split-parts.js";
import {
  chooseRoute,
  type MessageKind,
  messageKinds,
  type Routable,
  type Route,
  type Routing,
  routingOf,
  type UncertainPolicy,
} from "../route.js";

/** Facts about a link for routing. */
export interface LinkFacts {
  readonly id: number;
  readonly kind: LinkKind;
  /** Number of the space of message ids that the link shares with others to the same network. */
  readonly network: number;
  /** GUID of the provider to which it belongs, in lower case; undefined without one. */
  readonly provider?: string | undefined;
}

/** A user whose messages prefer the links of a provider. */
export interface ProviderUser {
  readonly customerId: number;
  /** `userNameKey` of its name. */
  readonly userKey: string;
  readonly provider: string;
}

/** The part of `LinkFacts` that determines the messages of a link. */
type RoutedLink = Pick<LinkFacts, "id" | "kind">;

/** Snapshot of links and routes. */
export interface RouteTable {
  readonly routing: Routing;
  /** Space of message ids of a link; undefined for a link that has been removed. */
  readonly networkOf: (linkId: number) => number | undefined;
  /** Links of the provider of the user who sent a message; undefined without such links. */
  preferredOf(message: Pick<Routable, "customerId" | "userName">): ReadonlySet<number> | undefined;
}

/** Link ids of messages that are not routed yet, and of messages that match no route. */
export const unrouted = 0;
export const nowhere = -1;

/** Names of the queues that belong to no link. */
const noLinks: readonly (readonly [linkId: number, name: string])[] = [
  [unrouted, "unrouted"],
  [nowhere, "no route"],
];

/** Name of a link in metrics and commands, also of queues that belong to no link. */
export type QueueName = (linkId: number) => string;

/** Returns a function for the names of these links and of `noLinks`; the name of a removed link is not stored. */
export function queueNames(links: readonly { readonly id: number; readonly name: string }[]): QueueName {
  const names = new Map([...noLinks, ...links.map(({ id, name }) => [id, name] as const)]);
  return (linkId) => names.get(linkId) ?? `removed link ${linkId}`;
}

/** Whether a link is up, or down for less than the grace period. */
export type IsUp = (linkId: number) => boolean;

/** Result of routing one message. */
export interface Decision {
  /** The link of the message; `nowhere` if it matches no route. */
  readonly linkId: number;
  readonly policy: UncertainPolicy;
}

/** A queued message and the link for which it waits from now on. */
export interface Placement {
  readonly id: number;
  readonly linkId: number;
}

const noRoute: Decision = { linkId: nowhere, policy: "hold" };

/**
 * Default routes, if none is configured: every link takes an equal share, and uncertain messages are held. A loopback
 * link gets only the kinds that no other link has, so that it never confirms messages for a network that is down.
 */
function defaultRoutes(links: readonly RoutedLink[]): readonly Route[] {
  const real = links.filter(({ kind }) => kind !== "loopback");
  const carried = new Set(real.flatMap(({ kind }) => carriedBy[kind]));
  const left = carriedBy.loopback.filter((kind) => !carried.has(kind));
  const route = (linkId: number, kind: MessageKind | undefined): Route => ({
    id: 0,
    prefix: "",
    customerId: undefined,
    originator: undefined,
    kind,
    linkId,
    rank: 1,
    weight: 1,
    uncertain: "hold",
  });
  return [
    ...real.map(({ id }) => route(id, undefined)),
    ...links
      .filter(({ kind }) => kind === "loopback")
      .flatMap(({ id }) => left.map((kind) => route(id, kind))),
  ];
}

const hasEnd = ({ endsAt }: Route): boolean => endsAt !== undefined;

/**
 * Routes in force: the configured ones, or the default ones. Those with an end stand first, with ranks of 0 and below: while their links are
 * up, they take the messages of others with the same conditions. They add to the default ones, so that they change nothing for other numbers.
 */
function routesInForce(links: readonly RoutedLink[], routes: readonly Route[]): readonly Route[] {
  const others = routes.filter((route) => !hasEnd(route));
  const first = routes.filter(hasEnd).map((route) => ({ ...route, rank: route.rank - 9 }));
  return [...first, ...(others.length > 0 ? others : defaultRoutes(links))];
}

type Carries = (linkId: number, kind: MessageKind) => boolean;

function carrying(links: readonly RoutedLink[]): Carries {
  const kinds = new Map(links.map(({ id, kind }) => [id, carriedBy[kind]]));
  return (linkId, kind) => kinds.get(linkId)?.includes(kind) === true;
}

function preferring(links: readonly LinkFacts[], users: readonly ProviderUser[]): RouteTable["preferredOf"] {
  const byProvider = new Map<string, Set<number>>();
  for (const { id, provider } of links)
    if (provider !== undefined) byProvider.set(provider, (byProvider.get(provider) ?? new Set()).add(id));
  const keyOf = (customerId: number, userKey: string): string => `${customerId} ${userKey}`;
  const byUser = new Map(
    users.map(({ customerId, userKey, provider }) => [keyOf(customerId, userKey), byProvider.get(provider)]),
  );
  if (byUser.size === 0) return () => undefined;
  return ({ customerId, userName }) => byUser.get(keyOf(customerId, userNameKey(userName)));
}

/** Prepares the table of these links and routes; without routes, of the default ones. */
export function routeTable(
  links: readonly LinkFacts[],
  routes: readonly Route[],
  users: readonly ProviderUser[] = [],
): RouteTable {
  const networks = new Map(links.map(({ id, network }) => [id, network]));
  return {
    routing: routingOf(routesInForce(links, routes), carrying(links)),
    networkOf: (linkId) => networks.get(linkId),
    preferredOf: preferring(links, users),
  };
}

/**
 * Returns whether messages of some routes wait: routes with the same conditions take over from each other, and none of
 * them has a link that is up.
 */
export function isUnserved(links: readonly RoutedLink[], routes: readonly Route[], isUp: IsUp): boolean {
  const carries = carrying(links);
  const served = new Map<string, boolean>();
  for (const { customerId, originator, prefix, kind, linkId } of routesInForce(links, routes)) {
    for (const carried of kind === undefined ? messageKinds : [kind]) {
      if (!carries(linkId, carried)) continue;
      const group = JSON.stringify([customerId, originator, prefix, kind, carried]);
      served.set(group, served.get(group) === true || isUp(linkId));
    }
  }
  return [...served.values()].includes(false);
}

/** Whether a route with an end takes the messages of another one. */
function isTaken({ rank }: Route, routes: readonly Route[], isUp: IsUp): boolean {
  // Those with an end are the first ones.
  if (rank < 1 || (routes[0]?.rank ?? 1) >= 1) return false;
  return routes.some((route) => route.rank < 1 && isUp(route.linkId));
}

/**
 * Routes a message that waits for a link, or is `unrouted`. It stays with its link while that is up and one of its routes
 * leads there; otherwise links of the provider of its user come first.
 */
export function decide(table: RouteTable, message: Routable, waitsFor: number, isUp: IsUp): Decision {
  const routes = table.routing(message);
  const own = routes.find(({ linkId }) => linkId === waitsFor);
  if (own !== undefined && isUp(waitsFor) && !isTaken(own, routes, isUp))
    return { linkId: waitsFor, policy: own.uncertain };
  const chosen = chooseRoute(routes, routedBy(message), isUp, table.preferredOf(message));
  return chosen === undefined ? noRoute : { linkId: chosen.linkId, policy: chosen.uncertain };
}

/** Routes queued messages again; returns those that wait for another link than before. */
export function rerouted(rows: readonly CandidateRow[], table: RouteTable, isUp: IsUp): readonly Placement[] {
  return rows.flatMap((row) => {
    const { linkId } = decide(table, routableOf(row), row.link, isUp);
    return linkId === row.link ? [] : { id: row.id, linkId };
  });
}
