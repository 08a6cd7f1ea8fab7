/** Security objects of node-soap (npm `soap`) in clients of this runtime, which does not depend on that package. */
import { Agent as HttpAgent } from "node:http";
import { Agent } from "node:https";
import { ClientError } from "./errors/client-error.js";
import type { Interceptor } from "./client/interceptor.js";
import { interceptExchange } from "./interceptors/exchange.js";
import { orderNamespaces } from "./interceptors/namespace-order.js";
import { withBlocks, type WriteBlock } from "./interceptors/soap-headers.js";
import { abortSignal, type CallSignal } from "./transport/deadline.js";
import { endpoint } from "./transport/endpoint.js";
import {
  defaultMaxResponseBytes,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "./transport/transport.js";

import { withReferences } from "./interceptors/signed-response.js";

export {
  verifyResponses,
  type DomElement,
  type VerifyOptions,
  type XmlSignature,
} from "./interceptors/signed-response.js";

/** A security object of node-soap: `ISecurity`. */
export interface NodeSoapSecurity {
  /** Options of its HTTP client. */
  addOptions?(options: Record<string, unknown>): void;
  /** A block of the SOAP header. */
  toXML?(): string;
  /** HTTP headers. */
  addHeaders?(headers: Record<string, unknown>): void;
  /** The signed envelope. */
  postProcess?(envelope: string, prefix: string): string;
}

/** Prefix of SOAP in the envelopes of this runtime. */
const prefix = "soap";

/**
 * Applies a security object of node-soap to each call: its HTTP headers, its SOAP header, and its signature of the finished envelope. List
 * it last, so that the signature includes the headers of other interceptors. Its `SignedXml` is corrected as that of `verifyResponses`.
 *
 * @throws TypeError for an object that sets options of the connection: use `nodeSoapAgent` or `nodeSoapTransport`
 */
export function nodeSoapSecurity(security: NodeSoapSecurity): Interceptor {
  const options = Object.keys(optionsOf(security));
  if (options.length > 0) {
    const text = `The security object sets ${options.join(", ")} of the connection: `;
    throw new TypeError(`${text}use nodeSoapAgent, or nodeSoapTransport for NTLM`);
  }
  for (const owner of [security, property(security, "wsSecurityCert")]) {
    const signer = property(owner, "signer");
    if (typeof signer === "object" && signer !== null) orderNamespaces(signer);
  }
  const sign = interceptExchange(async (request, send) =>
    send({ ...request, body: signed(security, request) }),
  );
  return (call, next) => {
    const added: Record<string, unknown> = {};
    security.addHeaders?.(added);
    const headers = { ...call.headers, ...lowerCaseTexts(added) };
    const markup = security.toXML?.() ?? "";
    if (markup === "" && security.postProcess === undefined) return next({ ...call, headers });
    const write: WriteBlock = (writer) => {
      writer.raw(markup);
    };
    const secured = withBlocks({ ...call, headers }, [write]);
    return security.postProcess === undefined ? next(secured) : sign(secured, next);
  };
}

function signed(security: NodeSoapSecurity, { body }: TransportRequest): TransportRequest["body"] {
  if (typeof body !== "string")
    throw new ClientError("InvalidInput", "A message with MIME parts cannot be signed: set mtom to false");
  // node-soap inserts its block before the first such end tag, which must be that of the header.
  if (body.includes("</wsse:Security>", body.indexOf("<soap:Body")))
    throw new ClientError("InvalidInput", "The content of the message has a header of WS-Security itself");
  return security.postProcess?.(withReferences(body), prefix) ?? body;
}

function optionsOf(security: NodeSoapSecurity): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  security.addOptions?.(options);
  return options;
}

function lowerCaseTexts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name.toLowerCase(), value] as const] : [],
  );
  return Object.fromEntries(texts);
}

/**
 * The HTTPS agent of `ClientSSLSecurity` and `ClientSSLSecurityPFX`, for the option `agent` of `nodeTransport`. For
 * connections that stay open, give the first the option `forever: true`, and the second `keepAlive: true`.
 *
 * @throws TypeError for a security object without one
 */
