import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { messengerSamples } from "messenger-client/samples";
import type { CallLog } from "messenger-gen-runtime";
import { containedLog } from "messenger-gen-host/tasks";
import { type Role, roles as allRoles } from "./work/coordination/roles.js";
import { createApp, type MessengerApp, type OpenStore } from "./app.js";
import { withoutPassword } from "./domain/delivery/url-secrets.js";
import type { Retention } from "./domain/delivery/retention.js";
import type { DeliverySetup } from "./config/config-file.js";
import { defaultDatabase, defaultMount, serveDefaults } from "./config/defaults.js";
import { type Mount, proxyTrust, readServedWsdl, serve, type ServedWsdl } from "messenger-gen-host";
import { served } from "./operations/served-contract.js";
import { mm7Path } from "./gateways/mm7/path.js";
import { countingErrors } from "./monitoring/log.js";
import { Metrics } from "./monitoring/metrics.js";
import type { ShownSettings } from "./console/system.js";
import type { Site } from "./monitoring/admin-listener.js";
import { type Monitoring, type MonitoringOptions, openMonitoring } from "./monitoring/monitoring.js";
import { callObserver, measureLoad } from "./monitoring/observers.js";
import { openStore } from "./storage/index.js";

/** Options of a Messenger server; each has a default. */
export interface ServerOptions {
  /** Database URL. Default: `sqlite:./data/messenger.db`. */
  readonly database?: string | undefined;
  /** Address to listen at. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Port to listen at; 0 takes a free one. Default: 8080. */
  readonly port?: number | undefined;
  /** Paths of the service. Default: `/bms/Soap/Messenger.asmx`, strict. */
  readonly mounts?: readonly Mount[] | undefined;
  /** Target namespace to serve instead of the one in the schema. */
  readonly namespace?: string | undefined;
  /** Address that `?wsdl` shows, if callers do not use the address of the listener. */
  readonly publicUrl?: string | undefined;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Certificate chain and private key, PEM files. Default: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /**
   * Links and routes that replace those of the previous configuration. Default: none at a start, which removes those of the previous
   * configuration; a reload leaves them as they are.
   */
  readonly delivery?: DeliverySetup | undefined;
  /** Roles of this process. Default: all. Others need PostgreSQL; without `api` it listens only at `admin`. */
  readonly roles?: readonly Role[] | undefined;
  /** Without any link messages go to a gateway that confirms them and delivers nothing. Default: true. */
  readonly mayLoopback?: boolean | undefined;
  /** Response of `GetGreeting`. Default: `Messenger`. */
  readonly greeting?: string | undefined;
  /** Milliseconds until the loopback gateway confirms a message. Default: 1000. */
  readonly confirmAfter?: number | undefined;
  /** Retention of messages after they were due, in days. Default: 90. */
  readonly keepMessages?: number | undefined;
  /** Retention of texts, octets and pictures of messages, in days. Default: that of the messages. */
  readonly keepTexts?: number | undefined;
  /** Retention of messages in inboxes, in days. Default: that of the messages. */
  readonly keepInbox?: number | undefined;
  /** Retention of the audit log, in days. Default: permanently. */
  readonly keepAudit?: number | undefined;
  /** Retention of the ledger, in days, at least that of messages; the sums of older entries are carried forward. Default: permanently. */
  readonly keepLedger?: number | undefined;
  /** Largest request of SendSms2 and SendMMS, in MiB, 4 to 256. Default: 32. */
  readonly largestFile?: number | undefined;
  /** Memory for the bodies of all requests together, in MiB, 16 to 4096. Default: 64. */
  readonly bodyMemory?: number | undefined;
  /** Log of events, one line per call. Default: none. */
  readonly log?: CallLog | undefined;
  /** Whether help pages have a form that calls the operation. Default: true. */
  readonly testForm?: boolean | undefined;
  /** Path for reports and messages of MMSCs whose links allow it. Default: `/mm7`. */
  readonly mm7Path?: string | undefined;
  /** Address of `/metrics`, `/healthz` and `/readyz`, which need no password, and of the console. Default: none. */
  readonly admin?: AdminListener | undefined;
}

/** The listener for operators. */
export interface AdminListener {
  readonly host: string;
  readonly port: number;
  /** Whether it uses the certificate of the server. Default: false. */
  readonly tls?: boolean;
  /** Whether it serves the console. Default: true. */
  readonly console?: boolean;
}

/** A running server. */
export interface MessengerServer {
  /** Address of the first mount; empty without the role `api`. */
  readonly url: string;
  /** Port of the listener for operators; undefined without one. */
  readonly adminPort: number | undefined;
  /** Warnings for the operator, one line each. */
  readonly warnings: readonly string[];
  /** `ServerOptions.log` whose errors the metrics count. */
  readonly log: CallLog;
  /** Applies what can change while the server runs. Returns warnings. Rejects, and changes nothing, if something cannot be used. */
  reload(changes: ServerReload): Promise<readonly string[]>;
  /** Completes the accepted calls, then stops delivery and releases the store. */
  close(): Promise<void>;
}

/** Options that can change while a server runs: those that are given replace those of its start. */
export type ServerReload = Pick<
  ServerOptions,
  "tls" | "delivery" | "mayLoopback" | "largestFile" | "bodyMemory"
>;

const silent: CallLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Their input holds a file: of recipients, of a picture. */
const largeBodyOperations = ["SendSms2", "SendMMS"];

const mebibyte = 1_048_576;

const wsdlFile = fileURLToPath(new URL("./schema/messenger.wsdl", import.meta.url));

/**
 * Starts the Messenger service; resolves when it listens.
 * @throws StoreError when the database cannot be used, the error of `listen` when the address cannot.
 */
