import { expect, test } from "@jest/globals";
import { isLocalHost, servedHosts } from "#host/http/local-host.js";

test.each([
  ["localhost", true],
  ["LOCALHOST:8080", true],
  ["127.0.0.1:8080", true],
  ["127.1.2.3", true],
  ["[::1]:8080", true],
  ["example.com", false],
  ["localhost.example.com:8080", false],
  ["127.0.0.1.example.com", false],
  ["192.0.2.1", false],
  ["::1", false],
  ["", false],
  [undefined, false],
])("the Host header %s names this machine: %s", (host, want) => {
  expect(isLocalHost(host)).toBe(want);
});

test.each([
  ["127.0.0.1", undefined, "localhost:8080", true],
  ["localhost", undefined, "127.0.0.1", true],
  ["::1", undefined, "example.com", false],
  ["127.0.0.1", "https://Example.com/", "example.com", true],
  ["127.0.0.1", "https://example.com:8443", "example.com:8443", true],
  ["127.0.0.1", "https://example.com:8443", "example.com", false],
  ["127.0.0.1", "https://example.com", "other.example.com", false],
])("a program at %s, public at %s, serves %s: %s", (address, publicUrl, host, want) => {
  expect(servedHosts(address, publicUrl)?.(host)).toBe(want);
});

test("a program that other machines reach serves every name", () => {
  expect(servedHosts("0.0.0.0", undefined)).toBeUndefined();
});
