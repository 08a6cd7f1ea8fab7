import { randomUUID } from "node:crypto";
import type { CallLog } from "messenger-gen-runtime";
import { type ProxyTrust, proxyTrust } from "messenger-gen-host";
import type { ServeSettings } from "./config/config.js";
import type { Console } from "./faces/console/console.js";
import type { ShownSetting } from "./faces/console/system.js";
import type { GuessCount } from "./credentials/guesses.js";
import type { HashCost } from "./credentials/hash.js";
import type { CallbackTarget } from "./domain/callbacks/callbacks.js";
import type { OperatorsApi } from "./faces/operators/api.js";
import type { ServiceDependencies } from "./operations/dependencies.js";
import type { Portal, PortalOptions } from "./faces/portal/portal.js";
import type { CallbackTest } from "./faces/portal/sources.js";
import { packageVersion } from "./package-version.js";
import type { Store } from "./ports/store.js";
import { presentProblems } from "./problems.js";
import { placeOf } from "./storage/index.js";
import { failureOf } from "./work/forwarding/poster.js";
import { postTest } from "./work/forwarding/requests.js";

/** Addresses that pages name; undefined while they are not known. */
export interface Addresses {
  /** Of the service, for programs of customers. */
  readonly service: () => string | undefined;
  /** Of the JSON interface, if it is served. */
  readonly json: () => string | undefined;
  readonly portal: () => string | undefined;
  /** Host and port of the SMPP server, without TLS and with it. */
  readonly smpp: () => string | undefined;
  readonly smppTls: () => string | undefined;
}

/** Addresses as they become known. */
export type Places = { -readonly [Name in keyof Addresses]?: string };

export const addressesOf = (places: Places): Addresses => ({
  service: () => places.service,
  json: () => places.json,
  portal: () => places.portal,
  smpp: () => places.smpp,
  smppTls: () => places.smppTls,
});

/** Where clients bind: on the host by which programs reach the service. */
export function smppPlaces(
  url = "http://127.0.0.1",
  smpp?: { readonly port?: number | undefined; readonly tlsPort?: number | undefined },
): Pick<Places, "smpp" | "smppTls"> {
  const { hostname } = new URL(url);
  const { port, tlsPort } = smpp ?? {};
  return {
    ...(port === undefined ? {} : { smpp: `${hostname}:${port}` }),
    ...(tlsPort === undefined ? {} : { smppTls: `${hostname}:${tlsPort}` }),
  };
}

/** What the pages read of the settings of the service. */
export type SiteSettings = Pick<ServeSettings, "requireCode" | "refundLimit">;

export interface SiteOptions {
  readonly database: string;
  readonly certificate: () => string | undefined;
  readonly settings: readonly ShownSetting[];
  /** Work of the hash of a password. */
  readonly passwordCost: HashCost;
  /** Counts attempts on passwords of users. */
  readonly guesses: GuessCount;
  readonly addresses: Addresses;
  readonly configured: SiteSettings;
  readonly store: Store;
  /** Of operations that the portal calls for its users. */
  readonly service: ServiceDependencies;
  readonly log: CallLog;
}

/** Pages for operators and for customers; each is loaded when it is needed. */
export interface Sites {
  readonly console: (proxies: ProxyTrust) => Promise<Console>;
  readonly portal: (proxies: ProxyTrust) => Promise<Portal>;
  readonly operators: (proxies: ProxyTrust) => Promise<OperatorsApi>;
}

/** Posts a test to the server of a customer. */
async function testCallback(target: CallbackTarget): Promise<CallbackTest> {
  const start = performance.now();
  const failure = await failureOf(() => postTest(target, randomUUID(), Date.now()));
  return { failure, milliseconds: Math.round(performance.now() - start) };
}

/** A call of the portal ends with its write, whatever its browser does. */
const limit = (): {
  readonly givenUp: { aborted: false; signal: AbortSignal; whenAborted: () => () => void };
} => ({
  givenUp: {
    aborted: false,
    signal: new AbortController().signal,
    whenAborted: () => () => undefined,
  },
});

async function portalOptions(
  { store, log, addresses, service, passwordCost, guesses, configured }: SiteOptions,
  proxies: ProxyTrust,
): Promise<PortalOptions> {
  const { costOf, sendOwnSms } = await import("./operations/authenticated-send.js");
  const { Searches } = await import("./actions/saved-search.js");
  const { now } = service;
  const sender = (customer: Parameters<PortalOptions["send"]>[0], name: string) => ({
    customer,
    user: { customerId: customer.id, name, state: "active", inboxActive: true } as const,
  });
  const dependencies = () => ({ ...service, limit: limit() });
  return {
    store,
    log,
    now,
    proxies,
    testCallback,
    searches: new Searches(),
    addresses,
    passwordCost,
    guesses,
    requireCode: configured.requireCode,
    cost: (customer, user, sms) => costOf(dependencies(), sender(customer, user), sms),
    send: (customer, user, sms, transaction) =>
      sendOwnSms(dependencies(), sender(customer, user), sms, transaction),
  };
}

export function sitesOf(options: SiteOptions): Sites {
  const { database, certificate, store, settings, service, log, addresses, passwordCost } = options;
  const { requireCode, refundLimit } = options.configured;
  const { now, wakeDelivery } = service;
  const problems = presentProblems({ store, database, certificate, now, version: packageVersion() });
  return {
    console: async (proxies) => {
      const { openConsole } = await import("./faces/console/console.js");
      const { supportView } = await import("./faces/portal/portal.js");
      const support = supportView(await portalOptions(options, proxies));
      const size = () => placeOf(database).then((place) => place.size());
      const sources = { store, now, log, proxies, problems, wakeDelivery, size, settings, passwordCost };
      return openConsole({ ...sources, requireCode, refundLimit, support, addresses });
    },
    operators: async (proxies) => {
      const { openOperatorsApi } = await import("./faces/operators/api.js");
      return openOperatorsApi({
        store,
        now,
        log,
        proxies,
        refundLimit,
        addressTest: (ranges) => proxyTrust(ranges).trusts,
      });
    },
    portal: async (proxies) => {
      const { openPortal } = await import("./faces/portal/portal.js");
      return openPortal(await portalOptions(options, proxies));
    },
  };
}
