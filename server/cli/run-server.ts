import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { CallLog } from "messenger-gen-runtime";
import { isLoopback, type ServeSettings } from "../config/config.js";
import type { MessengerServer } from "../server.js";
import { refused } from "./exit-codes.js";
import { limitGarbage } from "./garbage.js";
import { optionName } from "../config/setting.js";
import { SettingError } from "../config/setting-error.js";
import { operatorsPath } from "../faces/operators/calls.js";
import type { Role } from "../work/coordination/roles.js";
import { type Log, openLog } from "../monitoring/log.js";
import type { Store } from "../ports/store.js";
import { openStore, placeOf, replicaOf, type StoreOptions } from "../storage/index.js";
import { certificateWarnings, reloadOnHangup } from "./reload.js";
import { reportReady } from "./supervisor.js";

/** Other addresses of a server that listens. */
export interface Places {
  /** Where calls to the public URL must arrive, if it is that of a proxy. */
  readonly behind?: string;
  readonly console?: string;
  readonly operators?: string;
  readonly portal?: string;
  /** Where clients of customers bind. */
  readonly smpp?: string;
  readonly smppTls?: string;
}

/** Called when the server listens, with its public address. */
type Ready = (url: string, roles: readonly Role[], places: Places) => void | Promise<void>;

function placesOf(
  { host, port, tls, publicUrl, admin, portal, smpp, smppTls }: ServeSettings,
  server: MessengerServer,
): Places {
  const placeOf = (name: string, at: number): string => `${name.includes(":") ? `[${name}]` : name}:${at}`;
  const urlOf = (isTls: boolean, name: string, at: number): string =>
    `http${isTls ? "s" : ""}://${placeOf(name, at)}`;
  const isBehind = publicUrl !== undefined && server.url !== "" && port !== 0;
  const { adminPort, portalPort, smppPort, smppTlsPort } = server;
  return {
    ...(isBehind ? { behind: urlOf(tls !== undefined, host, port) } : {}),
    ...(admin?.console === true && adminPort !== undefined
      ? { console: `${urlOf(admin.tls, admin.host, adminPort)}/console` }
      : {}),
    ...(admin?.operators === true && adminPort !== undefined
      ? { operators: `${urlOf(admin.tls, admin.host, adminPort)}${operatorsPath}` }
      : {}),
    ...(portal !== undefined && portalPort !== undefined
      ? { portal: portal.url ?? `${urlOf(portal.tls, portal.host, portalPort)}/` }
      : {}),
    ...(smpp !== undefined && smppPort !== undefined
      ? { smpp: `smpp://${placeOf(smpp.host, smppPort)}` }
      : {}),
    ...(smppTls !== undefined && smppTlsPort !== undefined
      ? { smppTls: `smpps://${placeOf(smppTls.host, smppTlsPort)}` }
      : {}),
  };
}

/**
 * Runs the server until SIGINT or SIGTERM, then completes the accepted calls and returns. A second signal ends the
 * process at once; SIGHUP reads the settings again. `ready` is called with the address when the server listens.
 *
 * @throws SettingError or StoreError when it cannot start.
 */
export async function serveUntilStopped(read: () => Promise<ServeSettings>, ready: Ready): Promise<void> {
  const settings = await read();
  const output = openLog({ level: settings.logLevel, format: settings.logFormat });
  try {
    await serveWith({ settings, read }, output, ready);
  } finally {
    output.flush();
  }
}

async function serveWith(
  { settings, read }: { readonly settings: ServeSettings; readonly read: () => Promise<ServeSettings> },
  output: Log,
  ready: Ready,
): Promise<void> {
  const { log } = output;
  const stopped = stopSignal();
  const beside = (await placeOf(settings.database)).beside();
  const server = await start(settings, log);
  const forget = logUncaught(server.log, output);
  if (server.adminPort !== undefined) log.info({ port: server.adminPort }, "admin listener open");
  for (const warning of [
    ...newDatabaseWarnings(settings, beside),
    ...server.warnings,
    ...warnings(settings, server.url),
  ])
    log.warn({}, warning);
  const forgetReload = reloadOnHangup({ settings, read }, server, output);
  let [removePid, forgetGarbage] = [(): void => undefined, (): void => undefined];
  try {
    removePid = await reportReady(settings.pidFile, log);
    await ready(server.url, settings.roles, placesOf(settings, server));
    forgetGarbage = limitGarbage();
    const signal = await stopped;
    log.info({ signal }, "stopping");
  } finally {
    const late = endAfter(stopTime, output);
    await server.close();
    clearTimeout(late);
    forgetReload();
    forgetGarbage();
    removePid();
    forget();
  }
}

function newDatabaseWarnings({ database }: ServeSettings, beside: readonly string[]): readonly string[] {
  const others = beside.join(", ");
  return others === "" ? [] : [`${database} is a new database, without customers; beside it is ${others}`];
}

/**
 * Milliseconds that a stop may take. If the process is ended earlier, nothing acknowledged is lost, as after kill -9:
 * messages in flight are uncertain after the restart.
 */
const stopTime = 60_000;

/** Ends the process if something blocks the stop, for example a disk that does not respond. */
function endAfter(milliseconds: number, output: Log): NodeJS.Timeout {
  return setTimeout(() => {
    output.log.error({ milliseconds }, "the server did not stop in time");
    output.flush();
    process.exit(refused);
  }, milliseconds).unref();
}

