import { includesRole, type OperatorRole } from "../../domain/accounts/operators.js";
import type { IconName } from "../web/icons.js";
import type { Snapshot } from "./snapshot.js";
import type { NavigationEntry, NavigationGroup } from "../web/render.js";

interface Place {
  readonly text: string;
  readonly path: string;
  /** Path of the pages that it belongs to. Default: those of the console. */
  readonly site?: "/docs";
  readonly icon: IconName;
  readonly role: OperatorRole;
  /** What waits for a decision there. */
  readonly counts?: keyof Counts;
}

/** Things that wait for a decision of an operator. */
export interface Counts {
  readonly uncertain: number;
}

export function countsOf({ queues }: Pick<Snapshot, "queues">): Counts {
  return { uncertain: queues.reduce((sum, { uncertain }) => sum + uncertain, 0) };
}

/** The pages in the navigation, in its order. */
export const groups: readonly { readonly heading?: string; readonly places: readonly Place[] }[] = [
  {
    places: [
      { text: "Overview", path: "/", icon: "layout-dashboard", role: "viewer" },
      { text: "Traffic", path: "/traffic", icon: "activity", role: "viewer" },
      { text: "Messages", path: "/messages", icon: "message-square-text", role: "viewer" },
      { text: "Campaigns", path: "/campaigns", icon: "megaphone", role: "viewer" },
      { text: "Customers", path: "/customers", icon: "users", role: "viewer" },
    ],
  },
  {
    heading: "Network",
    places: [
      { text: "Links", path: "/links", icon: "network", role: "viewer" },
      { text: "Routes", path: "/routes", icon: "route", role: "viewer" },
      { text: "Prices", path: "/prices", icon: "coins", role: "viewer" },
      { text: "Blocked numbers", path: "/blocked", icon: "ban", role: "viewer" },
      { text: "Deliverability", path: "/deliverability", icon: "map-pinned", role: "viewer" },
      { text: "SMPP clients", path: "/smpp", icon: "log-in", role: "viewer" },
    ],
  },
  {
    heading: "To decide",
    places: [
      { text: "Uncertain", path: "/uncertain", icon: "circle-help", role: "viewer", counts: "uncertain" },
    ],
  },
  {
    heading: "System",
    places: [
      { text: "Audit log", path: "/audit", icon: "scroll-text", role: "admin" },
      { text: "Operators", path: "/operators", icon: "user", role: "admin" },
      { text: "Keys", path: "/keys", icon: "key-round", role: "viewer" },
      { text: "Settings", path: "/settings", icon: "settings", role: "admin" },
      { text: "Database", path: "/database", icon: "database", role: "admin" },
    ],
  },
  {
    heading: "Help",
    places: [{ text: "Documentation", site: "/docs", path: "/", icon: "book-open", role: "viewer" }],
  },
];

/** Address of a place. */
export function hrefOf({ site, path }: Pick<Place, "path" | "site">): string {
  if (site !== undefined) return `${site}${path}`;
  return path;
}

/** Places at the bottom of a phone; the last one lists the rest. */
const bottom: readonly Place[] = [
  ...["/", "/messages", "/links", "/customers"].flatMap((wanted) =>
    groups.flatMap(({ places }) => places.filter(({ path, site }) => path === wanted && site === undefined)),
  ),
  { text: "More", path: "/more", icon: "menu", role: "viewer" },
];

const liveKey = (counts: keyof Counts): string => `decide ${counts}`;

/** Live texts of the counts of the sidebar by their keys. */
export const sidebarNumbers = (counts: Counts): Readonly<Record<string, string>> => ({
  [liveKey("uncertain")]: counts.uncertain === 0 ? "" : String(counts.uncertain),
});

function entryOf(place: Place, current: string, found?: Counts): NavigationEntry {
  const { text, path, site, icon, counts } = place;
  const count = counts === undefined ? undefined : found?.[counts];
  return {
    text,
    icon,
    href: hrefOf(place),
    current: site === undefined && current === path,
    count: count === 0 ? undefined : count,
    live: counts === undefined ? undefined : liveKey(counts),
  };
}

const firstPart = (path: string): string => `/${path.split("/")[1] ?? ""}`;

/** The groups of the sidebar that a role may open. */
export function navigationFor(role: OperatorRole, path: string, counts: Counts): readonly NavigationGroup[] {
  return groups
    .map(({ heading, places }) => ({
      heading,
      entries: places
        .filter((place) => includesRole(role, place.role))
        .map((place) => entryOf(place, firstPart(path), counts)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The places at the bottom of a phone. */
export function placesFor(path: string): readonly NavigationEntry[] {
  return bottom.map((place) => entryOf(place, firstPart(path)));
}
