import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest, type AgentOptions } from "node:https";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers";
import { ClientError } from "../errors/client-error.js";
import { aborted, watchDeadline } from "./deadline.js";
import { endpoint } from "./endpoint.js";
import { acceptedCodings, decompressed } from "./decompress.js";
import { limitInterim } from "./interim-responses.js";
import { closeIdleInTime, isLongIdle, noteKeepAlive } from "./kept-connections.js";
import { HttpProxyAgent, portOf, proxyFromEnvironment, proxyUrl, TunnelAgent } from "./proxy.js";
import {
  defaultMaxResponseBytes,
  type ResponseChunks,
  type ResponseHeaders,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "./transport.js";

/** Options of `nodeTransport`. */
export interface NodeTransportOptions {
  /** Absolute http or https URL of the service. */
  readonly url: string | URL;
  /** Limit of a response in bytes; 8 MiB when not given. */
  readonly maxResponseBytes?: number;
  /** Options of the keep-alive agent, for example `maxSockets`, `ca`, `cert`, `key`; or an agent, which `close` leaves open. */
  readonly agent?: AgentOptions | HttpAgent;
  /** URL of an HTTP proxy, or `environment` for the variables `https_proxy`, `http_proxy` and `no_proxy`. Default: none. */
  readonly proxy?: string | URL | undefined;
  /** Accepts compressed responses; the limit applies to the decompressed size. False when not given. */
  readonly compression?: boolean;
}

/** A transport with open connections: `close` it when the client is no longer needed. */
export interface NodeTransport extends Transport {
  close(): void;
}

/** Idle connections are dropped after this many milliseconds, or sooner when the service announces it. */
const idleTimeout = 60_000;

/** Sends calls over node:http or node:https with keep-alive connections. */
export function nodeTransport(options: NodeTransportOptions): NodeTransport {
  const { url, path } = endpoint(options.url);
  const { maxResponseBytes: limit = defaultMaxResponseBytes, compression = false } = options;
  const secure = url.protocol === "https:";
  const proxy = options.proxy === "environment" ? proxyFromEnvironment(url, process.env) : options.proxy;
  const agent = agentFor(secure, options.agent, proxy === undefined ? undefined : proxyUrl(proxy));
  const start = secure ? httpsRequest : httpRequest;
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const port = portOf(url);
  const isRelayed = agent instanceof HttpProxyAgent;
  const added = {
    ...(isRelayed ? agent.headers : {}),
    ...(compression ? { "accept-encoding": acceptedCodings } : {}),
  };
  const setUp = ({ method, target, headers, body }: TransportRequest): RequestOptions => ({
    agent,
    host,
    port,
    method,
    path: isRelayed ? url.origin + path(target) : path(target),
    headers: headerLines(url.host, headers, added, body),
  });
  return {
    url,
    send: (request) => exchange(start, setUp(request), request, { limit, compression }),
    close: () => {
      if (agent !== options.agent) agent.destroy();
    },
  };
}

function agentFor(secure: boolean, given: NodeTransportOptions["agent"], proxy: URL | undefined): HttpAgent {
  if (given instanceof HttpAgent) {
    if (proxy !== undefined)
      throw new TypeError("Give an agent or a proxy: an agent makes its own connections");
    return given;
  }
  const timeout = given?.timeout ?? idleTimeout;
  const agent = newAgent(secure, { keepAlive: true, ...given, timeout }, proxy);
  closeIdleInTime(agent, timeout);
  return agent;
}

function newAgent(secure: boolean, options: AgentOptions, proxy: URL | undefined): HttpAgent {
  if (proxy === undefined) return secure ? new HttpsAgent(options) : new HttpAgent(options);
  return secure ? new TunnelAgent(proxy, options) : new HttpProxyAgent(proxy, options);
}

/** Names and values in turn, which node sends as they are: less work for it than an object. */
function headerLines(
  host: string,
  headers: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
  body: TransportRequest["body"],
): string[] {
  const lines = headers["host"] === undefined ? ["host", host] : [];
  for (const name in headers) if (!Object.hasOwn(added, name)) lines.push(name, headers[name] ?? "");
  for (const name in added) lines.push(name, added[name] ?? "");
  if (body !== undefined) lines.push("content-length", String(Buffer.byteLength(body)));
  return lines;
}

function exchange(
  start: typeof httpRequest,
  options: RequestOptions,
  { body, timeout, signal, streamed = false }: TransportRequest,
  rules: ReadingRules,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw aborted(signal);
    let isOver = false;
    const end = (): void => {
      isOver = true;
      stop();
    };
    const fail = (cause: Error): void => {
      end();
      reject(asClientError(cause, options));
      attempt.outgoing.destroy();
    };
    const onResponse = (incoming: IncomingMessage): void => {
      noteKeepAlive(incoming);
      const done = (answer: TransportResponse): void => {
        end();
        resolve(answer);
      };
      if (streamed && incoming.statusCode === 200) begun(incoming, rules, fail, done);
      else collect(incoming, rules, fail, done);
    };
    const begin = (): Attempt => {
      const outgoing = started(start, options, onResponse);
      limitInterim(outgoing);
      const begun: Attempt = { outgoing, body, state: "waiting" };
      outgoing.on("error", (cause) => {
        // The server closed an idle connection before the request was written to it.
        if (!isOver && outgoing.reusedSocket && begun.state !== "written") attempt = begin();
        else fail(cause);
      });
      if (leaving.push(begun) === 1) setImmediate(leave);
      return begun;
    };
    let attempt = begin();
    const stop = watchDeadline({ timeout, signal }, fail);
  });
}

