import { describe, expect, test } from "@jest/globals";
import { proxyTrust } from "#host/http/caller-address.js";

const trusted = ["10.0.0.0/8", "2001:db8::/32", "192.0.2.7"];

describe("the address of the caller", () => {
  test.each([
    { connected: "203.0.113.5", forwarded: undefined, want: "203.0.113.5" },
    { connected: "203.0.113.5", forwarded: "198.51.100.1", want: "203.0.113.5" },
    { connected: "10.1.2.3", forwarded: undefined, want: "10.1.2.3" },
    { connected: "10.1.2.3", forwarded: "198.51.100.1", want: "198.51.100.1" },
    { connected: "10.1.2.3", forwarded: "1.1.1.1, 198.51.100.1", want: "198.51.100.1" },
    { connected: "10.1.2.3", forwarded: "198.51.100.1, 10.9.9.9", want: "198.51.100.1" },
    { connected: "192.0.2.7", forwarded: "2001:db8::1, 10.0.0.1", want: "2001:db8::1" },
    { connected: "::ffff:10.1.2.3", forwarded: "198.51.100.1", want: "198.51.100.1" },
    { connected: "::ffff:203.0.113.5", forwarded: "198.51.100.1", want: "203.0.113.5" },
    { connected: "2001:db8::5", forwarded: "198.51.100.1", want: "198.51.100.1" },
    { connected: "10.1.2.3", forwarded: "unknown", want: "10.1.2.3" },
    { connected: "10.1.2.3", forwarded: "198.51.100.1\u001b[31m", want: "10.1.2.3" },
    { connected: "10.1.2.3", forwarded: "198.51.100.1:443", want: "10.1.2.3" },
    { connected: "10.1.2.3", forwarded: "", want: "10.1.2.3" },
    { connected: "", forwarded: "198.51.100.1", want: "" },
  ])("$connected, forwarded for $forwarded", ({ connected, forwarded, want }) => {
    expect(proxyTrust(trusted).callerAddress(connected, forwarded)).toBe(want);
  });

  test("without trusted proxies X-Forwarded-For is ignored", () => {
    const { trusts, callerAddress } = proxyTrust([]);
    expect(trusts("127.0.0.1")).toBe(false);
    expect(callerAddress("127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  });

  test.each([
    "",
    "10.0.0.0/33",
    "10.0.0/8",
    "10.0.0.0/8/8",
    "example.com",
    "::/129",
    "10.0.0.0/x",
    "10.0.0.0/",
  ])("the range %p is refused", (range) => {
    expect(() => proxyTrust([range])).toThrow("Not an address or CIDR range");
  });
});
