import type { AccountPlan } from "./accounts.js";
import type { Filter, LinkPlan } from "./links.js";

/** A route; without a customer for all of them. */
export interface RoutePlan extends Conditions {
  readonly link: string;
  readonly rank: number;
  readonly uncertain: LinkPlan["uncertain"];
}

/** Whether messages to numbers are accepted at all. */
export interface CoveragePlan extends Conditions {
  readonly covered: boolean;
}

interface Conditions {
  /** `*` for every number. */
  readonly prefix: string;
  readonly customer: number | undefined;
}

/** Routes and coverage of all customers, and of those whose messages go other ways. */
export interface Routing {
  readonly routes: readonly RoutePlan[];
  /** Empty if every number is covered. */
  readonly coverage: readonly CoveragePlan[];
}

/** Numbers with a prefix, and with no longer one of those that the configuration names. */
interface Region {
  readonly prefix: string;
  readonly routes: readonly Omit<RoutePlan, "customer">[];
}

const matches = (prefixes: readonly string[], number: string): boolean =>
  prefixes.some((prefix) => number.startsWith(prefix));

/** With both lists, a number that is allowed may be denied too. */
function mayCarry({ allowed, denied }: Filter, number: string): boolean {
  if (matches(allowed, number)) return true;
  return (allowed.length === 0 || denied.length > 0) && !matches(denied, number);
}

/** A link with allowed ids carries no message without an id. */
function mayServe({ allowed, denied }: Filter, id: string | undefined): boolean {
  if (allowed.length > 0) return id !== undefined && allowed.includes(id);
  return id === undefined || !denied.includes(id);
}

/**
 * Regions for messages with an smsc-id, or with none. Kannel prefers a link by the id or the prefix; the others wait until none of those is
 * up.
 */
function regionsFor(links: readonly LinkPlan[], id: string | undefined): readonly Region[] {
  const named = links.flatMap(({ prefixes: { allowed, denied, preferred } }) => [
    ...allowed,
    ...denied,
    ...preferred,
  ]);
  return [...new Set(named)]
    .sort()
    .concat("")
    .map((start) => {
      const usable = links.filter(
        ({ prefixes, smscIds }) => mayServe(smscIds, id) && mayCarry(prefixes, start),
      );
      const isPreferred = ({ prefixes, smscIds }: LinkPlan): boolean =>
        matches(prefixes.preferred, start) || (id !== undefined && smscIds.preferred.includes(id));
      const someIs = usable.some(isPreferred);
      const prefix = start === "" ? "*" : start;
      const routes = usable.map((link) => ({
        prefix,
        link: link.name,
        uncertain: link.uncertain,
        rank: someIs && !isPreferred(link) ? 2 : 1,
      }));
      return { prefix, routes };
    });
}

const isCovered = ({ routes }: Region): boolean => routes.length > 0;

function routingOf(regions: readonly Region[], customer: number | undefined, coversAll: boolean): Routing {
  return {
    routes: regions.flatMap(({ routes }) => routes.map((route) => ({ ...route, customer }))),
    coverage: coversAll
      ? []
      : regions.map((region) => ({ prefix: region.prefix, customer, covered: isCovered(region) })),
  };
}

/** Sends every message over the links that Kannel would use, and rejects those that it would have no link for. */
export function routesOf(links: readonly LinkPlan[], accounts: readonly AccountPlan[]): Routing {
  const common = regionsFor(links, undefined);
  const shared = routingOf(common, undefined, links.length === 0 || common.every(isCovered));
  const own = accounts.flatMap(({ customer, smscId }) => {
    const regions = regionsFor(links, smscId);
    if (JSON.stringify(regions) === JSON.stringify(common)) return [];
    const isAlike = regions.every((region, index) => {
      const same = common[index];
      return same !== undefined && isCovered(region) === isCovered(same);
    });
    return [routingOf(regions, customer, isAlike)];
  });
  const all = [shared, ...own];
  return {
    routes: all.flatMap(({ routes }) => routes),
    coverage: all.flatMap(({ coverage }) => coverage),
  };
}
