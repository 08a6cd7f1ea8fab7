import { expect, test } from "@jest/globals";
import { endpoint } from "#runtime/transport/endpoint.js";

test.each([
  ["http://example.com", "", "/"],
  ["http://example.com/a.asmx", "", "/a.asmx"],
  ["http://example.com/a.asmx#b", "/Op?x=1", "/a.asmx/Op?x=1"],
  ["http://example.com/a?tenant=1", "", "/a?tenant=1"],
  ["http://example.com/a?tenant=1", "/Op?x=1", "/a/Op?x=1&tenant=1"],
  ["http://example.com/a?tenant=1", "/Op", "/a/Op?tenant=1"],
])("%s and %s: %s", (url, target, want) => {
  expect(endpoint(url).path(target)).toBe(want);
});

test.each(["", "example.com", "/a.asmx", "ftp://example.com/", "http://a:b@example.com/"])(
  "refused: %s",
  (url) => {
    expect(() => endpoint(url)).toThrow(/URL|address/);
  },
);
