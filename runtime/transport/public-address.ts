import { lookup as resolve } from "node:dns";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";

/** Addresses that are not of the public Internet (RFC 6890 and the registries it names). */
const notPublic = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  notPublic.addSubnet(network, bits, "ipv4");

/** The public range of IPv6, and exceptions in it: Teredo, documentation, 6to4. */
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");
const embedded = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  embedded.addSubnet(network, bits, "ipv6");

/** Returns whether an IP address belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, "ipv4");
  return isIP(address) === 6 && globalV6.check(address, "ipv6") && !embedded.check(address, "ipv6");
}

/** A host that is refused. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
  constructor() {
    super("the address is not public");
  }
}

/** Addresses of this machine. */
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Addresses besides the public ones. */
export interface AllowedAddresses {
  /** Those of this machine. Default: false. */
  readonly loopback?: boolean;
}

function isAllowed(address: string, { loopback: isLocal = false }: AllowedAddresses): boolean {
  if (isPublicAddress(address)) return true;
  return isLocal && loopback.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

/** Resolves a name as Node does, to such addresses only: the connection uses the address that was checked. */
const lookupOf =
  (allowed: AllowedAddresses): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const found = error === null ? addresses : [];
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => isAllowed(address, allowed)))
        callback(error ?? new PrivateAddressError(), "", 0);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

/**
 * Options of a request that connects to public addresses only, and to allowed ones.
 * @throws PrivateAddressError if the URL has another address; a host name is resolved and checked later
 */
export function publicOnly(
  { hostname }: URL,
  allowed: AllowedAddresses = {},
): { readonly lookup: LookupFunction } {
  const host = hostname.replace(/^\[|\]$/gu, "");
  if (isIP(host) !== 0 && !isAllowed(host, allowed)) throw new PrivateAddressError();
  return { lookup: lookupOf(allowed) };
}