/**
 * An unhandled rejection is a bug of one call and must not end the calls of others: it is logged and counted. An
 * uncaught exception is logged and ends the process, because its state is unknown. Returns a function that removes both
 * handlers.
 */
function logUncaught(log: CallLog, output: Log): () => void {
  const onRejection = (error: unknown): void => {
    log.error({ err: error }, "unhandled rejection");
  };
  const onException = (error: Error): void => {
    log.error({ err: error }, "uncaught exception");
    output.flush();
  };
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtExceptionMonitor", onException);
  return () => {
    process.off("unhandledRejection", onRejection);
    process.off("uncaughtExceptionMonitor", onException);
  };
}

async function start(settings: ServeSettings, log: CallLog): Promise<MessengerServer> {
  const early = new EarlyStore(settings);
  try {
    // The thread of the store starts first.
    await setImmediate();
    const { serverWith } = await import("../server.js");
    return await serverWith({ ...settings, log }, early.open);
  } catch (error) {
    await early.abandon();
    throw listenProblem(error, settings) ?? error;
  }
}

/** A store that is opened while this thread loads the rest of the server. */
class EarlyStore {
  readonly #opening: Promise<Store>;
  #onCommit: StoreOptions["onCommit"];
  #isTaken = false;

  constructor(settings: ServeSettings) {
    const onCommit: StoreOptions["onCommit"] = (commit) => this.#onCommit?.(commit);
    this.#opening = openStore(settings.database, { onCommit, replica: replicaOf(settings) });
    // A failure is that of the server, which waits for the store.
    this.#opening.catch(() => undefined);
  }

  readonly open = (onCommit: NonNullable<StoreOptions["onCommit"]>): Promise<Store> => {
    this.#isTaken = true;
    this.#onCommit = onCommit;
    return this.#opening;
  };

  /** Closes the store unless a server has it, which closes it. */
  async abandon(): Promise<void> {
    if (this.#isTaken) return;
    const store = await this.#opening.catch(() => undefined);
    await store?.close();
  }
}

/** Messages for the failures of `listen` that an operator can correct. */
function listenProblem(error: unknown, settings: ServeSettings): SettingError | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const code = "code" in error ? error.code : undefined;
  const options = { cause: error };
  for (const name of ["admin", "portal", "smpp", "smppTls"] as const) {
    const listener = settings[name];
    if (listener === undefined || !("port" in error) || error.port !== listener.port) continue;
    if (listener.port === settings.port) continue;
    const place = `${optionName(name)} ${listener.host}:${listener.port}`;
    return new SettingError(`${place} is not available (${String(code)})`, options);
  }
  const { host, port } = settings;
  if (typeof code === "string" && code.startsWith("ERR_OSSL")) {
    const files = [
      ...(settings.tls === undefined ? [] : ["--tls-cert and --tls-key"]),
      ...(settings.smppTls?.files === undefined ? [] : ["--smpp-tls-cert and --smpp-tls-key"]),
    ].join(", or ");
    return new SettingError(`${files} do not contain a certificate and its key in PEM format`, options);
  }
  switch (code) {
    case "EADDRINUSE":
      return new SettingError(
        `port ${port} of ${host} is in use: stop the other program, or choose another --port`,
        options,
      );
    case "EACCES":
      return new SettingError(
        `port ${port} of ${host} needs additional privileges: choose a --port above 1023`,
        options,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new SettingError(`--host ${host} is not an address of this machine`, options);
    default:
      return undefined;
  }
}

function listenerWarnings({ host, tls, publicUrl }: ServeSettings, url: string): readonly string[] {
  if (isLoopback(host)) return [];
  const { origin, hostname } = new URL(url);
  const unreachable = publicUrl === undefined && isLoopback(hostname);
  return [
    ...(unreachable ? [`?wsdl names ${origin}, which only this machine can reach: give --public-url`] : []),
    ...(tls === undefined
      ? ["listening on an external address without TLS: passwords can be intercepted"]
      : []),
  ];
}

function warnings(settings: ServeSettings, url: string): readonly string[] {
  const { admin, portal, smpp, roles } = settings;
  const all = url === "" ? [] : [...listenerWarnings(settings, url)];
  all.push(...certificateWarnings(settings));
  if (admin !== undefined && !isLoopback(admin.host))
    all.push("the admin listener is reachable from other machines and requires no password");
  if (portal !== undefined && !isLoopback(portal.host) && !portal.tls)
    all.push(
      "the portal listens on an external address without TLS: only a trusted proxy with TLS reaches it",
    );
  if (smpp !== undefined && roles.includes("smpp") && !isLoopback(smpp.host))
    all.push("the SMPP listener is reachable from other machines without TLS: passwords can be intercepted");
  return all;
}

/** Resolves with the first SIGINT or SIGTERM; the next one has no handler and ends the process. */
async function stopSignal(): Promise<NodeJS.Signals> {
  const cancel = new AbortController();
  const wait = async (signal: NodeJS.Signals): Promise<NodeJS.Signals> => {
    await once(process, signal, { signal: cancel.signal });
    return signal;
  };
  const signals = [wait("SIGINT"), wait("SIGTERM")];
  void Promise.allSettled(signals);
  const first = await Promise.race(signals);
  cancel.abort();
  return first;
}