export function nodeSoapAgent(security: NodeSoapSecurity): Agent {
  const { httpsAgent } = optionsOf(security);
  if (httpsAgent === undefined) throw new TypeError("The security object has no client certificate");
  // node-soap documents the type of this option of its HTTP client.
  return httpsAgent as Agent;
}

/** An HTTP client of node-soap: `HttpClient`. */
export interface NodeSoapHttpClient {
  request(
    url: string,
    data: string | Uint8Array | undefined,
    callback: (error: unknown, response?: unknown) => void,
    headers?: Record<string, string>,
    options?: Record<string, unknown>,
  ): unknown;
}

/** Options of `nodeSoapTransport`. */
export interface NodeSoapTransportOptions {
  /** Absolute http or https URL of the service. */
  readonly url: string | URL;
  /** `new HttpClient()` of node-soap. */
  readonly client: NodeSoapHttpClient;
  /** Sets options of the connection, such as `NTLMSecurity`. */
  readonly security: NodeSoapSecurity;
  /** Limit of a response in bytes; 8 MiB when not given. */
  readonly maxResponseBytes?: number;
}

/**
 * Sends calls by the HTTP client of node-soap: for NTLM, which authenticates a connection. Each call has a connection of its own, which is
 * closed after it.
 */
export function nodeSoapTransport(options: NodeSoapTransportOptions): Transport {
  const { client, security, maxResponseBytes = defaultMaxResponseBytes } = options;
  const { url, path } = endpoint(options.url);
  return {
    url,
    send: ({ target, headers, body, timeout, signal }) => {
      const agents = {
        httpAgent: new HttpAgent({ keepAlive: true }),
        httpsAgent: new Agent({ keepAlive: true }),
      };
      const sent = new Promise<TransportResponse>((resolve, reject) => {
        const added: Record<string, unknown> = {};
        security.addHeaders?.(added);
        const connection = {
          ...agents,
          ...optionsOf(security),
          responseType: "arraybuffer",
          maxRedirects: 0,
          maxContentLength: maxResponseBytes,
          signal: signal && abortSignal(signal),
          timeout: Number.isFinite(timeout) ? timeout : 0,
        };
        client.request(
          url.origin + path(target),
          body,
          (error, response) => {
            const found = received(response) ?? received(property(error, "response"));
            if (found !== undefined) resolve(found);
            else reject(failure(error, url, signal));
          },
          { ...headers, ...lowerCaseTexts(added) },
          connection,
        );
      });
      return sent.finally(() => {
        for (const agent of Object.values(agents)) agent.destroy();
      });
    },
  };
}

function failure(error: unknown, { host }: URL, signal: CallSignal | undefined): ClientError {
  if (signal?.aborted === true)
    return new ClientError("Aborted", "The call was aborted", { cause: signal.reason });
  const code = textOf(error, "code");
  if (code === "ECONNABORTED")
    return new ClientError("Timeout", `No response from ${host}`, { cause: error });
  const isLarge = /maxContentLength/.test(textOf(error, "message"));
  if (isLarge) return new ClientError("TooLarge", "Response longer than the limit", { cause: error });
  return new ClientError("Transport", `No response from ${host}: ${code}`, { cause: error });
}

function textOf(error: unknown, name: "code" | "message"): string {
  const value = property(error, name);
  return typeof value === "string" ? value : `no ${name}`;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** A response of axios, of which node-soap's HTTP client is made. */
function received(response: unknown): TransportResponse | undefined {
  const [status, data, headers] = ["status", "data", "headers"].map((name) => property(response, name));
  if (typeof status !== "number") return undefined;
  const lines = new Map(
    Object.entries((headers ?? {}) as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.map(String) : [String(value)],
    ]),
  );
  const get = (name: string): string | null => lines.get(name.toLowerCase())?.join(", ") ?? null;
  return {
    status,
    contentType: get("content-type") ?? undefined,
    body: data instanceof Uint8Array ? data : new TextEncoder().encode(typeof data === "string" ? data : ""),
    headers: { get, getSetCookie: () => lines.get("set-cookie") ?? [] },
  };
}