/** A request, and whether it was given to its connection. */
interface Attempt {
  readonly outgoing: ClientRequest;
  readonly body: TransportRequest["body"];
  state: "waiting" | "checked" | "written";
}

/** Requests of this turn of the event loop, which end together: waking the server for each one costs more. */
let leaving: Attempt[] = [];

/** A request on a connection that was idle for long leaves a turn later: by then it is known if the server has closed it. */
function leave(): void {
  const requests = leaving;
  leaving = [];
  for (const attempt of requests) {
    const { outgoing, body, state } = attempt;
    if (outgoing.destroyed) continue;
    if (state === "waiting" && isLongIdle(outgoing)) {
      attempt.state = "checked";
      if (leaving.push(attempt) === 1) setImmediate(leave);
      continue;
    }
    attempt.state = "written";
    try {
      outgoing.end(body);
    } catch (cause) {
      outgoing.destroy(cause as Error);
    }
  }
}

/** Node throws for characters that are not allowed in a request line or header. */
function started(
  start: typeof httpRequest,
  options: RequestOptions,
  onResponse: (incoming: IncomingMessage) => void,
): ClientRequest {
  try {
    return start(options, onResponse);
  } catch (cause) {
    throw new ClientError("InvalidInput", "A header or the path has a character that HTTP does not allow", {
      cause,
    });
  }
}

/** Rules for reading a response. */
interface ReadingRules {
  /** Bytes. */
  readonly limit: number;
  readonly compression: boolean;
}

/** @returns the body without its content coding; undefined after `fail`, for one that was not requested. */
function bodyOf(
  incoming: IncomingMessage,
  { compression }: ReadingRules,
  fail: (cause: Error) => void,
): Readable | undefined {
  const coding = incoming.headers["content-encoding"] ?? "identity";
  if (coding === "identity") return incoming;
  const content = compression ? decompressed(incoming, coding) : undefined;
  const text = `Response in the content coding ${coding}, which was not requested`;
  if (content === undefined) fail(new ClientError("Protocol", text, { status: incoming.statusCode }));
  return content;
}

/** The response without its body, which is then read chunk by chunk. */
function begun(
  incoming: IncomingMessage,
  rules: ReadingRules,
  fail: (cause: Error) => void,
  done: (answer: TransportResponse) => void,
): void {
  const content = bodyOf(incoming, rules, fail);
  if (content === undefined) return;
  // An error before the first chunk is read is thrown by its reading.
  content.on("error", () => undefined);
  const iterator = content.iterator() as AsyncIterator<Buffer, undefined>;
  const chunks: ResponseChunks = {
    read: async () => iterator.next(),
    cancel: async () => {
      content.destroy();
      incoming.destroy();
    },
  };
  done(answerOf(incoming, new Uint8Array(), chunks));
}

function answerOf(
  { statusCode: status = 0, headers }: IncomingMessage,
  body: Uint8Array,
  chunks?: ResponseChunks,
): TransportResponse {
  return { status, contentType: headers["content-type"], headers: responseHeaders(headers), body, chunks };
}

function collect(
  incoming: IncomingMessage,
  rules: ReadingRules,
  fail: (cause: Error) => void,
  done: (answer: TransportResponse) => void,
): void {
  const content = bodyOf(incoming, rules, fail);
  if (content === undefined) return;
  const { limit } = rules;
  const { statusCode: status } = incoming;
  const pieces: Buffer[] = [];
  let length = 0;
  content.on("data", (piece: Buffer) => {
    length += piece.length;
    if (length > limit) fail(new ClientError("TooLarge", `Response longer than ${limit} bytes`, { status }));
    else pieces.push(piece);
  });
  content.on("error", fail);
  content.on("end", () => {
    const [first] = pieces;
    const body = first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces, length);
    done(answerOf(incoming, body));
  });
}

function responseHeaders(headers: IncomingMessage["headers"]): ResponseHeaders {
  return {
    get: (name) => {
      const value = headers[name.toLowerCase()];
      return typeof value === "string" ? value : (value?.join(", ") ?? null);
    },
    getSetCookie: () => headers["set-cookie"] ?? [],
  };
}

function asClientError(cause: Error, { host, port }: RequestOptions): ClientError {
  if (cause instanceof ClientError) return cause;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
  return new ClientError("Transport", `No response from ${String(host)}:${String(port)}: ${code}`, {
    cause,
  });
}
