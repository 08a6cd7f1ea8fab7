/** Octets of the longest header that is accepted: the addresses and some parameters of the proxy. */
export const longestHeader = 1_024;

const signature = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
const fixedLength = 16;

/** Octets of version and command: a connection of the proxy itself, or one of a client. */
const commands: Readonly<Record<number, "local" | "proxy">> = { 0x20: "local", 0x21: "proxy" };

/** Octets of family and protocol: TCP over IPv4 and over IPv6. */
const tcp4 = 0x11;
const tcp6 = 0x21;

/** Of IPv6 addresses that stand for IPv4 addresses (RFC 4291, section 2.5.5.2). */
const ipv4Prefix = Buffer.from("00000000000000000000ffff", "hex");

/** What the octets of a connection begin with. */
export type ProxyHeader =
  /** The header is not complete. */
  | { readonly kind: "more" }
  | { readonly kind: "invalid" }
  /** `address` is the client's; undefined for a connection of the proxy itself. */
  | { readonly kind: "header"; readonly length: number; readonly address: string | undefined };

const invalid: ProxyHeader = { kind: "invalid" };

function addressIn(family: number, addresses: Buffer): string | undefined {
  if (family === tcp4 && addresses.length >= 12) return addresses.subarray(0, 4).join(".");
  if (family !== tcp6 || addresses.length < 36) return undefined;
  if (addresses.subarray(0, ipv4Prefix.length).equals(ipv4Prefix))
    return addresses.subarray(ipv4Prefix.length, 16).join(".");
  const groups = Array.from({ length: 8 }, (_, index) => addresses.readUInt16BE(2 * index).toString(16));
  return groups.join(":");
}

/** Reads the header of version 2 of the PROXY protocol (haproxy, proxy-protocol.txt, section 2.2). */
export function readProxyHeader(octets: Buffer): ProxyHeader {
  const begun = Math.min(octets.length, signature.length);
  if (!octets.subarray(0, begun).equals(signature.subarray(0, begun))) return invalid;
  if (octets.length < fixedLength) return { kind: "more" };
  const command = commands[octets.readUInt8(12)];
  const length = fixedLength + octets.readUInt16BE(14);
  if (command === undefined || length > longestHeader) return invalid;
  if (octets.length < length) return { kind: "more" };
  if (command === "local") return { kind: "header", length, address: undefined };
  const address = addressIn(octets.readUInt8(13), octets.subarray(fixedLength, length));
  return address === undefined ? invalid : { kind: "header", length, address };
}
