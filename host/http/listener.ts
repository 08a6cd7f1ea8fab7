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
import { Socket, type AddressInfo } from "node:net";
import { brokenRequestResponse, closeIdle, closeInOrder, endAfter, endUnfinished } from "./closing.js";
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

/** Options of a listener. */
export interface ListenerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: TlsContent | undefined;
  readonly limits: Limits;
  /** Whether an address is one of our proxies, which may hold any number of connections. */
  readonly trusts: (address: string) => boolean;
  readonly onRequest: (req: IncomingMessage, res: ServerResponse) => void;
  readonly onClosed: (socket: Socket) => void;
}

/** Opens a listener on node:http or node:https with node's strict parser. Rejects if the address is not available (`EADDRINUSE`). */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const server = newServer(options);
  const connections = new Connections();
  const [perAddress, unsecured] = [new Map<string, number>(), new Set<Socket>()];
  let accepted = 0;
  /** Requests that arrive while the listening socket closes: their responses would bring new connections. */
  let held: [req: IncomingMessage, res: ServerResponse][] | undefined;
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    if (!connections.begin(res)) req.resume();
    else if (held === undefined) options.onRequest(req, res);
    else held.push([req, res]);
  };
  server.on("request", onRequest);
  server.on("checkContinue", onRequest);
  endInOrder(server, connections);
  server.on("connection", (socket: Socket) => {
    accepted++;
    if (!admit(socket, perAddress, options)) socket.destroy();
    else {
      unsecured.add(socket);
      socket.once("close", () => unsecured.delete(socket));
    }
  });
  server.on(options.tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    unsecured.delete(socket);
    closeInOrder(socket);
    connections.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      options.onClosed(socket);
    });
  });
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
      await closeListening(server, () => accepted);
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
      for (const socket of unsecured) socket.destroy();
    },
  };
}

function securing(server: Server): Listener["secure"] {
  return ({ cert, key }) => {
    if (!(server instanceof HttpsServer)) throw new Error("The listener has no TLS.");
    server.setSecureContext({ cert, key });
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
  const options: ServerOptions = {
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(limits.headersTime / 5)),
    insecureHTTPParser: false,
  };
  const server =
    tls === undefined
      ? createHttpServer(options)
      : createHttpsServer({ ...options, ...tls, handshakeTimeout: limits.headersTime });
  // By default Node drops headers after the first 2000, so a caller could push out those of the proxy.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  return server;
}

/** Counts the connection for its address, unless that is one of our proxies; false when there are too many. */
function admit(
  socket: Socket,
  perAddress: Map<string, number>,
  { limits, trusts }: ListenerOptions,
): boolean {
  const address = socket.remoteAddress;
  if (address === undefined) return false;
  if (trusts(address)) return true;
  const open = perAddress.get(address) ?? 0;
  if (open >= limits.connectionsPerAddress) return false;
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
