import type { DeliverySetup } from "./config-file.js";
import { OptionError } from "./setting-error.js";
import { configuration, type StoredLinks } from "../domain/delivery/links/configuration.js";
import {
  isLoopbackOnly,
  type Link,
  type LinkRefusal,
  type NamedRoute,
  type NewLink,
  type NewRoute,
} from "../domain/delivery/routing/link.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import type { Store } from "../ports/store.js";

/** A configuration without links, routes and delivery times. */
export const noDelivery: DeliverySetup = { links: [], routes: [], times: {} };

const loopback: NewLink = {
  name: "loopback",
  kind: "loopback",
  url: "loopback:",
  password: "",
  network: "loopback",
  settings: {},
  ofFile: true,
};

type Links = Pick<Store, "links">;

/** Links of a store, and what a start may do without any. */
interface LinkSituation {
  readonly stored: readonly Link[];
  readonly routes: readonly Pick<NamedRoute, "ofFile">[];
  /** Whether the store has or had a link to a network. */
  readonly hadNetwork: boolean;
  readonly mayLoopback: boolean;
}

const listed = (links: readonly { readonly name: string }[]): string =>
  links.map(({ name }) => name).join(", ");

const askFor = "or use --smsc loopback, which delivers nothing";

/**
 * Links that are stored: those of the file, or loopback in a store that never had another link.
 * @throws OptionError if the file lost its links, or loopback is needed and nobody asked for it
 */
function linksOf(
  { stored, routes, hadNetwork, mayLoopback }: LinkSituation,
  { links: wanted, routes: wantedRoutes, isEmpty = false }: DeliverySetup,
): readonly NewLink[] {
  if (wanted.length > 0) return wanted;
  const own = stored.filter(ofCommands);
  const lost = stored.filter((link) => link.ofFile && !isDefault(link));
  const losesRoutes = wantedRoutes.length === 0 && routes.some(({ ofFile }) => ofFile);
  if ((lost.length > 0 || losesRoutes) && !(isEmpty && own.length > 0))
    throw new OptionError(
      `the links or routes of --config are missing: the store has ${lost.length > 0 ? listed(lost) : "routes"} from it; give the file, ${askFor} in their place`,
    );
  if (own.length > 0) return [];
  if (mayLoopback && !hadNetwork) return [loopback];
  throw new OptionError(
    `there is no link to a network: add one with messenger link add or in --config, ${askFor}`,
  );
}

const isDefault = ({ kind, name }: Link): boolean => kind === loopback.kind && name === loopback.name;

const ofCommands = ({ ofFile }: Link): boolean => !ofFile;

const reasons: Readonly<Record<LinkRefusal, string>> = {
  exists: "a link or route of the file exists in the store already",
  unknownLink: "a route of the file uses a link that does not exist",
  unknownRoute: "it does not fit",
  unknownPrice: "it does not fit",
  unknownCustomer: "a route of the file has a customer that does not exist",
  inUse: "a stored route uses a link that is no longer in the file",
  ofFile: "it does not fit",
  changed: "it does not fit",
};

function conflict(refusal: LinkRefusal): OptionError {
  return new OptionError(`the links and routes of --config cannot be stored: ${reasons[refusal]}`);
}

/**
 * Checks that a server could start with the links and routes of the configuration file.
 * @throws OptionError if they conflict with the stored ones, or loopback would be needed and is not allowed
 */
export function checkLinks(
  stored: StoredLinks & Pick<LinkSituation, "hadNetwork">,
  setup: DeliverySetup,
  mayLoopback: boolean,
): void {
  const links = linksOf({ ...stored, stored: stored.links, mayLoopback }, setup);
  const changes = configuration(stored, { links, routes: setup.routes });
  if (typeof changes === "string") throw conflict(changes);
}

/** Changes of the configuration file are found when the server reads it. */
const actor = { name: "server", source: "configuration" };

/**
 * Stores the links and routes of the configuration file; recorded. In a store that never had a link to a network, messages go to the
 * loopback gateway, if that is allowed. Returns warnings for the operator.
 * @throws OptionError if they conflict with links or routes of the store, the store has links of a file that are missing, or loopback is
 * needed and not allowed
 */
export async function setUpLinks(
  store: Links,
  setup: DeliverySetup,
  mayLoopback: boolean,
  now: number,
): Promise<readonly string[]> {
  const stored = await store.links.links();
  const situation = {
    stored,
    routes: await store.links.routes(),
    hadNetwork: await store.links.hadNetwork(),
  };
  const wanted = linksOf({ ...situation, mayLoopback }, setup);
  return configure(store, { stored, wanted, routes: setup.routes }, now);
}

/**
 * Replaces the links and routes of the configuration file while the server runs. Loopback confirms messages that it does not deliver,
 * so it is not installed in place of links: it only remains, if the server started with it. Returns warnings for the operator.
 * @throws OptionError as `setUpLinks`
 */
export async function reloadLinks(
  store: Links,
  setup: DeliverySetup,
  mayLoopback: boolean,
  now: number,
): Promise<readonly string[]> {
  const stored = await store.links.links();
  const ofFile = stored.filter((link) => link.ofFile);
  const hasRoutes = (await store.links.routes()).some((route) => route.ofFile);
  if (setup.links.length > 0 || hasRoutes || ofFile.some((link) => !isDefault(link)))
    return setUpLinks(store, setup, mayLoopback, now);
  const wanted = ofFile.length > 0 && stored.length === ofFile.length ? [loopback] : [];
  return configure(store, { stored, wanted, routes: setup.routes }, now);
}

interface ConfiguredLinks {
  readonly stored: readonly Link[];
  readonly wanted: readonly NewLink[];
  readonly routes: readonly NewRoute[];
}

/** What a change of the file does to links that messages may wait for. */
function changeWarnings({ stored, wanted }: ConfiguredLinks): readonly string[] {
  const ofFile = stored.filter((link) => link.ofFile && !isDefault(link));
  const byName = new Map(wanted.map((link) => [link.name, link]));
  const removed = ofFile.filter(({ name }) => !byName.has(name));
  const moved = ofFile.flatMap(({ name, url }) => {
    const now = byName.get(name)?.url ?? url;
    return now === url
      ? []
      : `link ${name} leads to ${withoutPassword(now)}, before to ${withoutPassword(url)}`;
  });
  return [
    ...(removed.length === 0 ? [] : [`links of the configuration before were removed: ${listed(removed)}`]),
    ...moved,
  ];
}

async function configure(store: Links, links: ConfiguredLinks, now: number): Promise<readonly string[]> {
  const { stored, wanted, routes } = links;
  const outcome = await store.links.configure(wanted, routes, actor, now);
  if (!outcome.ok) throw conflict(outcome.reason);
  const all = [...stored.filter(ofCommands), ...wanted];
  return [
    ...changeWarnings(links),
    ...(isLoopbackOnly(all) ? ["the gateway is loopback: messages are confirmed but not delivered"] : []),
  ];
}
