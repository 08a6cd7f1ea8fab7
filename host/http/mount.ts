import type { LegacyCharset } from "messenger-gen-runtime/host";
import type { FixedResponse } from "./fixed-response.js";
import type { IncomingHttpHeaders } from "node:http";

/** Compatibility of a mount: `strict` follows the interface document, `lenient` the original host. */
export type Compatibility = "strict" | "lenient";

/** One path of the service. */
export interface Mount {
  /** For example `/bms/Soap/Messenger.asmx`; compared without regard to letter case and doubled slashes. */
  readonly path: string;
  readonly compatibility: Compatibility;
  /** Also of a strict mount: SOAP 1.1 requests may come without SOAPAction. Default: only those of a lenient one may. */
  readonly withoutAction?: boolean | undefined;
  /**
   * Charset of the parameters of HTTP GET, and of those of HTTP POST when the content type names none; for programs
   * of one code page. Default: UTF-8.
   */
  readonly charset?: LegacyCharset | undefined;
}

/** The response to GET of the bare path of a mount: a page, the WSDL or another document, by the query. */
export type Documents = (query: string) => FixedResponse | Promise<FixedResponse>;

/** Target of a request. */
export interface Target<M> {
  readonly mount: M;
  /** The path after the mount path and its slash, as sent; undefined if empty. */
  readonly rest: string | undefined;
  /** The query after the first `?`, as sent. */
  readonly query: string;
}

const mountPath = /^(?:\/[A-Za-z0-9._~!$&'()*+,:@-]+)+$/;
const origin = /^https?:\/\/[^/?#]*/i;
const slashes = /\/{2,}/g;

/**
 * Returns the function that finds the mount of a request target (RFC 9112 section 3.2); undefined when there is none.
 *
 * @throws Error for a path that is not `/segment/segment`, for two mounts of one path, and for none at all.
 */
export function mountTable<M extends Pick<Mount, "path">>(
  mounts: readonly M[],
): (requestTarget: string) => Target<M> | undefined {
  const bare = new Map(mounts.map((mount) => [mount.path, { mount, rest: undefined, query: "" }]));
  const byPath = mounts.map((mount) => ({ mount, path: checkedPath(mount.path) }));
  if (new Set(byPath.map(({ path }) => path)).size < mounts.length)
    throw new Error("Two mounts have the same path.");
  if (mounts.length === 0) throw new Error("A server needs at least one mount.");

  const longest = Math.max(...mounts.map(({ path }) => path.length));
  return (requestTarget) => {
    // Not for a long query: to look it up, all of it is hashed.
    const known = requestTarget.length > longest ? undefined : bare.get(requestTarget);
    if (known !== undefined) return known;
    const mark = requestTarget.indexOf("?");
    const sent = mark === -1 ? requestTarget : requestTarget.slice(0, mark);
    const query = mark === -1 ? "" : requestTarget.slice(mark + 1);
    for (const mount of mounts) {
      const { path } = mount;
      const exact = sent.startsWith(path) && sent[path.length] === "/" && !sent.includes("//", path.length);
      if (exact) return { mount, rest: sent.slice(path.length + 1), query };
    }
    const path = plainPath(sent);
    const lower = path.toLowerCase();
    for (const { mount, path: own } of byPath) {
      if (!lower.startsWith(own)) continue;
      if (lower.length === own.length) return { mount, rest: undefined, query };
      if (lower[own.length] === "/") return { mount, rest: path.slice(own.length + 1), query };
    }
    return undefined;
  };
}

function checkedPath(path: string): string {
  if (!mountPath.test(path)) {
    throw new Error(`Not a mount path: ${JSON.stringify(path)}. Give one like /service or /path/to/service.`);
  }
  return path.toLowerCase();
}

function plainPath(path: string): string {
  const own = path.startsWith("/") ? path : path.replace(origin, "");
  return own.includes("//") ? own.replace(slashes, "/") : own;
}

/** A request whose body has not been read. */
export interface PathRequest {
  readonly headers: IncomingHttpHeaders;
  /** Of the caller, behind trusted proxies. */
  readonly remoteAddress: string;
}

/** Takes a whole body. Never rejects. */
export type PathHandler = (body: Buffer) => Promise<FixedResponse>;

/** A path for POST requests other than calls of the service. */
export interface ServedPath {
  /** For example `/mm7`; compared as it is sent, without a query. */
  readonly path: string;
  /** Decides from the headers: returns the handler of the body, or a response without reading it. */
  admit(request: PathRequest): Promise<PathHandler | FixedResponse>;
}
