import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { Socket, type AddressInfo } from "node:net";
import type { Limits } from "./limits.js";

/** Certificate and key of a TLS server, in PEM. */
export interface TlsContent {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** What a listener is made of. */
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

/** An open listener. */
export interface Listener {
  readonly port: number;
  /** Takes no new connection, closes those without a request in progress; resolves when the last one is closed. */
  drain(): Promise<void>;
  /** Closes every connection. */
  cut(): void;
}

/** The last answer begun on each connection. */
type LastAnswers = WeakMap<Socket, ServerResponse>;

/** Opens a listener on node:http or node:https with node's strict parser. Rejects when the address cannot be had. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const server = newServer(options);
  const perAddress = new Map<string, number>();
  const last: LastAnswers = new WeakMap();
  const sockets = new Set<Socket>();
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    last.set(req.socket, res);
    options.onRequest(req, res);
  };
  server.on("request", onRequest);
  server.on("checkContinue", onRequest);
  // One packet may hold thousands of requests to drop, and the parser reports every packet behind an error.
  const ending = new WeakSet<Socket>();
  server.on("dropRequest", (_req, socket) => {
    if (!(socket instanceof Socket) || ending.has(socket)) return;
    ending.add(socket);
    endAfter(last.get(socket), socket);
  });
  server.on("clientError", (error, socket) => {
    // Before its handshake has ended a TLS connection takes no answer, and would wait for that end for ever.
    if (!(socket instanceof Socket) || !sockets.has(socket)) socket.destroy();
    else if (!ending.has(socket)) {
      ending.add(socket);
      endBroken(error, socket, last.get(socket));
    }
  });
  server.on("connection", (socket: Socket) => {
    if (!admit(socket, perAddress, options)) socket.destroy();
  });
  server.on(options.tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      options.onClosed(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: portOf(server.address()),
    drain: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) if (last.get(socket)?.writableFinished ?? true) socket.destroy();
      }),
    cut: () => {
      server.closeAllConnections();
    },
  };
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
  // By default node leaves out what follows the first 2000 headers, so that a proxy's own could be pushed out.
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

/** Milliseconds a closed connection may still send: an earlier reset could cost the caller the end of the response. */
const lingerTime = 1_000;

/** Closes a connection behind `last` bytes and everything written before. */
function close(socket: Socket, last = ""): void {
  socket.end(last, () => {
    const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
    socket.once("close", () => {
      clearTimeout(timer);
    });
  });
}

/** Closes a connection behind the given response and, where node refuses a request too many, the 503 that node writes next. */
function endAfter(response: ServerResponse | undefined, socket: Socket): void {
  const end = (): void => void setImmediate(close, socket);
  if (response === undefined || response.writableFinished) end();
  else response.once("finish", end);
}

/**
 * Closes a connection whose bytes the parser refuses, or whose request takes too long. Responses to complete requests
 * are sent first: their calls may have run. The broken request then gets a status, unless it was answered already.
 */
function endBroken(error: Error, socket: Socket, last: ServerResponse | undefined): void {
  const status = brokenRequestStatus("code" in error ? error.code : undefined);
  if (!socket.writable || status === undefined) {
    socket.destroy();
    return;
  }
  const refuse = (): void => {
    close(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  if (last === undefined || last.writableFinished) refuse();
  else if (last.req.complete) {
    if (!last.headersSent) last.shouldKeepAlive = false;
    endAfter(last, socket);
  } else if (last.headersSent) close(socket);
  // Only the response whose turn it is has a socket.
  else if (last.socket === null) last.once("socket", refuse);
  else refuse();
}

function brokenRequestStatus(code: unknown): string | undefined {
  switch (code) {
    case "ECONNRESET":
      return undefined;
    case "HPE_HEADER_OVERFLOW":
      return "431 Request Header Fields Too Large";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "408 Request Timeout";
    default:
      return "400 Bad Request";
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("The listener has no port.");
}
