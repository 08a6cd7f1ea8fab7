import { isIPv6 } from "node:net";

const groups = 8;
const networkGroups = 4;

/**
 * What stands for a caller's address where callers are told apart: of an IPv6 address the first 64 bits, as one caller
 * has all that begin with them (RFC 6177); everything else as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, groups - front.length - back.length);
  const all = [...front, ...new Array<string>(zeros).fill("0"), ...back];
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
