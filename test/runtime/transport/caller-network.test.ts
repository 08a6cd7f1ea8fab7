import { expect, test } from "@jest/globals";
import { networkOf } from "#runtime/transport/caller-network.js";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["", ""],
  ["not an address", "not an address"],
])("%s is of %s", (address, want) => {
  expect(networkOf(address)).toBe(want);
});
