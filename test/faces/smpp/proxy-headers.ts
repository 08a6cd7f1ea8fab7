/** A header of the PROXY protocol, version 2, as a proxy writes it. */
export function proxyHeader({
  command = 0x21,
  family,
  addresses,
}: {
  readonly command?: number;
  readonly family: number;
  readonly addresses: readonly number[];
}): Buffer {
  const head = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
  const length = [addresses.length >> 8, addresses.length & 0xff];
  return Buffer.from([...head, command, family, ...length, ...addresses]);
}

/** The header of a client at an IPv4 address. */
export function headerOf(address: string): Buffer {
  const octets = address.split(".").map(Number);
  return proxyHeader({ family: 0x11, addresses: [...octets, 192, 0, 2, 1, 0xc0, 0, 0x0a, 0xd7] });
}
