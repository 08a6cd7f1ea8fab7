import { expect, test } from "@jest/globals";
import { isPublicAddress, PrivateAddressError, publicOnly } from "#runtime/transport/public-address.js";

test.each([
  { address: "93.184.216.34", want: true },
  { address: "2606:2800:220:1::1", want: true },
  ...[
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.31.255.255", "192.168.1.1"],
    ...["192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "255.255.255.255"],
    ...["::", "::1", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:93.184.216.34"],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001:0:1::1", "example.com", ""],
  ].map((address) => ({ address, want: false })),
])("$address is public: $want", ({ address, want }) => {
  expect(isPublicAddress(address)).toBe(want);
});

test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://0x7f.1:80/",
  "http://[::1]/",
  "http://[::ffff:7f00:1]/",
])("%s is refused by its address", (url) => {
  expect(() => publicOnly(new URL(url))).toThrow(PrivateAddressError);
});

test.each([
  ...[
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.255.255.254/",
    "http://[::1]/",
    "http://0x7f.1:80/",
  ].map((url) => ({ url, want: "allowed" })),
  ...["http://93.184.216.34/", "http://[2606:2800:220:1::1]/"].map((url) => ({ url, want: "allowed" })),
  ...[
    ...["http://10.0.0.1/", "http://192.168.1.1/", "http://172.16.0.1/", "http://169.254.169.254/"],
    ...["http://100.64.0.1/", "http://0.0.0.0/", "http://[fe80::1]/", "http://[fd00::1]/", "http://[::]/"],
    ...["http://[::ffff:10.0.0.1]/"],
  ].map((url) => ({ url, want: "refused" })),
])("$url is $want where this machine is allowed", ({ url, want }) => {
  const reached = (): string => {
    try {
      publicOnly(new URL(url), { loopback: true });
      return "allowed";
    } catch (error) {
      return error instanceof PrivateAddressError ? "refused" : "failed";
    }
  };
  expect(reached()).toBe(want);
});

test("a name is refused by what it resolves to, when the connection is made", async () => {
  const { lookup } = publicOnly(new URL("http://localhost/"));
  const answer = await new Promise((resolve) => {
    lookup("localhost", { all: true }, resolve);
  });
  expect(answer).toBeInstanceOf(PrivateAddressError);
});
