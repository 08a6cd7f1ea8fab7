import { chooseRoute, type Route } from "../route.js";
import type { IsUp } from "./route-table.js";

/** A route of a message, in the order in which the routes are used. */
export interface RouteUse<R extends Pick<Route, "linkId" | "rank" | "weight">> {
  readonly route: R;
  /** 1 for those that are used now; the next ones take over when the links of all before them are down. */
  readonly turn: number;
  /** Of the messages of its turn, 0 to 1. */
  readonly share: number;
  readonly isUp: boolean;
}

/**
 * The routes of a message in their turns, as `chooseRoute` takes them: those with a link that is up by rank, then those whose link is down.
 * With all links down, the messages wait for those of the lowest rank.
 */
export function routeOrder<R extends Route>(routes: readonly R[], isUp: IsUp): readonly RouteUse<R>[] {
  const uses: RouteUse<R>[] = [];
  let left = routes;
  for (let turn = 1; left.length > 0; turn++) {
    const first = chooseRoute(left, 0, isUp);
    const isAlive = first !== undefined && isUp(first.linkId);
    const taken = left.filter(({ rank, linkId }) => rank === first?.rank && isUp(linkId) === isAlive);
    const sum = taken.reduce((all, { weight }) => all + weight, 0);
    uses.push(...taken.map((route) => ({ route, turn, share: route.weight / sum, isUp: isAlive })));
    left = left.filter((route) => !taken.includes(route));
  }
  return uses;
}
