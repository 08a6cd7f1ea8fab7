import type { DeliverySetup } from "./config/config-file.js";
import { systemClock as clock } from "./ports/clock.js";
import { openMm7Gateway } from "./mm7/gateway.js";
import type { Mm7Receiver } from "./mm7/receiver.js";
import type { OpenGateway } from "./delivery/link-set.js";
import { loopbackGateway } from "./delivery/loopback.js";
import { SmppGateway } from "./smpp/gateway.js";
import { smppSettings } from "./smpp/settings.js";
import type { Store } from "./ports/store.js";
import { SettingError } from "./config/setting-error.js";
import type { Link, NewLink, NewRoute } from "./domain/links/links.js";

export interface GatewayOptions {
  readonly store: Pick<Store, "outbox">;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
  /** Receives requests of MMSCs. */
  readonly mm7Receiver: Mm7Receiver;
}

/** Opens the gateway of a link by its kind. */
export function gateways({ store: { outbox }, confirmAfter, mm7Receiver }: GatewayOptions): OpenGateway {
  return (link, context, slots) => {
    switch (link.kind) {
      case "loopback":
        return loopbackGateway({ linkId: link.id, outbox, confirmAfter, context });
      case "smpp":
        return new SmppGateway({ name: link.name, settings: smppSettings(link), slots, context, clock });
      case "mm7":
        return openMm7Gateway(link, context, { slots, receiver: mm7Receiver, clock });
    }
  };
}

const loopback: NewLink = {
  ...{ name: "loopback", kind: "loopback", url: "loopback:", password: "", network: "loopback" },
  ...{ settings: {}, ofFile: true },
};

type Links = Pick<Store, "links">;

/** Changes of the configuration file are found when the server reads it. */
const actor = { name: "server", source: "configuration" };

/**
 * Stores the links and routes of the configuration file; recorded. Without any link, messages go to the loopback gateway, if that
 * is allowed. Returns warnings for the operator.
 * @throws SettingError if they conflict with links or routes of the store
 */
export async function setUpLinks(
  store: Links,
  { links: wanted, routes }: DeliverySetup,
  mayLoopback: boolean,
  now: number,
): Promise<readonly string[]> {
  const own = (await store.links.links()).filter(({ ofFile }) => !ofFile);
  const none = own.length === 0 && wanted.length === 0;
  if (none && !mayLoopback)
    throw new SettingError(
      "the server is reachable from other machines, but there is no link to a network: add one with messenger link add, or use --smsc loopback, which delivers nothing",
    );
  return configure(store, { own, wanted: none ? [loopback] : wanted, routes }, now);
}

/**
 * Replaces the links and routes of the configuration file while the server runs. Loopback confirms messages that it does not deliver,
 * so it is not installed in place of links: it only remains, if the server started with it. Returns warnings for the operator.
 * @throws SettingError if the file had links and has none now, as an empty or truncated one, or they conflict with links or routes of the store
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
    throw new SettingError(
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
  const reasons: Readonly<Record<typeof outcome.reason, string>> = {
    exists: "a link or route of the file exists in the store already",
    unknownLink: "a route of the file uses a link that does not exist",
    unknownRoute: "it does not fit",
    unknownCustomer: "a route of the file has a customer that does not exist",
    inUse: "a stored route uses a link that is no longer in the file",
    ofFile: "it does not fit",
  };
  throw new SettingError(`the links and routes of --config cannot be stored: ${reasons[outcome.reason]}`);
}
