import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest, type AgentOptions } from "node:https";
import { ClientError } from "../client-error.js";
import { aborted, watchDeadline } from "./deadline.js";
import { endpoint } from "./endpoint.js";
import { limitInterim } from "./interim-answers.js";
import {
  defaultMaxResponseBytes,
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
  /** Options of the keep-alive agent, for example `maxSockets`, `ca`, `cert`, `key`. */
  readonly agent?: AgentOptions;
}

/** A transport with open connections: `close` it when the client is no longer needed. */
export interface NodeTransport extends Transport {
  close(): void;
}

/** Idle connections are dropped after this many milliseconds, or sooner when the service announces it. */
const idleTimeout = 60_000;

/** Sends calls over node:http or node:https with keep-alive connections. Requests no compression. */
export function nodeTransport(options: NodeTransportOptions): NodeTransport {
  const { url, path } = endpoint(options.url);
  const secure = url.protocol === "https:";
  const agentOptions = { keepAlive: true, timeout: idleTimeout, ...options.agent };
  const agent = secure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const limit = options.maxResponseBytes ?? defaultMaxResponseBytes;
  const start = secure ? httpsRequest : httpRequest;
  const hostname = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  const setUp = ({ method, target, headers, body }: TransportRequest): RequestOptions => ({
    agent,
    hostname,
    port,
    method,
    path: path(target),
    headers: headerLines(url.host, headers, body),
  });
  return {
    send: (request) => exchange(start, setUp(request), request, limit),
    close: () => {
      agent.destroy();
    },
  };
}

/** Names and values in turn, which node sends as they are: less work for it than an object. */
function headerLines(
  host: string,
  headers: Readonly<Record<string, string>>,
  body: TransportRequest["body"],
): string[] {
  const lines = headers["host"] === undefined ? ["host", host] : [];
  for (const name in headers) lines.push(name, headers[name] ?? "");
  if (body !== undefined) lines.push("content-length", String(Buffer.byteLength(body)));
  return lines;
}

function exchange(
  start: typeof httpRequest,
  options: RequestOptions,
  { body, timeout, signal }: TransportRequest,
  limit: number,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw aborted(signal);
    const fail = (cause: Error): void => {
      stop();
      reject(asClientError(cause, options));
      outgoing.destroy();
    };
    const outgoing = begin(start, options, (incoming) => {
      collect(incoming, limit, fail, (answer) => {
        stop();
        resolve(answer);
      });
    });
    const stop = watchDeadline({ timeout, signal }, fail);
    limitInterim(outgoing);
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

/** Node throws for characters that are not allowed in a request line or header. */
function begin(
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

function collect(
  incoming: IncomingMessage,
  limit: number,
  fail: (cause: Error) => void,
  done: (answer: TransportResponse) => void,
): void {
  const { statusCode: status = 0, headers } = incoming;
  const coding = headers["content-encoding"];
  if (coding !== undefined && coding !== "identity") {
    fail(
      new ClientError("Protocol", `Response in the content coding ${coding}, which was not requested`, {
        status,
      }),
    );
    return;
  }
  const pieces: Buffer[] = [];
  let length = 0;
  incoming.on("data", (piece: Buffer) => {
    length += piece.length;
    if (length > limit) fail(new ClientError("TooLarge", `Response longer than ${limit} bytes`, { status }));
    else pieces.push(piece);
  });
  incoming.on("error", fail);
  incoming.on("end", () => {
    const [first] = pieces;
    const body = first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces, length);
    done({ status, contentType: headers["content-type"], body, headers: responseHeaders(headers) });
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

function asClientError(cause: Error, { hostname, port }: RequestOptions): ClientError {
  if (cause instanceof ClientError) return cause;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
  return new ClientError("Transport", `No response from ${String(hostname)}:${String(port)}: ${code}`, {
    cause,
  });
}
