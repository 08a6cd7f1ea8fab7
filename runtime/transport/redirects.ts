import { endpoint } from "./endpoint.js";
import type { Transport, TransportRequest, TransportResponse } from "./transport.js";

/** Options of `followRedirects`. */
export interface RedirectOptions {
  /** Absolute http or https URL of the service. */
  readonly url: string | URL;
  /** Makes the transport for an address: `(url) => nodeTransport({ url })`. Those of the eight addresses used last are kept open. */
  readonly transport: (url: URL) => Transport;
  /** Whether a request may be sent to this address. */
  readonly allow: (target: URL, from: URL) => boolean;
  /** Maximum redirects of one request; 5 when not given. */
  readonly limit?: number;
}

/** Transports to other addresses that are kept open without a request. */
const mostIdle = 8;

/** Headers that are sent to the origin of the service only. */
const secrets = ["authorization", "proxy-authorization", "cookie"];

/**
 * Follows the redirects 307 and 308, which repeat the request with its body, to allowed addresses. Credentials in HTTP headers are not sent
 * to another origin. Every other redirect, and one that is not allowed, is returned as it is.
 */
export function followRedirects({ url, transport, allow, limit = 5 }: RedirectOptions): Transport {
  const { url: service, path } = endpoint(url);
  const first = transport(service);
  const others = new RecentTransports(transport);
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    let response = await first.send(request);
    let from = new URL(path(request.target), service);
    for (let count = 0; count < limit; count++) {
      const target = targetOf(response, from);
      if (target === undefined || !allow(target, from)) return response;
      const headers = target.origin === service.origin ? request.headers : withoutSecrets(request.headers);
      response = await others.send(target, { ...request, headers, target: "", streamed: false });
      from = target;
    }
    return response;
  };
  return {
    url: service,
    send,
    close: () => {
      first.close?.();
      others.close();
    },
  };
}

/** Transports by address. Beyond `mostIdle`, the one that was used longest ago is closed, but none during a request, which that would end. */
class RecentTransports {
  readonly #make: RedirectOptions["transport"];
  /** In the order of their last use. */
  readonly #kept = new Map<string, { readonly transport: Transport; requests: number }>();

  constructor(make: RedirectOptions["transport"]) {
    this.#make = make;
  }

  async send(target: URL, request: TransportRequest): Promise<TransportResponse> {
    const used = this.#kept.get(target.href) ?? { transport: this.#make(target), requests: 0 };
    this.#kept.delete(target.href);
    this.#kept.set(target.href, used);
    used.requests++;
    try {
      return await used.transport.send(request);
    } finally {
      used.requests--;
      this.#closeOldest();
    }
  }

  #closeOldest(): void {
    for (const [href, { transport, requests }] of this.#kept) {
      if (this.#kept.size <= mostIdle) return;
      if (requests > 0) continue;
      this.#kept.delete(href);
      transport.close?.();
    }
  }

  close(): void {
    for (const { transport } of this.#kept.values()) transport.close?.();
    this.#kept.clear();
  }
}

function targetOf({ status, headers }: TransportResponse, from: URL): URL | undefined {
  const location = headers?.get("location") ?? undefined;
  if ((status !== 307 && status !== 308) || location === undefined) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

function withoutSecrets(headers: TransportRequest["headers"]): TransportRequest["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.includes(name)));
}
