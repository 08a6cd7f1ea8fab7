import { ClientError } from "../client-error.js";
import { withDeadline } from "./deadline.js";
import { endpoint } from "./endpoint.js";
import {
  defaultMaxResponseBytes,
  type ResponseChunks,
  type Transport,
  type TransportResponse,
} from "./transport.js";

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
          const init = { redirect: "manual" as const, ...options.init, method, headers, signal: ended };
          const response = await send(
            url.origin + path(target),
            body === undefined ? init : { ...init, body },
          );
          return await readResponse(response, limit, streamed);
        } catch (cause) {
          if (cause instanceof ClientError) throw cause;
          throw new ClientError("Transport", `No response from ${url.host}`, { cause });
        }
      });
    },
  };
}

async function readResponse(
  { status, headers, body }: Response,
  limit: number,
  streamed: boolean,
): Promise<TransportResponse> {
  const contentType = headers.get("content-type") ?? undefined;
  const chunks: ResponseChunks | undefined = body?.getReader();
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
