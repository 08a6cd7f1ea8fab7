import type { IncomingMessage } from "node:http";
import { isLocalHost, isLoopback, type ProxyTrust } from "messenger-gen-host";

/** The properties of a request that decide about access to a site. */
export interface Arrival {
  /** Address of the connection. */
  readonly connected: string;
  /** Whether the connection uses TLS. */
  readonly encrypted: boolean;
  readonly forwardedFor: string | undefined;
  readonly forwardedProto: string | undefined;
  /** The header `Host`. */
  readonly host: string | undefined;
  /** Whether another header shows a proxy. */
  readonly isProxied: boolean;
}

/** Headers of proxies whose contents are not used. */
const proxyHeaders = ["via", "forwarded", "x-real-ip"] as const;

export type Access =
  | {
      readonly allowed: true;
      /** Of the visitor's browser. */
      readonly address: string;
      /** Whether the browser uses TLS. */
      readonly secure: boolean;
    }
  | { readonly allowed: false; readonly reason: "plain" | "proxy" };

export function arrivalOf({ socket, headers }: IncomingMessage): Arrival {
  const text = (value: string | readonly string[] | undefined): string | undefined =>
    typeof value === "object" ? value.join(",") : value;
  return {
    connected: socket.remoteAddress ?? "",
    encrypted: "encrypted" in socket,
    forwardedFor: text(headers["x-forwarded-for"]),
    forwardedProto: text(headers["x-forwarded-proto"]),
    host: headers.host,
    isProxied: proxyHeaders.some((name) => headers[name] !== undefined),
  };
}

/**
 * Decides whether a browser may use a site: on this machine, over TLS, or behind a trusted proxy that terminates TLS.
 * A request with the headers of an untrusted proxy is refused, because the address of the browser is unknown.
 */
export function accessOf(
  { connected, encrypted, forwardedFor, forwardedProto, host, isProxied }: Arrival,
  { trusts, callerAddress }: ProxyTrust,
): Access {
  const address = callerAddress(connected, forwardedFor);
  if (encrypted) return { allowed: true, address, secure: true };
  const direct = callerAddress(connected, undefined);
  if (forwardedFor === undefined && forwardedProto === undefined) {
    if (!isLoopback(direct)) return { allowed: false, reason: "plain" };
    // A proxy usually passes the name of its own site.
    if (isProxied || !isLocalHost(host)) return { allowed: false, reason: "proxy" };
    return { allowed: true, address: direct, secure: false };
  }
  if (!trusts(connected)) return { allowed: false, reason: isLoopback(direct) ? "proxy" : "plain" };
  const secure = forwardedProto?.split(",").at(-1)?.trim().toLowerCase() === "https";
  if (secure || isLoopback(address)) return { allowed: true, address, secure };
  return { allowed: false, reason: "plain" };
}
