import { endpoint } from "./endpoint.js";
import type { Transport, TransportRequest, TransportResponse } from "./transport.js";

/** Options of `followRedirects`. */
export interface RedirectOptions {
  /** Absolute http or https URL of the service. */
  readonly url: string | URL;
  /** Makes the transport for an address: `(url) => nodeTransport({ url })`. */
  readonly transport: (url: URL) => Transport;
  /** Whether a request may be sent to this address. */
  readonly allow: (target: URL, from: URL) => boolean;
  /** Maximum redirects of one request; 5 when not given. */
  readonly limit?: number;
}

/** Headers that are sent to the origin of the service only. */
const secrets = ["authorization", "proxy-authorization", "cookie"];

/**
 * Follows the redirects 307 and 308, which repeat the request with its body, to allowed addresses. Credentials in HTTP headers are not sent
 * to another origin. Every other redirect, and one that is not allowed, is returned as it is.
 */
export function followRedirects({ url, transport, allow, limit = 5 }: RedirectOptions): Transport {
  const { url: service, path } = endpoint(url);
  const transports = new Map<string, Transport>();
  const transportOf = (target: URL): Transport => {
    const found = transports.get(target.href) ?? transport(target);
    transports.set(target.href, found);
    return found;
  };
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    let response = await transportOf(service).send(request);
    let from = new URL(path(request.target), service);
    for (let count = 0; count < limit; count++) {
      const target = targetOf(response, from);
      if (target === undefined || !allow(target, from)) return response;
      const headers = target.origin === service.origin ? request.headers : withoutSecrets(request.headers);
      response = await transportOf(target).send({ ...request, headers, target: "" });
      from = target;
    }
    return response;
  };
  return {
    send,
    close: () => {
      for (const each of transports.values()) each.close?.();
    },
  };
}

function targetOf({ status, headers }: TransportResponse, from: URL): URL | undefined {
  const location = headers?.get("location") ?? undefined;
  if ((status !== 307 && status !== 308) || location === undefined) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

function withoutSecrets(headers: TransportRequest["headers"]): TransportRequest["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.includes(name)));
}
