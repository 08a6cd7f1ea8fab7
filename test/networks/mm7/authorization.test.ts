import { describe, expect, test } from "@jest/globals";
import {
  basicAuthorization,
  digestAuthorization,
  digestChallenge,
} from "#server/networks/mm7/authorization.js";

const login = { name: "Mufasa", password: "Circle of Life" };
const nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v";
const use = {
  method: "GET",
  target: "/dir/index.html",
  count: 1,
  clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
};

describe("Digest as in RFC 7616, section 3.9.1", () => {
  test.each([
    { algorithm: "MD5", want: "8ca523f5e9506fed4657c9700eebdbec" },
    { algorithm: "SHA-256", want: "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1" },
  ])("$algorithm", ({ algorithm, want }) => {
    const challenge = digestChallenge(
      `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe"`,
    );
    if (challenge === undefined) throw new Error("no challenge");
    const text = digestAuthorization(login, challenge, use);
    expect(text).toContain(`response="${want}"`);
    expect(text).toContain(
      `username="Mufasa", realm="http-auth@example.org", nonce="${nonce}", uri="/dir/index.html"`,
    );
    expect(text).toContain(`qop=auth, nc=00000001, cnonce="${use.clientNonce}", opaque="FQhe"`);
  });
});

test("Digest of RFC 2617 without quality", () => {
  const challenge = digestChallenge('Digest realm="r", nonce="n"');
  expect(challenge).toMatchObject({ algorithm: "MD5", qop: false });
  expect(challenge && digestAuthorization(login, challenge, use)).not.toContain("nc=");
});

test.each([
  { name: "another scheme", header: 'Basic realm="x"' },
  { name: "no nonce", header: 'Digest realm="x"' },
  { name: "an unknown algorithm", header: 'Digest realm="x", nonce="n", algorithm=SHA-512' },
  { name: "integrity alone", header: 'Digest realm="x", nonce="n", qop="auth-int"' },
  { name: "a field twice", header: 'Digest nonce="n", nonce="m"' },
  { name: "no fields", header: "Digest " },
  { name: "a string that does not end", header: 'Digest nonce="n' },
  { name: "two challenges", header: 'Digest nonce="n", Basic realm="x"' },
])("no challenge: $name", ({ header }) => {
  expect(digestChallenge(header)).toBeUndefined();
});

test("quotes in a name stay inside", () => {
  const challenge = digestChallenge('Digest realm="a\\"b", nonce="n"');
  expect(challenge?.realm).toBe('a"b');
  expect(challenge && digestAuthorization({ name: 'x"y', password: "" }, challenge, use)).toContain(
    'username="x\\"y", realm="a\\"b"',
  );
});

test("Basic in UTF-8", () => {
  expect(basicAuthorization({ name: "é", password: "a:b" })).toBe("Basic w6k6YTpi");
});
