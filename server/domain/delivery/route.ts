/** Kinds of messages that a link can send. */
export const messageKinds = ["sms", "mms"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Policy for a message whose acceptance is unconfirmed: resend it, hold it for the operator, or fail it. */
export const uncertainPolicies = ["resend", "hold", "fail"] as const;
export type UncertainPolicy = (typeof uncertainPolicies)[number];

/** A route: messages that match its conditions go over its link. An undefined condition matches every message. */
export interface Route {
  readonly id: number;
  /** Prefix of the number; empty matches every number. */
  readonly prefix: string;
  readonly customerId: number | undefined;
  readonly originator: string | undefined;
  readonly kind: MessageKind | undefined;
  readonly linkId: number;
  /** From 1: routes of the next rank are used while no link of this one is up. */
  readonly rank: number;
  /** Share among routes of the same rank, from 1. */
  readonly weight: number;
  readonly uncertain: UncertainPolicy;
  /** When it no longer counts, milliseconds since the epoch; until then it comes before routes without an end. Undefined for none. */
  readonly endsAt?: number | undefined;
}

/** Properties of a message that routes match. */
export interface Routable {
  readonly id: number;
  readonly phone: string;
  readonly customerId: number;
  /** User of the customer who sent it. */
  readonly userName: string;
  readonly originator: string;
  readonly kind: MessageKind;
  /** `partsHash` of a part; undefined for another message. */
  readonly partsHash?: number | undefined;
}

/**
 * The routes of a message: the most specific ones that match. Specificity, in this order: the customer, the originator,
 * the longest prefix, the kind. Among several with the same conditions, ranks and weights decide.
 */
export type Routing = (message: Routable) => readonly Route[];

function conditionsOf(customerId: number | undefined, originator: string | undefined): string {
  return `${customerId ?? ""}${originator === undefined ? "" : ` ${originator}`}`;
}

type ByPrefix = Map<string, Route[]>;

function longestPrefix(byPrefix: ByPrefix, message: Routable): readonly Route[] {
  for (let length = message.phone.length; length >= 0; length--) {
    const routes = byPrefix.get(message.phone.slice(0, length));
    const ofKind = routes?.filter(({ kind }) => kind === message.kind);
    if (ofKind !== undefined && ofKind.length > 0) return ofKind;
    const ofAny = routes?.filter(({ kind }) => kind === undefined);
    if (ofAny !== undefined && ofAny.length > 0) return ofAny;
  }
  return [];
}

/** Prepares a table of routes. `carries` returns whether a link carries a kind of message; routes to other links do not match. */
export function routingOf(
  routes: readonly Route[],
  carries: (linkId: number, kind: MessageKind) => boolean,
): Routing {
  const groups = new Map<string, ByPrefix>();
  for (const route of routes) {
    const conditions = conditionsOf(route.customerId, route.originator);
    const group: ByPrefix = groups.get(conditions) ?? new Map<string, Route[]>();
    groups.set(conditions, group);
    group.set(route.prefix, [...(group.get(route.prefix) ?? []), route]);
  }
  return (message) => {
    const { customerId, originator } = message;
    const mostFirst = [
      conditionsOf(customerId, originator),
      conditionsOf(customerId, undefined),
      conditionsOf(undefined, originator),
      conditionsOf(undefined, undefined),
    ];
    for (const conditions of mostFirst) {
      const group = groups.get(conditions);
      if (group === undefined) continue;
      const fitting = longestPrefix(group, message).filter(({ linkId }) => carries(linkId, message.kind));
      if (fitting.length > 0) return fitting;
    }
    return [];
  };
}

/** Hashes numbers evenly to 0..1; the same number always has the same value. */
function placeOf(number: number): number {
  return (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32;
}

/** The routes to links that meet a condition; all if none does. */
function preferring(routes: readonly Route[], isBetter: (linkId: number) => boolean): readonly Route[] {
  const better = routes.filter(({ linkId }) => isBetter(linkId));
  return better.length > 0 ? better : routes;
}

/**
 * Chooses among the routes of a message: those with a link that is up, of these the ones to preferred links, of these the lowest rank,
 * there by weight and a number of the message; with all links down, as if they were up. Undefined without routes.
 */
export function chooseRoute(
  routes: readonly Route[],
  number: number,
  isUp: (linkId: number) => boolean,
  preferred?: ReadonlySet<number>,
): Route | undefined {
  const alive = preferring(routes, isUp);
  const usable = preferred === undefined ? alive : preferring(alive, (linkId) => preferred.has(linkId));
  const rank = Math.min(...usable.map((route) => route.rank));
  const choice = usable.filter((route) => route.rank === rank);
  let place = placeOf(number) * choice.reduce((sum, { weight }) => sum + weight, 0);
  return choice.find(({ weight }) => (place -= weight) < 0) ?? choice[0];
}
