import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "../../../ports/service.js";
import type { TlsOptions } from "./link-types.js";

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** Undefined for plain TCP. */
  readonly tls?: TlsOptions | undefined;
}

/** A connection attempt. */
export interface Connecting {
  /** Rejects if it fails, times out or is abandoned. */
  readonly socket: Promise<Socket>;
  abandon(): void;
}

function open({ host, port, tls }: Endpoint): { readonly socket: Socket; readonly ready: string } {
  if (tls === undefined) return { socket: connectTcp({ host, port }), ready: "connect" };
  const name = tls.serverName ?? host;
  const socket = connectTls({
    host,
    port,
    // A server name of TLS is never an address (RFC 6066, section 3); without one the host is what is verified.
    ...(isIP(name) === 0 ? { servername: name } : {}),
    rejectUnauthorized: tls.verify ?? true,
    ca: tls.ca,
    cert: tls.certificate,
    key: tls.key,
  });
  return { socket, ready: "secureConnect" };
}

/** Opens a connection to an SMSC, with TLS if configured. `within` is in milliseconds. */
export function connect(endpoint: Endpoint, within: number, clock: Clock): Connecting {
  let abandon = (): void => undefined;
  const socket = new Promise<Socket>((resolve, reject) => {
    // Throws, and so rejects, when a certificate or key cannot be read.
    const { socket: opening, ready } = open(endpoint);
    abandon = () => opening.destroy();
    const cancel = clock.after(within, () => opening.destroy(new Error("no connection in time")));
    opening.once(ready, () => {
      cancel();
      opening.setNoDelay(true);
      resolve(opening);
    });
    // Stays after the connection is open: an error without a listener would end the process.
    opening.on("error", reject);
    opening.once("close", () => {
      cancel();
      reject(new Error("connection closed"));
    });
  });
  return {
    socket,
    abandon: () => {
      abandon();
    },
  };
}

const shortestDelay = 1_000;
const longestDelay = 60_000;

/**
 * Milliseconds before the next connection after some failures in a row, the first being 0: 1 s, doubled with each, at
 * most 60 s; shorter by up to half of it, so that links do not reconnect at the same time. `random` is 0 to 1.
 */
export function reconnectDelay(failures: number, random: number): number {
  const delay = Math.min(longestDelay, shortestDelay * 2 ** Math.min(failures, 10));
  return delay * (1 - random / 2);
}
