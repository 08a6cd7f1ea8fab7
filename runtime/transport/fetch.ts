import { ClientError } from "../client-error.js";
import { withDeadline } from "./deadline.js";
import { endpoint } from "./endpoint.js";
import { defaultMaxResponseBytes, type Transport, type TransportResponse } from "./transport.js";

/** Options of `fetchTransport`. */
export interface FetchTransportOptions {
  /** Absolute http or https URL of the service. */
  readonly url: string | URL;
  /** Limit of a response in bytes, counted after decompression; 8 MiB when not given. */
  readonly maxResponseBytes?: number;
  /** Used in place of the platform's `fetch`, for example to call a handler. */
  readonly fetch?: typeof fetch;
  /** Further options of each request, such as `credentials`, or `dispatcher` of undici in Node; `redirect` is `manual` unless given. */
  readonly init?: Omit<RequestInit, "method" | "headers" | "body" | "signal"> | undefined;
}

/** Carries calls by the platform's `fetch`: for browsers and other runtimes; in Node `nodeTransport` is faster. */
export function fetchTransport(options: FetchTransportOptions): Transport {
  const { url, path } = endpoint(options.url);
  const { maxResponseBytes: limit = defaultMaxResponseBytes, fetch: send = fetch } = options;
  return {
    async send({ method, target, headers, body, timeout, signal }): Promise<TransportResponse> {
      return withDeadline({ timeout, signal }, async (ended) => {
        try {
          const init = { redirect: "manual" as const, ...options.init, method, headers, signal: ended };
          const response = await send(
            url.origin + path(target),
            body === undefined ? init : { ...init, body },
          );
          return await readResponse(response, limit);
        } catch (cause) {
          if (cause instanceof ClientError) throw cause;
          throw new ClientError("Transport", `No response from ${url.host}`, { cause });
        }
      });
    },
  };
}

async function readResponse(response: Response, limit: number): Promise<TransportResponse> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    const reader = response.body.getReader();
    const next = async (): Promise<{ readonly value?: Uint8Array }> => reader.read();
    for (let { value } = await next(); value !== undefined; { value } = await next()) {
      length += value.length;
      if (length > limit) {
        reader.cancel().catch(() => undefined);
        throw new ClientError("TooLarge", `Response longer than ${limit} bytes`, { status: response.status });
      }
      pieces.push(value);
    }
  }
  const { status, headers } = response;
  const contentType = headers.get("content-type") ?? undefined;
  return { status, contentType, body: joinBytes(pieces, length), headers };
}

function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
