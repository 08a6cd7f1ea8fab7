import type { CallSignal } from "./deadline.js";

/** One HTTP request of a client, relative to the address the transport was made for. */
export interface TransportRequest {
  /** POST, and GET for HTTP GET; the others for JSON. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Rest of the path after the address: empty, or `/Operation`, with `?query`. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as UTF-8. */
  readonly body: string | Uint8Array | undefined;
  /** Milliseconds until the call fails with `Timeout`; 0 and Infinity for no limit. */
  readonly timeout: number;
  /** Ends the call with `Aborted`. */
  readonly signal: CallSignal | undefined;
  /** A response with the status 200 may have `chunks` instead of its body; `timeout` and `signal` then end with its headers. */
  readonly streamed?: boolean | undefined;
}

/** The response, whatever its status; a redirect is a response, not followed. */
export interface TransportResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  /** The body, where it has not been received yet; `body` is then empty. */
  readonly chunks?: ResponseChunks | undefined;
  /** HTTP headers; absent in transports without any. */
  readonly headers?: ResponseHeaders;
}

/** A body that arrives in chunks, each of which is received when it is read. */
export interface ResponseChunks {
  /** The next chunk; no value at the end. Rejects if the connection closes before. */
  read(): Promise<{ readonly value?: Uint8Array | undefined }>;
  /** Closes the connection. */
  cancel(): Promise<unknown>;
}

/** HTTP headers of a response, as in the Fetch standard: names in any case, several values of a name joined by commas. */
export interface ResponseHeaders {
  get(name: string): string | null;
  /** Each Set-Cookie line. */
  getSetCookie(): readonly string[];
}

/**
 * Sends requests of a client to one service.
 *
 * `send` rejects with `ClientError` and nothing else: `Transport`, `Timeout`, `Aborted`, `TooLarge` or `Protocol`.
 */
export interface Transport {
  /** Address of the service: the default of the header To of WS-Addressing. */
  readonly url?: URL | undefined;
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Drops idle connections. */
  close?(): void;
}

/** Limit of a response in bytes when a transport is given none: 8 MiB. */
export const defaultMaxResponseBytes = 8 * 1024 * 1024;
