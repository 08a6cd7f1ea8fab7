import {
  Agent as HttpAgent,
  request as httpRequest,
  type AgentOptions,
  type IncomingMessage,
} from "node:http";
import {
  Agent as HttpsAgent,
  request as httpsRequest,
  type AgentOptions as HttpsAgentOptions,
  type RequestOptions,
} from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { ClientError } from "../errors/client-error.js";

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL by `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, in lower or upper case, as curl reads them. `HTTP_PROXY` in
 * upper case is ignored in a CGI program, where a request could set it.
 *
 * @throws TypeError if the value is not an http or https URL
 */
export function proxyFromEnvironment(url: URL, environment: Environment): URL | undefined {
  const value = (name: string): string | undefined => environment[name] ?? environment[name.toUpperCase()];
  if (isExcluded(url, value("no_proxy") ?? "")) return undefined;
  const isCgi = environment["REQUEST_METHOD"] !== undefined;
  const own =
    url.protocol === "https:"
      ? value("https_proxy")
      : isCgi
        ? environment["http_proxy"]
        : value("http_proxy");
  const proxy = own ?? value("all_proxy") ?? "";
  return proxy === "" ? undefined : proxyUrl(proxy.includes("://") ? proxy : `http://${proxy}`);
}

/** @throws TypeError unless it is an absolute http or https URL */
export function proxyUrl(proxy: string | URL): URL {
  const url = new URL(proxy);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TypeError(`The proxy must be an http or https URL, not ${url.protocol}`);
  return url;
}

/** Entries are host names with their subdomains, with an optional port, or `*`. */
function isExcluded(url: URL, list: string): boolean {
  const port = portOf(url);
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entry === "*") return true;
      if (name === "" || (only !== undefined && Number(only) !== port)) return false;
      return url.hostname === name || url.hostname.endsWith(`.${name}`);
    });
}

/** The port of a URL, also the usual one of its protocol. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** `Proxy-Authorization` for the user name and password of a proxy URL. */
export function proxyAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** Connections to an http service go to the proxy, which is given absolute URLs. */
export class HttpProxyAgent extends HttpAgent {
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.headers = proxyAuthorization(proxy);
    this.#proxy = proxy;
  }

  override createConnection(): Socket {
    const { hostname, protocol } = this.#proxy;
    const host = bareHost(hostname);
    const port = portOf(this.#proxy);
    return protocol === "https:" ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  }
}

/** Connections to an https service are tunnels through the proxy (`CONNECT`). */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: HttpsAgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: RequestOptions & ConnectionOptions,
    connected?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    // Node ignores the stream when an error is given.
    const done = connected as ((error: Error | null, stream?: Duplex) => void) | undefined;
    const host = options.host ?? "localhost";
    const authority = `${host.includes(":") ? `[${host}]` : host}:${String(options.port ?? 443)}`;
    const { hostname, protocol } = this.#proxy;
    const outgoing = (protocol === "https:" ? httpsRequest : httpRequest)({
      method: "CONNECT",
      host: bareHost(hostname),
      port: portOf(this.#proxy),
      path: authority,
      headers: { host: authority, ...proxyAuthorization(this.#proxy) },
      agent: false,
      timeout: connectTime,
    });
    outgoing.on("connect", ({ statusCode = 0 }: IncomingMessage, socket: Socket) => {
      socket.setTimeout(0);
      if (statusCode === 200) {
        done?.(null, connectTls({ ...options, socket }));
        return;
      }
      socket.destroy();
      done?.(refusal(statusCode));
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no response from the proxy")));
    outgoing.on("error", (error) => done?.(error));
    outgoing.end();
  }
}

/** Milliseconds for a proxy to open a tunnel; the time limit of a call may be shorter. */
const connectTime = 60_000;

function refusal(status: number): ClientError {
  const code = status === 407 ? "ProxyAuthentication" : "Transport";
  return new ClientError(code, `The proxy refuses the connection with status ${status}`, { status });
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
