import { expect, test } from "@jest/globals";
import { longestHeader, readProxyHeader } from "#server/faces/smpp/proxy-header.js";
import { proxyHeader } from "./proxy-headers.js";

const tcp4 = proxyHeader({ family: 0x11, addresses: [192, 0, 2, 7, 192, 0, 2, 1, 0xc0, 0, 0x0a, 0xd7] });
const tcp6 = proxyHeader({
  family: 0x21,
  addresses: [0x20, 0x01, 0x0d, 0xb8, ...Array<number>(11).fill(0), 7, ...Array<number>(20).fill(0)],
});

test.each<{ name: string; given: Buffer; want: object }>([
  { name: "IPv4", given: tcp4, want: { kind: "header", length: 28, address: "192.0.2.7" } },
  { name: "IPv6", given: tcp6, want: { kind: "header", length: 52, address: "2001:db8:0:0:0:0:0:7" } },
  {
    name: "IPv4 in IPv6",
    given: proxyHeader({
      family: 0x21,
      addresses: [...Array<number>(10).fill(0), 0xff, 0xff, 192, 0, 2, 7, ...Array<number>(20).fill(0)],
    }),
    want: { kind: "header", length: 52, address: "192.0.2.7" },
  },
  {
    name: "a connection of the proxy itself",
    given: proxyHeader({ command: 0x20, family: 0, addresses: [] }),
    want: { kind: "header", length: 16, address: undefined },
  },
  {
    name: "parameters behind the addresses, and the first octets of the client",
    given: Buffer.concat([
      proxyHeader({ family: 0x11, addresses: [192, 0, 2, 7, ...Array<number>(8).fill(0), 4, 0, 1, 0] }),
      Buffer.from("next"),
    ]),
    want: { kind: "header", length: 32, address: "192.0.2.7" },
  },
  { name: "nothing yet", given: Buffer.alloc(0), want: { kind: "more" } },
  { name: "one octet missing", given: tcp4.subarray(0, -1), want: { kind: "more" } },
  { name: "version 1", given: Buffer.from("PROXY TCP4 192.0.2.7"), want: { kind: "invalid" } },
  { name: "a PDU", given: Buffer.from([0, 0, 0, 16]), want: { kind: "invalid" } },
  {
    name: "another version",
    given: proxyHeader({ command: 0x11, family: 0x11, addresses: [] }),
    want: { kind: "invalid" },
  },
  {
    name: "another command",
    given: proxyHeader({ command: 0x22, family: 0x11, addresses: [] }),
    want: { kind: "invalid" },
  },
  {
    name: "addresses that are too short",
    given: proxyHeader({ family: 0x11, addresses: [192, 0] }),
    want: { kind: "invalid" },
  },
  {
    name: "a socket of Unix",
    given: proxyHeader({ family: 0x31, addresses: Array<number>(216).fill(0) }),
    want: { kind: "invalid" },
  },
  {
    name: "a length beyond the limit",
    given: proxyHeader({ family: 0x11, addresses: Array<number>(longestHeader).fill(0) }),
    want: { kind: "invalid" },
  },
])("$name", ({ given, want }) => {
  expect(readProxyHeader(given)).toEqual(want);
});

test("a header that comes in pieces is read like a whole one", () => {
  for (let length = 0; length < tcp6.length; length++)
    expect(readProxyHeader(tcp6.subarray(0, length))).toEqual({ kind: "more" });
});
