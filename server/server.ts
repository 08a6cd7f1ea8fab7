import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CallLog } from "messenger-gen-runtime";
import type { ServedJson } from "messenger-gen-runtime/json";
import { containedLog } from "messenger-gen-host/tasks";
import { createApp, type MessengerApp, type OpenStore } from "./app.js";
import { hashCost } from "./credentials/hash.js";
import type { Retention } from "./domain/delivery/retention.js";
import { helpSamples } from "./help-samples.js";
import {
  type AdminSettings,
  type PortalSettings,
  serveSettings,
  type ServeSettings,
} from "./config/config.js";
import { databaseSetting } from "./config/setting.js";
import {
  proxyTrust,
  readServedWsdl,
  type RunningServer,
  serve,
  type ServedWsdl,
  staticFiles,
} from "messenger-gen-host";
import { resultText } from "./faces/contract/result-texts.js";
import { jsonPath } from "./faces/json/path.js";
import { operatorsPath } from "./faces/operators/calls.js";
import { Messenger } from "messenger-client/service";
import { mm7Path } from "./networks/mm7/path.js";
import { countingErrors } from "./monitoring/log.js";
import { Metrics } from "./monitoring/metrics.js";
import type { Site } from "./monitoring/admin-listener.js";
import { type Monitoring, type MonitoringOptions, openMonitoring } from "./monitoring/monitoring.js";
import { callObserver, measureLoad, soapHeaderObserver } from "./monitoring/observers.js";
import { openPortalListener } from "./portal-listener.js";
import { shownSettings } from "./shown-settings.js";
import { addressesOf, type Places, smppPlaces } from "./sites.js";
import type { SmppServer } from "./faces/smpp/smpp-server.js";
import { openStore, replicaOf } from "./storage/index.js";

/** Settings of `messenger serve` that only the command uses. */
type OfCommand = "logLevel" | "logFormat" | "pidFile";

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * Options of a Messenger server: the settings of `messenger serve` with their defaults, which `config/settings.ts` lists and
 * `docs/reference/configuration.md` describes. Numbers are in the units of the settings.
 */
export interface ServerOptions extends Optional<Omit<ServeSettings, OfCommand | "admin" | "portal">> {
  /** Listener of `/metrics`, `/healthz` and `/readyz`, which need no password, of the console and of the operators' API. Default: none. */
  readonly admin?: AdminOptions | undefined;
  /** Listener of the portal for customers. Default: none. */
  readonly portal?: PortalOptions | undefined;
  /** Milliseconds until the loopback gateway confirms a message. Default: 1000. */
  readonly confirmAfter?: number | undefined;
  /** Log of events, one line per call. Default: none. */
  readonly log?: CallLog | undefined;
}

/** By default with the console, without the operators' API, and without TLS. */
type AdminOptions = Pick<AdminSettings, "host" | "port"> & Optional<AdminSettings>;

/** By default without TLS, and with the address of the listener in invitations. */
type PortalOptions = Pick<PortalSettings, "host" | "port"> & Optional<PortalSettings>;

/** Settings of a server that starts. */
type Settings = Omit<ServeSettings, OfCommand>;

/** A running server. */
export interface MessengerServer {
  /** Address of the first mount; empty without the role `api`. */
  readonly url: string;
  /** Ports of the SMPP server for customers; undefined without one. */
  readonly smppPort: number | undefined;
  readonly smppTlsPort: number | undefined;
  /** Port of the listener for operators; undefined without one. */
  readonly adminPort: number | undefined;
  /** Port of the portal; undefined without one. */
  readonly portalPort: number | undefined;
  /** Warnings for the operator, one line each. */
  readonly warnings: readonly string[];
  /** `ServerOptions.log` whose errors the metrics count. */
  readonly log: CallLog;
  /** Applies what can change while the server runs. Returns warnings. Rejects, and changes nothing, if something cannot be used. */
  reload(changes: ServerReload): Promise<readonly string[]>;
  /** Completes the accepted calls, then stops delivery and releases the store. */
  close(): Promise<void>;
}

/** Settings that can change while a server runs: those that are given replace those of its start. */
type ServerReload = Pick<
  ServerOptions,
  "tls" | "smppTls" | "delivery" | "mayLoopback" | "largestFile" | "bodyMemory"
>;

const silent: CallLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Their input holds a file: of recipients, of a picture. */
const largeBodyOperations = ["SendSms2", "SendMMS"];

const mebibyte = 1_048_576;

const wsdlFile = fileURLToPath(new URL("./schema/messenger.wsdl", import.meta.url));
const openApiFile = fileURLToPath(new URL("./generated/openapi.json", import.meta.url));

/** The documentation of this version, which the build writes: on the listener of the service and on that of operators. */
const documentation = staticFiles("/docs", fileURLToPath(new URL("./docs/", import.meta.url)));

/**
 * Starts the Messenger service; resolves when it listens.
 * @throws StoreError when the database cannot be used, the error of `listen` when the address cannot.
 */
