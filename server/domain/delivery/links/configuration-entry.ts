import type { NewAuditEntry } from "../../audit.js";
import type { Link, NamedRoute, NewLink, NewRoute } from "../routing/link.js";
import { shownSettings } from "./setting-forms.js";

/** Links and routes, of the store or of a configuration file. */
export interface LinksAndRoutes<L, R> {
  readonly links: readonly L[];
  readonly routes: readonly R[];
}

/** Changed links and routes that an entry lists; the subject has the numbers of all. */
const mostListed = 100;

/** A link in the audit log: without secrets. */
export const linkFacts = ({ url, network, settings }: Pick<NewLink, "url" | "network" | "settings">) => ({
  url,
  network,
  settings: shownSettings(settings),
});

type Facts = Readonly<Record<string, unknown>>;

/** Settings in the order of their names. */
const sorted = <T>(settings: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));

/** A link with its secrets, to compare it. */
function wholeOf({ kind, url, password, network, settings }: Omit<NewLink, "name" | "ofFile">): string {
  return JSON.stringify([kind, url, password, network, sorted(settings)]);
}

function routeText({
  prefix,
  customerId,
  originator,
  kind,
  link,
  rank,
  weight,
  uncertain,
}: NewRoute): string {
  const conditions = { prefix, customer: customerId, originator, kind };
  return JSON.stringify({ ...conditions, link, rank, weight, uncertain });
}

function without(texts: readonly string[], others: readonly string[]): readonly Facts[] {
  const known = new Set(others);
  return texts
    .filter((text) => !known.has(text))
    .slice(0, mostListed)
    .map((text) => JSON.parse(text) as Facts);
}

type FileLink = Omit<Link, "id" | "started">;

const withoutSecrets = (link: FileLink): Facts => {
  const { settings, ...facts } = linkFacts(link);
  return { ...facts, settings: Object.fromEntries(sorted(settings)) };
};

/** A link behind a change: says that secrets have changed, without them. */
function factsAfter(link: FileLink, before: FileLink | undefined): Facts {
  const facts = withoutSecrets(link);
  if (before === undefined) return facts;
  const isOnlySecret = JSON.stringify(withoutSecrets(before)) === JSON.stringify(facts);
  const hasNewSecret = isOnlySecret || before.password !== link.password;
  return hasNewSecret ? { ...facts, secrets: "changed" } : facts;
}

/** Links that are not among the others or differ from them, by name; without secrets. */
function changedLinks(
  links: readonly FileLink[],
  others: readonly FileLink[],
  shown: (link: FileLink, other: FileLink | undefined) => Facts,
): Facts {
  const known = new Map(others.map((link) => [link.name, link]));
  const changed = links.filter((link) => {
    const other = known.get(link.name);
    return other === undefined || wholeOf(other) !== wholeOf(link);
  });
  const listed = changed.slice(0, mostListed);
  return Object.fromEntries(listed.map((link) => [link.name, shown(link, known.get(link.name))]));
}

/** Entry of the audit log for a configuration file. */
export type ConfigurationEntry = Pick<NewAuditEntry, "action" | "subject" | "before" | "after">;

const isNetwork = ({ kind }: Pick<NewLink, "kind">): boolean => kind !== "loopback";

/**
 * The entry of the audit log for a configuration file that replaces the stored links and routes of the previous one; undefined if they are the
 * same. Links to loopback are recorded only if one of the two has a link to a network.
 */
export function configurationEntry(
  stored: LinksAndRoutes<Link, NamedRoute>,
  wanted: LinksAndRoutes<NewLink, NewRoute>,
): ConfigurationEntry | undefined {
  const storedLinks = stored.links.filter(({ ofFile }) => ofFile);
  const wantedLinks = [...new Map(wanted.links.map((link) => [link.name, link])).values()];
  const hasNetwork = [...storedLinks, ...wantedLinks].some(isNetwork);
  const before = hasNetwork ? storedLinks : [];
  const after = hasNetwork ? wantedLinks : [];
  const routesBefore = stored.routes.filter(({ ofFile }) => ofFile).map(routeText);
  const routesAfter = wanted.routes.map(routeText);
  const changes = {
    before: {
      links: changedLinks(before, after, withoutSecrets),
      routes: without(routesBefore, routesAfter),
    },
    after: { links: changedLinks(after, before, factsAfter), routes: without(routesAfter, routesBefore) },
  };
  const isSame = [changes.before, changes.after].every(
    ({ links, routes }) => Object.keys(links).length === 0 && routes.length === 0,
  );
  if (isSame) return undefined;
  const subject = { links: after.length, routes: routesAfter.length };
  return { action: "configuration apply", subject, ...changes };
}