export function createServer(options: ServerOptions = {}): Promise<MessengerServer> {
  return serverWith(options, (onCommit) => openStore(options.database ?? defaultDatabase, { onCommit }));
}

/** As `createServer`, with a store that may be being opened already. */
export async function serverWith(options: ServerOptions, open: OpenStore): Promise<MessengerServer> {
  const { database = defaultDatabase, greeting = serveDefaults.greeting, confirmAfter = 1000 } = options;
  const { delivery, mayLoopback = true } = options;
  const roles = new Set(options.roles ?? allRoles);
  const metrics = new Metrics();
  const log = countingErrors(containedLog(options.log ?? silent), metrics);
  let certificate = options.tls?.cert;
  const wsdl = roles.has("api") ? readMeanwhile() : undefined;
  const app = await createApp({
    database,
    greeting,
    confirmAfter,
    delivery,
    roles,
    mayLoopback,
    log,
    metrics,
    keepFor: retentionOf(options),
    settings: shownSettings(options),
    certificate: () => certificate,
    open,
  });
  const opened: { close(): Promise<void> }[] = [app];
  const closeAll = (): Promise<void> => closeLastFirst(opened, log);
  try {
    const admin = options.admin && (await openAdmin(options.admin, options, { app, metrics, log }));
    if (admin !== undefined) opened.push(admin);
    const host = wsdl && (await listen(app, options, { log, metrics, wsdl: await wsdl }));
    if (host !== undefined) {
      opened.push(host);
      measureLoad(metrics, host);
    }
    return {
      url: host?.url ?? "",
      adminPort: admin?.port,
      warnings: app.warnings,
      log,
      reload: async (changes) => {
        const apply = await host?.prepare({ tls: changes.tls, limits: limitsOf(changes) });
        const applyAdmin = await admin?.prepare(changes.tls);
        const warnings =
          changes.delivery === undefined
            ? []
            : await app.reload(changes.delivery, changes.mayLoopback ?? true);
        apply?.();
        applyAdmin?.();
        certificate = changes.tls?.cert ?? certificate;
        return warnings;
      },
      close: async () => {
        admin?.drain();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
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

/** The console, loaded by its first request. */
function consoleOf(app: MessengerApp, trustProxy: readonly string[]): Site {
  const proxies = proxyTrust(trustProxy);
  let opened: ReturnType<MessengerApp["console"]> | undefined;
  return {
    path: "/console",
    handle: async (req, res) => (await (opened ??= app.console(proxies))).handle(req, res),
    close: () => {
      void opened?.then((console) => {
        console.close();
      });
    },
  };
}

function openAdmin(
  { host, port, tls = false, console = true }: AdminListener,
  options: Pick<ServerOptions, "tls" | "trustProxy">,
  parts: Pick<MonitoringOptions, "metrics" | "log"> & { readonly app: MessengerApp },
): Promise<Monitoring> {
  return openMonitoring({
    ...parts,
    host,
    port,
    tls: tls ? options.tls : undefined,
    site: console ? consoleOf(parts.app, options.trustProxy ?? []) : undefined,
  });
}

/** Settings that the console shows beside the database, in this order; those of TLS are names of files. */
const shown = [
  "host",
  "port",
  "mounts",
  "publicUrl",
  "trustProxy",
  "tls",
  "roles",
  "admin",
  "keepMessages",
  "keepTexts",
  "keepInbox",
  "keepAudit",
  "keepLedger",
  "largestFile",
  "bodyMemory",
] as const satisfies readonly (keyof ServerOptions)[];

/** The settings of a server, without passwords. */
function shownSettings(options: ServerOptions): ShownSettings {
  const texts: Record<string, string> = { database: withoutPassword(options.database ?? defaultDatabase) };
  for (const name of shown) {
    const value = options[name];
    if (value !== undefined) texts[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  return texts;
}

const day = 24 * 3_600_000;

function retentionOf({
  keepMessages = Number(serveDefaults.keepMessages),
  keepTexts = keepMessages,
  keepInbox = keepMessages,
  keepAudit = Infinity,
  keepLedger = Infinity,
}: Pick<ServerOptions, "keepMessages" | "keepTexts" | "keepInbox" | "keepAudit" | "keepLedger">): Retention {
  return {
    messages: keepMessages * day,
    texts: keepTexts * day,
    inbox: keepInbox * day,
    audit: keepAudit * day,
    ledger: Math.max(keepLedger, keepMessages) * day,
  };
}

function limitsOf({ largestFile, bodyMemory }: Pick<ServerOptions, "largestFile" | "bodyMemory">) {
  return {
    ...(largestFile === undefined ? {} : { largeBody: largestFile * mebibyte }),
    ...(bodyMemory === undefined ? {} : { bodyMemory: bodyMemory * mebibyte }),
  };
}

function listen(
  app: MessengerApp,
  options: ServerOptions,
  { log, metrics, wsdl }: { readonly log: CallLog; readonly metrics: Metrics; readonly wsdl: ServedWsdl },
) {
  const {
    host = "127.0.0.1",
    port = 8080,
    mounts = [],
    namespace,
    publicUrl,
    trustProxy = [],
    tls,
  } = options;
  return serve({
    service: served,
    samples: messengerSamples,
    implementation: app.service,
    wsdl,
    host,
    port,
    mounts: mounts.length > 0 ? mounts : [{ path: defaultMount, compatibility: "strict" }],
    namespace,
    publicUrl,
    trustProxy,
    tls,
    testForm: options.testForm,
    largeBodyOperations,
    limits: limitsOf(options),
    log,
    observer: callObserver(metrics),
    paths: [mm7Path(options.mm7Path ?? serveDefaults.mm7Path, app.mm7.receiver, app.links, app.mm7.refresh)],
  });
}
