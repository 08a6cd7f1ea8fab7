import type { IncomingHttpHeaders } from "node:http";
import type { FixedAnswer } from "./answer.js";

/** A request whose body has not been read. */
export interface PathRequest {
  readonly headers: IncomingHttpHeaders;
  /** Of the caller, behind trusted proxies. */
  readonly remoteAddress: string;
}

/** Takes a whole body. Never rejects. */
export type PathHandler = (body: Buffer) => Promise<FixedAnswer>;

/** A path that takes POST requests which are no calls of the service. */
export interface ServedPath {
  /** For example `/mm7`; compared as it is sent, without a query. */
  readonly path: string;
  /** Decides by the headers: who takes the body, or the answer without reading it. */
  admit(request: PathRequest): Promise<PathHandler | FixedAnswer>;
}
