import type { DeliverySetup } from "./config-file.js";
import { OptionError } from "./setting-error.js";
import { configuration, type StoredLinks } from "../domain/delivery/configuration.js";
import type { Link, LinkRefusal, NewLink, NewRoute } from "../domain/delivery/links.js";
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

/** Links that are stored: those of the file, or loopback without any link. @throws OptionError if that is not allowed */
function linksOf(
  own: readonly Link[],
  { links: wanted }: DeliverySetup,
  mayLoopback: boolean,
): readonly NewLink[] {
  if (own.length > 0 || wanted.length > 0) return wanted;
  if (mayLoopback) return [loopback];
  throw new OptionError(
    "there is no link to a network: add one with messenger link add or in --config, or use --smsc loopback, which delivers nothing",
  );
}

const ofCommands = ({ ofFile }: Link): boolean => !ofFile;

const reasons: Readonly<Record<LinkRefusal, string>> = {
  exists: "a link or route of the file exists in the store already",
  unknownLink: "a route of the file uses a link that does not exist",
  unknownRoute: "it does not fit",
  unknownPrice: "it does not fit",
  unknownCustomer: "a route of the file has a customer that does not exist",
  inUse: "a stored route uses a link that is no longer in the file",
  ofFile: "it does not fit",
};

function conflict(refusal: LinkRefusal): OptionError {
  return new OptionError(`the links and routes of --config cannot be stored: ${reasons[refusal]}`);
}

/**
 * Checks that a server could start with the links and routes of the configuration file.
 * @throws OptionError if they conflict with the stored ones, or loopback would be needed and is not allowed
 */
export function checkLinks(stored: StoredLinks, setup: DeliverySetup, mayLoopback: boolean): void {
  const links = linksOf(stored.links.filter(ofCommands), setup, mayLoopback);
  const changes = configuration(stored, { links, routes: setup.routes });
  if (typeof changes === "string") throw conflict(changes);
}

/** Changes of the configuration file are found when the server reads it. */
const actor = { name: "server", source: "configuration" };

/**
 * Stores the links and routes of the configuration file; recorded. Without any link, messages go to the loopback gateway, if that
 * is allowed. Returns warnings for the operator.
 * @throws OptionError if they conflict with links or routes of the store, or loopback is needed and not allowed
 */
export async function setUpLinks(
  store: Links,
  setup: DeliverySetup,
  mayLoopback: boolean,
  now: number,
): Promise<readonly string[]> {
  const own = (await store.links.links()).filter(ofCommands);
  return configure(store, { own, wanted: linksOf(own, setup, mayLoopback), routes: setup.routes }, now);
}

/**
 * Replaces the links and routes of the configuration file while the server runs. Loopback confirms messages that it does not deliver,
 * so it is not installed in place of links: it only remains, if the server started with it. Returns warnings for the operator.
 * @throws OptionError if the file had links and has none now, as an empty or truncated one, or they conflict with links or routes of the store
 */
export async function reloadLinks(
  store: Links,
  setup: DeliverySetup,
  mayLoopback: boolean,
  now: number,
): Promise<readonly string[]> {
  if (setup.links.length > 0) return setUpLinks(store, setup, mayLoopback, now);
  const stored = await store.links.links();
  const ofFile = stored.filter((link) => link.ofFile);
  if (ofFile.some(({ kind, name }) => kind !== loopback.kind || name !== loopback.name))
    throw new OptionError(
      "the links of --config are missing: a running server does not remove all of them; restart it to do so",
    );
  if (ofFile.length > 0) return setUpLinks(store, setup, mayLoopback, now);
  return configure(store, { own: stored, wanted: [], routes: setup.routes }, now);
}

interface ConfiguredLinks {
  /** Links that are not of the file. */
  readonly own: readonly Link[];
  readonly wanted: readonly NewLink[];
  readonly routes: readonly NewRoute[];
}

async function configure(
  store: Links,
  { own, wanted, routes }: ConfiguredLinks,
  now: number,
): Promise<readonly string[]> {
  const outcome = await store.links.configure(wanted, routes, actor, now);
  if (outcome.ok) {
    const all = [...own, ...wanted];
    return all.length > 0 && all.every(({ kind }) => kind === "loopback")
      ? ["the gateway is loopback: messages are confirmed but not delivered"]
      : [];
  }
  throw conflict(outcome.reason);
}
