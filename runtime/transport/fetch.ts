import { ClientError } from "../errors/client-error.js";
import { withDeadline } from "./deadline.js";
import { endpoint } from "./endpoint.js";
import {
  defaultMaxResponseBytes,
  type ResponseChunks,
  type ResponseHeaders,
  type Transport,
  type TransportResponse,
} from "./transport.js";

/** Options of `fetchTransport`. */
export interface FetchTransportOptions {
  /** Absolute http or https URL of the service. */
  readonly url: string | URL;
  /** Limit of a response in bytes, counted after decompression; 8 MiB when not given. */
  readonly maxResponseBytes?: number;
  /** Used in place of the platform's `fetch`: that of undici, or a function that calls a handler. */
  readonly fetch?: Fetch | undefined;
  /** Further options of each request, such as `credentials`; `redirect` is `manual` unless given. */
  readonly init?: FetchInit | undefined;
}

/** A function like `fetch`. A method, so that its `init` may be of the type that any platform declares. */
export type Fetch = {
  fetch(url: string, init: object): Promise<FetchResponse>;
}["fetch"];

/** The part of `Response` that is used. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: { getReader(): ResponseChunks } | null;
}

/** Options of `fetch`. Browsers, Node and undici declare different ones. */
export interface FetchInit extends Omit<
  RequestInit,
  "method" | "headers" | "body" | "signal" | "dispatcher"
> {
  /** A dispatcher of undici, in Node. */
  readonly dispatcher?: object | undefined;
}

/** Carries calls by the platform's `fetch`: for browsers and other runtimes; in Node `nodeTransport` is faster. */
export function fetchTransport(options: FetchTransportOptions): Transport {
  const { url, path } = endpoint(options.url);
  const { maxResponseBytes: limit = defaultMaxResponseBytes } = options;
  const send: Fetch = options.fetch ?? fetch;
  return {
    url,
    async send({
      method,
      target,
      headers,
      body,
      timeout,
      signal,
      streamed = false,
    }): Promise<TransportResponse> {
      return withDeadline({ timeout, signal }, async (ended) => {
        try {
          const init = { redirect: "manual", ...options.init, method, headers, body, signal: ended };
          const response = await send(url.origin + path(target), init);
          return await readResponse(response, limit, streamed);
        } catch (cause) {
          if (cause instanceof ClientError) throw cause;
          throw new ClientError("Transport", `No response from ${url.host}: ${reasonOf(cause)}`, { cause });
        }
      });
    },
  };
}

/** The code of an error of the network, which Node has as the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: { readonly code?: string } };
  return cause?.code ?? String(error);
}

async function readResponse(
  { status, headers, body }: FetchResponse,
  limit: number,
  streamed: boolean,
): Promise<TransportResponse> {
  const contentType = headers.get("content-type") ?? undefined;
  const chunks = body?.getReader();
  const head = { status, contentType, headers };
  if (streamed && status === 200) return { ...head, body: new Uint8Array(), chunks };
  const pieces: Uint8Array[] = [];
  for (let length = 0; ;) {
    const value = (await chunks?.read())?.value;
    if (value === undefined) return { ...head, body: joinBytes(pieces, length) };
    length += value.length;
    if (length > limit) {
      chunks?.cancel().catch(() => undefined);
      throw new ClientError("TooLarge", `Response longer than ${limit} bytes`, { status });
    }
    pieces.push(value);
  }
}

function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first, second] = pieces;
  if (first !== undefined && second === undefined) return first;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
