import { once } from "node:events";
import pino from "pino";
import { isLoopback, type ServeOptions, serveSettings, type ServeSettings, SettingError } from "../config.js";
import { createServer, type MessengerServer } from "../create-server.js";

/**
 * Runs the server until SIGINT or SIGTERM, then answers what was accepted and returns. A second signal ends the process at
 * once. `ready` is called with the address when the server listens.
 *
 * @throws SettingError or StoreError when it cannot start.
 */
export async function serveUntilStopped(
  options: ServeOptions,
  ready: (url: string) => void | Promise<void>,
): Promise<void> {
  const settings = serveSettings(options);
  const destination = pino.destination({ dest: 2, sync: false });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const stopped = stopSignal();
  const server = await start(settings, log);
  for (const warning of warnings(settings)) log.warn({}, warning);
  try {
    await ready(server.url);
    const signal = await stopped;
    log.info({ signal }, "stopping");
  } finally {
    await server.close();
    destination.flushSync();
  }
}

async function start(settings: ServeSettings, log: pino.Logger): Promise<MessengerServer> {
  try {
    return await createServer({ ...settings, log });
  } catch (error) {
    throw listenProblem(error, settings) ?? error;
  }
}

/** Failures of `listen` that an operator can mend, in plain words. */
function listenProblem(error: unknown, { host, port }: ServeSettings): SettingError | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  const options = { cause: error };
  if (typeof code === "string" && code.startsWith("ERR_OSSL")) {
    return new SettingError("--tls-cert and --tls-key hold no certificate with its key in PEM form", options);
  }
  switch (code) {
    case "EADDRINUSE":
      return new SettingError(
        `port ${port} of ${host} is in use: stop the other program, or choose another --port`,
        options,
      );
    case "EACCES":
      return new SettingError(
        `port ${port} of ${host} needs more rights: choose a --port above 1023`,
        options,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new SettingError(`--host ${host} is no address of this machine`, options);
    default:
      return undefined;
  }
}

function warnings({ host, tls }: ServeSettings): readonly string[] {
  const loopback = "the gateway is loopback: messages are confirmed but not delivered";
  const plain = "listening beyond this machine without TLS: passwords can be read on the way";
  return isLoopback(host) || tls !== undefined ? [loopback] : [loopback, plain];
}

/** Resolves with the first SIGINT or SIGTERM; the next one meets no handler and ends the process. */
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
