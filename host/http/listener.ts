import { once } from "node:events";
import { readFile } from "node:fs/promises";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer, Server as HttpsServer } from "node:https";
import { Socket, type AddressInfo, type ServerOpts } from "node:net";
import { brokenRequestResponse, closeIdle, closeInOrder, endAfter, endUnfinished } from "./closing.js";
import { mayExpect } from "./body.js";
import type { Limits } from "./limits.js";
import { closeListening, Connections, type Listener } from "./stopping.js";

/** Certificate and key of a TLS server, in PEM. */
export interface TlsContent {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Paths of the PEM files of a TLS server. */
export interface TlsFiles {
  /** Certificate, with the chain to its root. */
  readonly cert: string;
  /** Private key. */
  readonly key: string;
}

/** Rejects if a file cannot be read. */
export async function readTls({ cert, key }: TlsFiles): Promise<TlsContent> {
  return { cert: await readFile(cert), key: await readFile(key) };
}

/**
 * Suites with forward secrecy and authenticated encryption: all of TLS 1.3, and of TLS 1.2 those with ECDHE and AEAD. Older versions are
 * not offered.
 */
const tlsOptions = {
  minVersion: "TLSv1.2",
  honorCipherOrder: true,
  ciphers: [
    "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256",
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305",
  ].join(":"),
} as const;

/** Value of Strict-Transport-Security (RFC 6797): a browser uses this host over TLS only, for a year after each response. */
const strictTransport = "max-age=31536000";

/** Options of a listener. */
export interface ListenerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: TlsContent | undefined;
  readonly limits: Limits;
  /** Whether an address is one of our proxies, which may hold any number of connections. */
  readonly trusts: (address: string) => boolean;
  /**
   * Whether a connection beyond the limit of its address replaces the oldest one that has no complete request in progress. Default: it
   * is closed.
   */
  readonly replacesIdle?: boolean;
  /** Whether requests with this Host header are served; others get 421. Default: all are. */
  readonly servesHost?: ((host: string | undefined) => boolean) | undefined;
  readonly onRequest: (req: IncomingMessage, res: ServerResponse) => void;
  readonly onClosed: (socket: Socket) => void;
}

/** Opens a listener on node:http or node:https with node's strict parser. Rejects if the address is not available (`EADDRINUSE`). */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const server = newServer(options);
  const connections = new Connections();
  /** Requests that arrive while the listening socket closes: their responses would bring new connections. */
  let held: [req: IncomingMessage, res: ServerResponse][] | undefined;
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    if (options.tls !== undefined) res.setHeader("Strict-Transport-Security", strictTransport);
    if (!connections.begin(res)) req.resume();
    else if (hasSeveralHosts(req)) refuse(res, 400);
    else if (options.servesHost?.(req.headers.host) === false) refuse(res, 421);
    else if (held === undefined) options.onRequest(req, res);
    else held.push([req, res]);
  };
  server.on("request", onRequest);
  server.on("checkContinue", onRequest);
  refuseExpectations(server, onRequest);
  endInOrder(server, connections);
  const arrivals = acceptConnections(server, connections, options);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: portOf(server.address()),
    secure: securing(server),
    drain: async () => {
      const closed = once(server, "close");
      connections.stop(options.limits.closeIdleTime);
      const waiting: NonNullable<typeof held> = [];
      held = waiting;
      await closeListening(server, arrivals.accepted);
      held = undefined;
      for (const [req, res] of waiting) if (!req.socket.destroyed) options.onRequest(req, res);
      await closed;
      // Ends node's check of the header and request times.
      server.close();
    },
    refuse: () => {
      connections.refuse();
    },
    cut: () => {
      connections.destroy();
      arrivals.cutUnsecured();
    },
  };
}

/** Connections before the end of their handshake. */
interface Arrivals {
  /** Number of connections that have arrived. */
  readonly accepted: () => number;
  readonly cutUnsecured: () => void;
}