export function createServer(options: ServerOptions = {}): Promise<MessengerServer> {
  const { database = databaseSetting.initial, readDatabase, readLag } = options;
  const replica = replicaOf({ readDatabase, readLag });
  return serverWith(options, (onCommit) => openStore(database, { onCommit, replica }));
}

/** Settings with the defaults of those that are not given. */
function completed({ admin, portal, ...options }: Omit<ServerOptions, "log" | "confirmAfter">): Settings {
  const given: Partial<Settings> = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  return {
    ...serveSettings({}),
    ...given,
    admin: admin && {
      ...admin,
      tls: admin.tls ?? false,
      console: admin.console ?? true,
      operators: admin.operators ?? false,
    },
    portal: portal && { ...portal, tls: portal.tls ?? false, url: portal.url },
  };
}

/** The settings that the parts of the service have in common. */
function appSettings(settings: Settings) {
  const { database, greeting, delivery, mayLoopback } = settings;
  return {
    database,
    greeting,
    delivery,
    roles: new Set(settings.roles),
    mayLoopback,
    keepFor: retentionOf(settings),
    settings: shownSettings(settings),
    configured: settings,
  };
}

/** As `createServer`, with a store that may be being opened already. `passwordCost`: of the hashes of passwords. */
export async function serverWith(
  { log: givenLog = silent, confirmAfter = 1000, ...options }: ServerOptions,
  open: OpenStore,
  passwordCost = hashCost,
): Promise<MessengerServer> {
  const settings = completed(options);
  const metrics = new Metrics();
  const log = countingErrors(containedLog(givenLog), metrics);
  let certificate = settings.tls?.cert ?? settings.smppTls?.files?.cert;
  const wsdl = settings.roles.includes("api") ? readMeanwhile() : undefined;
  const places: Places = {};
  const app = await createApp({
    ...appSettings(settings),
    confirmAfter,
    log,
    metrics,
    addresses: addressesOf(places),
    certificate: () => certificate,
    open,
    passwordCost,
  });
  const opened: { close(): Promise<void> }[] = [app];
  const closeAll = (): Promise<void> => closeLastFirst(opened, log);
  let isOpen = false;
  const notReady = async () => (isOpen ? app.notReady() : "the listeners are being opened");
  try {
    const { admin, portal } = await openSites(settings, { app: { ...app, notReady }, metrics, log }, opened);
    if (portal !== undefined) places.portal = portal.url;
    const host = wsdl && (await listen(app, settings, { log, metrics, wsdl: await wsdl }));
    if (host !== undefined) {
      opened.push(host);
      places.service = host.url;
      if (settings.jsonApi) places.json = new URL(jsonPath, host.url).href;
    }
    const smpp = await openSmpp(app, settings, opened);
    Object.assign(places, smppPlaces(host?.url, smpp));
    isOpen = true;
    return {
      url: host?.url ?? "",
      smppPort: smpp?.port,
      smppTlsPort: smpp?.tlsPort,
      adminPort: admin?.port,
      portalPort: portal?.port,
      warnings: app.warnings,
      log,
      reload: async (changes) => {
        const warnings = await reloadParts({ app, host, admin, portal, smpp }, changes);
        certificate = changes.tls?.cert ?? changes.smppTls?.files?.cert ?? certificate;
        return warnings;
      },
      close: () => {
        admin?.drain();
        return closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Opens the listeners of the console and of the portal; `opened` has each that is open, also if a later one fails. */
async function openSites(
  settings: Settings,
  parts: Pick<MonitoringOptions, "metrics" | "log"> & { readonly app: MessengerApp },
  opened: { close(): Promise<void> }[],
) {
  const admin = settings.admin && (await openAdmin(settings.admin, settings, parts));
  if (admin !== undefined) opened.push(admin);
  const portal = settings.portal && (await openPortal(settings.portal, settings, parts));
  if (portal !== undefined) opened.push(portal);
  return { admin, portal };
}

interface Parts {
  readonly app: MessengerApp;
  readonly host: RunningServer | undefined;
  readonly admin: Monitoring | undefined;
  readonly portal: Pick<Monitoring, "prepare"> | undefined;
  readonly smpp: SmppServer | undefined;
}

/** Changes all parts, or none if one of them rejects. Returns warnings. */
async function reloadParts(
  { app, host, admin, portal, smpp }: Parts,
  changes: ServerReload,
): Promise<readonly string[]> {
  const { tls, smppTls, delivery, mayLoopback = true } = changes;
  const smppFiles = smppTls?.files ?? tls;
  const apply = await host?.prepare({ tls, limits: limitsOf(changes) });
  const applyOthers = [
    await admin?.prepare(tls),
    await portal?.prepare(tls),
    smppFiles && (await smpp?.prepareTls(smppFiles)),
  ];
  const warnings = delivery === undefined ? [] : await app.reload(delivery, mayLoopback);
  apply?.();
  for (const applyOther of applyOthers) applyOther?.();
  return warnings;
}

/** The SMPP server, if the process has the role and an address for it; it is then among `opened`. */
async function openSmpp(
  app: MessengerApp,
  { roles, smpp: plain, smppTls, smppProxy: proxies, tls: ofServer }: Settings,
  opened: { close(): Promise<void> }[],
): Promise<SmppServer | undefined> {
  if (!roles.includes("smpp") || (plain === undefined && smppTls === undefined)) return undefined;
  const files = smppTls?.files ?? ofServer;
  const smpp = await app.openSmpp({ plain, tls: smppTls && files && { ...smppTls, files }, proxies });
  opened.push(smpp);
  return smpp;
}

async function closeLastFirst(opened: { close(): Promise<void> }[], log: CallLog): Promise<void> {
  for (const part of opened.splice(0).reverse()) {
    await part.close().catch((error: unknown) => {
      log.error({ err: error }, "a component of the server did not close cleanly");
    });
  }
}

/** Reads the WSDL after the thread of the store has been started, which opens the database at the same time. */
function readMeanwhile(): Promise<ServedWsdl> {
  const reading = setImmediate().then(() => readServedWsdl(wsdlFile));
  // A failure is that of the caller, unless the database cannot be used either.
  reading.catch(() => undefined);
  return reading;
}

/** A site that is loaded by its first request. */
function lazySite(open: () => Promise<Omit<Site, "path">>): Omit<Site, "path"> {
  let opened: Promise<Omit<Site, "path">> | undefined;
  return {
    handle: async (req, res) => (await (opened ??= open())).handle(req, res),
    close: () => {
      void opened?.then((site) => {
        site.close();
      });
    },
  };
}

function openAdmin(
  { host, port, tls, console, operators }: AdminSettings,
  settings: Pick<Settings, "tls" | "trustProxy">,
  parts: Pick<MonitoringOptions, "metrics" | "log"> & { readonly app: MessengerApp },
): Promise<Monitoring> {
  const proxies = proxyTrust(settings.trustProxy);
  const { app } = parts;
  return openMonitoring({
    ...parts,
    host,
    port,
    tls: tls ? settings.tls : undefined,
    sites: [
      ...(console ? [{ path: "/console", ...lazySite(() => app.console(proxies)) }] : []),
      ...(operators ? [{ path: operatorsPath, ...lazySite(() => app.operators(proxies)) }] : []),
    ],
    documentation,
  });
}

/** Opens the portal; `url` is where browsers find it. */
async function openPortal(
  { host, port, tls, url }: PortalSettings,
  settings: Pick<Settings, "tls" | "trustProxy">,
  { app, log }: { readonly app: MessengerApp; readonly log: CallLog },
) {
  const proxies = proxyTrust(settings.trustProxy);
  const { trusts } = proxies;
  const site = lazySite(() => app.portal(proxies));
  const files = tls ? settings.tls : undefined;
  const listener = await openPortalListener({ host, port, tls: files, trusts, site, log });
  const name = host.includes(":") ? `[${host}]` : host;
  const own = `http${tls ? "s" : ""}://${name}:${listener.port}`;
  return { ...listener, url: (url ?? own).replace(/\/$/u, "") };
}

const day = 24 * 3_600_000;

function retentionOf({ keepMessages, keepTexts, keepInbox, keepAudit, keepLedger }: Settings): Retention {
  return {
    messages: keepMessages * day,
    texts: (keepTexts ?? keepMessages) * day,
    inbox: (keepInbox ?? keepMessages) * day,
    audit: (keepAudit ?? Infinity) * day,
    ledger: Math.max(keepLedger ?? Infinity, keepMessages) * day,
  };
}

function limitsOf({ largestFile, bodyMemory }: Pick<ServerOptions, "largestFile" | "bodyMemory">) {
  return {
    ...(largestFile === undefined ? {} : { largeBody: largestFile * mebibyte }),
    ...(bodyMemory === undefined ? {} : { bodyMemory: bodyMemory * mebibyte }),
  };
}

/** The interface `/v1`, loaded where it is served. */
async function jsonOf(
  { credentials }: MessengerApp,
  { jsonApi }: Pick<Settings, "jsonApi">,
): Promise<ServedJson | undefined> {
  if (!jsonApi) return undefined;
  const [{ jsonInterface }, openApi] = await Promise.all([
    import("./faces/json/interface.js"),
    readFile(openApiFile, "utf8"),
  ]);
  return jsonInterface(openApi, credentials, resultText);
}

async function listen(
  app: MessengerApp,
  { host, port, mounts, namespace, publicUrl, trustProxy, tls, testForm, ...settings }: Settings,
  { log, metrics, wsdl }: { readonly log: CallLog; readonly metrics: Metrics; readonly wsdl: ServedWsdl },
) {
  const opened = await serve({
    service: Messenger,
    samples: helpSamples,
    implementation: app.service,
    wsdl,
    json: await jsonOf(app, settings),
    host,
    port,
    mounts,
    namespace,
    publicUrl,
    trustProxy,
    tls,
    testForm,
    documentation,
    largeBodyOperations,
    limits: limitsOf(settings),
    log,
    observer: callObserver(metrics, app.ended),
    onSoapServer: soapHeaderObserver(metrics),
    paths: [mm7Path(settings.mm7Path, app.mm7.receiver, app.links, app.mm7.refresh)],
  });
  measureLoad(metrics, opened);
  return opened;
}
