import { routeFor } from "#server/faces/web/routes.js";
import type { PlainBrowser, Received } from "../console/console-server.js";
import { linksOn } from "./page-forms.js";

/** A page that a link leads to. */
export interface Found extends Received {
  /** Path on the origin, with the query. */
  readonly place: string;
}

export interface CrawlPlan {
  /** Path of the site. */
  readonly base: string;
  readonly routes: readonly { readonly path: string }[];
  /** Addresses of one route with the same names in the query that are looked at. */
  readonly each: number;
  readonly start?: readonly string[];
}

/** Files, and the same rows in another order or with fewer columns. */
const isSame = (place: string): boolean => /[?&](?:csv|hide\d|sort\d)=|\/assets\//u.test(place);

/** What pages have in common: route, and names in the query. */
function kindOf({ base, routes }: CrawlPlan, place: string): string | undefined {
  const { pathname, searchParams } = new URL(place, "http://site");
  const below = pathname.slice(base.length);
  const path = routeFor(routes, below === "" ? "/" : below)?.route.path;
  return path && `${path}?${[...searchParams.keys()].toSorted().join("&")}`;
}

/** The page that a place leads to: a search is another one each time. */
export async function followed(browser: PlainBrowser, place: string): Promise<Received> {
  const received = await browser.request(place);
  const next = received.headers.get("location");
  return received.status === 303 && next !== null ? browser.request(next) : received;
}

/** Follows links from the first page of a site to all others. */
export async function crawl(browser: PlainBrowser, plan: CrawlPlan): Promise<readonly Found[]> {
  const waiting = [...(plan.start ?? [plan.base === "" ? "/" : plan.base])];
  const known = new Set(waiting);
  const counts = new Map<string, number>();
  const found: Found[] = [];
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    const received = await followed(browser, place);
    found.push({ place, ...received });
    for (const link of linksOn(received.text, plan.base)) {
      const kind = isSame(link) ? undefined : kindOf(plan, link);
      const count = counts.get(kind ?? "") ?? 0;
      if (kind === undefined || known.has(link) || count >= plan.each) continue;
      known.add(link);
      counts.set(kind, count + 1);
      waiting.push(link);
    }
  }
  return found;
}
