import { BlockList, isIP } from "node:net";

/** Returns the address of the caller from the connection's address and the `X-Forwarded-For` header. */
export type CallerAddress = (connected: string, forwardedFor: string | undefined) => string;

/** Determines the address of the caller, and whether a connection comes from a trusted proxy. */
export interface ProxyTrust {
  readonly trusts: (address: string) => boolean;
  readonly callerAddress: CallerAddress;
}

/**
 * Reads which proxies are trusted.
 *
 * @param trusted addresses or CIDR ranges of proxies whose `X-Forwarded-For` is used, for example `10.0.0.0/8`.
 * @throws Error for text that is neither.
 */
export function proxyTrust(trusted: readonly string[]): ProxyTrust {
  if (trusted.length === 0) return { trusts: () => false, callerAddress: plainAddress };
  const list = new BlockList();
  for (const range of trusted) addRange(list, range);
  const trusts = (address: string): boolean => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? "ipv4" : "ipv6");
  };
  return { trusts, callerAddress: (connected, forwardedFor) => outermost(trusts, connected, forwardedFor) };
}

/** The last address of the chain that is not a trusted proxy: a caller can forge everything before it. */
function outermost(
  trusts: (address: string) => boolean,
  connected: string,
  forwardedFor: string | undefined,
): string {
  let address = plainAddress(connected);
  if (forwardedFor === undefined) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    const claimed = plainAddress(hop.trim());
    if (!trusts(address) || isIP(claimed) === 0) return address;
    address = claimed;
  }
  return address;
}

function addRange(list: BlockList, range: string): void {
  const [address = "", bits, ...more] = range.split("/");
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : most + 1;
  if (family === 0 || prefix > most || more.length > 0) {
    throw new Error(`Not an address or CIDR range: ${JSON.stringify(range)}.`);
  }
  list.addSubnet(address, prefix, family === 4 ? "ipv4" : "ipv6");
}

/** An IPv4 caller of a dual-stack socket appears as `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