/** The address and port of a caller, the same for a TLS connection and the one below it. */
const peerOf = ({ remoteAddress = "", remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Accepts connections within the limits of their addresses. */
function acceptConnections(server: Server, connections: Connections, options: ListenerOptions): Arrivals {
  const perAddress = new Map<string, number>();
  const unsecured = new Map<string, Socket>();
  let accepted = 0;
  const replace = (address: string): boolean => {
    const waiting = [...unsecured.values()].find(
      (socket) => !socket.destroyed && socket.remoteAddress === address,
    );
    const idle = waiting ?? connections.replaceable(address);
    idle?.destroy();
    return idle !== undefined;
  };
  server.on("connection", (socket: Socket) => {
    accepted++;
    if (!admit(socket, perAddress, options, replace)) socket.destroy();
    else {
      const peer = peerOf(socket);
      unsecured.set(peer, socket);
      socket.once("close", () => {
        if (unsecured.get(peer) === socket) unsecured.delete(peer);
      });
    }
  });
  server.on(options.tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    unsecured.delete(peerOf(socket));
    closeInOrder(socket);
    writeOnePiece(socket);
    connections.add(socket);
    // Node closes a connection without a request in progress, and one with a request behind its last response.
    socket.once("end", () => {
      connections.sayLast(socket);
    });
    socket.once("close", () => {
      connections.delete(socket);
      options.onClosed(socket);
    });
  });
  return {
    accepted: () => accepted,
    cutUnsecured: () => {
      for (const socket of unsecured.values()) socket.destroy();
    },
  };
}

function refuse(res: ServerResponse, status: number): void {
  res.writeHead(status, { Connection: "close", "Content-Length": 0 }).end();
}

/** A proxy in front may have used the other one (RFC 9112, section 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/**
 * node:http writes a response as its text and an empty piece that tells the end. Two pieces go through memory that is allocated for them; a
 * single one goes to the system directly.
 */
function writeOnePiece(socket: Socket): void {
  const writeAll = socket._writev?.bind(socket);
  if (writeAll === undefined) return;
  socket._writev = (pieces, done) => {
    const [first, last] = pieces;
    if (first !== undefined && pieces.length === 2 && last?.chunk === "")
      socket._write(first.chunk, first.encoding, done);
    else writeAll(pieces, done);
  };
}

function securing(server: Server): Listener["secure"] {
  return ({ cert, key }) => {
    if (!(server instanceof HttpsServer)) throw new Error("The listener has no TLS.");
    server.setSecureContext({ ...tlsOptions, cert, key });
  };
}

/** Closes connections with a fault, with a request too many, and those that time out. */
function endInOrder(server: Server, connections: Connections): void {
  // One packet may hold thousands of requests to drop, and the parser reports every packet behind an error.
  const ending = new WeakSet<Socket>();
  server.on("dropRequest", (_req, socket) => {
    if (!(socket instanceof Socket) || ending.has(socket)) return;
    ending.add(socket);
    endAfter(connections.last(socket), socket);
  });
  server.on("clientError", (error, socket) => {
    // Before the end of its handshake a TLS connection cannot send a response, and would wait forever.
    if (!(socket instanceof Socket) || !connections.has(socket)) socket.destroy();
    else if (!ending.has(socket)) {
      ending.add(socket);
      const response = brokenRequestResponse(error);
      if (!socket.writable || response === undefined) socket.destroy();
      else endUnfinished(socket, connections.last(socket), response);
    }
  });
  server.on("timeout", (socket: Socket) => {
    if (connections.isQuiet(socket)) closeIdle(socket);
    else socket.destroy();
  });
}

function newServer({ limits, tls }: ListenerOptions): Server {
  const options: ServerOptions & ServerOpts = {
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(limits.headersTime / 5)),
    insecureHTTPParser: false,
    // A caller that has sent everything may close its sending side (RFC 9112, section 9.6); node:http sets it by itself.
    allowHalfOpen: true,
  };
  const server =
    tls === undefined
      ? createHttpServer(options)
      : createHttpsServer({ ...options, ...tlsOptions, ...tls, handshakeTimeout: limits.headersTime });
  // Of node:http: otherwise it closes the connection when the caller has closed its sending side.
  Object.assign(server, { httpAllowHalfOpen: true });
  // By default Node drops headers after the first 2000, so a caller could push out those of the proxy.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  return server;
}

/** Refuses expectations other than `100-continue`, of a request that may have one. */
function refuseExpectations(
  server: Server,
  onRequest: (req: IncomingMessage, res: ServerResponse) => void,
): void {
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => {
    if (mayExpect(req)) res.writeHead(417).end();
    else onRequest(req, res);
  });
}

/** Counts the connection for its address, unless that is one of our proxies; false when there are too many and none is replaced. */
function admit(
  socket: Socket,
  perAddress: Map<string, number>,
  { limits, trusts, replacesIdle = false }: ListenerOptions,
  replace: (address: string) => boolean,
): boolean {
  const address = socket.remoteAddress;
  if (address === undefined) return false;
  if (trusts(address)) return true;
  const open = perAddress.get(address) ?? 0;
  if (open >= limits.connectionsPerAddress && !(replacesIdle && replace(address))) return false;
  perAddress.set(address, open + 1);
  socket.once("close", () => {
    const left = (perAddress.get(address) ?? 1) - 1;
    if (left === 0) perAddress.delete(address);
    else perAddress.set(address, left);
  });
  return true;
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("The listener has no port.");
}
