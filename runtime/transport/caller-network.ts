const groups = 8;
const networkGroups = 4;

/**
 * Key under which callers share limits: the /64 of an IPv6 address, as one caller has all addresses in it (RFC 6177);
 * any other address as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, groups - front.length - back.length);
  const all = [...front, ...new Array<string>(zeros).fill("0"), ...back];
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
