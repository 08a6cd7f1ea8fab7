import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { WSSecurity } from "soap";
import { describe, expect, test } from "@jest/globals";
import { mostDigests, UsedDigests } from "#host/username-token.js";
import { usernameTokens, type UsernameTokenOptions } from "messenger-gen-host";
import { caller, element } from "#runtime/index.js";
import { inMemoryTransport } from "#runtime/testing.js";
import { type Interceptor, sendSoapHeaders } from "#runtime/interceptors.js";
import { nodeTransport } from "#runtime/node.js";
import { nodeSoapSecurity } from "#runtime/node-soap.js";
import { testWithPeer } from "../peers.js";
import { failure } from "../runtime/greeter-client.js";
import { Greeter, greeter, GreeterContract, Greet, HttpGreet } from "../runtime/greeter.js";
import { serveGreeter } from "./greeter/server.js";

const password = "Trüb & <tief>";
const users = new Map([["api", password]]);
const guard = (options: Partial<UsernameTokenOptions> = {}) =>
  usernameTokens({
    check: async (token) => {
      const known = users.get(token.username);
      return known !== undefined && token.matches(known);
    },
    ...options,
  });

const refused = "fault InvalidValue: The security token could not be authenticated.";
const input = { customerID: 42, name: "Ann", loud: false };
const calling = async (
  options: Partial<UsernameTokenOptions>,
  ...interceptors: readonly Interceptor[]
): Promise<string> => {
  const transport = inMemoryTransport(Greeter, greeter, { guard: guard(options) });
  return failure(caller(GreeterContract, { transport, interceptors }).call(Greet, input));
};
const token = (
  user: string,
  secret: string,
  options: ConstructorParameters<typeof WSSecurity>[2] = {},
): Interceptor => nodeSoapSecurity(new WSSecurity(user, secret, options));

describe("a guard for user names", () => {
  test.each<[string, Interceptor[], Partial<UsernameTokenOptions>, string]>([
    ["a password as text", [token("api", password)], {}, "no error"],
    ["a digest", [token("api", password, "PasswordDigest")], {}, "no error"],
    ["mustUnderstand", [token("api", password, { mustUnderstand: true })], {}, "no error"],
    ["a wrong password", [token("api", "x")], {}, refused],
    ["a wrong digest", [token("api", "x", "PasswordDigest")], {}, refused],
    ["an unknown user", [token("other", password)], {}, refused],
    ["no token", [], {}, refused],
    ["two tokens", [token("api", password), token("api", password)], {}, refused],
    ["text where digests are required", [token("api", password)], { digestOnly: true }, refused],
    ["an expired digest", [token("api", password, "PasswordDigest")], { validity: -1 }, refused],
    [
      "an empty Security header",
      [
        sendSoapHeaders([
          element("Security", [], {
            namespace: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
          }),
        ]),
      ],
      {},
      refused,
    ],
    [
      "another header that must be understood",
      [token("api", password), sendSoapHeaders([element("Other")], { mustUnderstand: true })],
      {},
      "fault NotUnderstood: SOAP header Other was not understood.",
    ],
  ])("%s", async (_title, interceptors, options, want) => {
    expect(await calling(options, ...interceptors)).toBe(want);
  });

  test("a digest is accepted once", async () => {
    const transport = inMemoryTransport(Greeter, greeter, { guard: guard() });
    const xml = new WSSecurity("api", password, "PasswordDigest").toXML();
    const interceptors = [nodeSoapSecurity({ toXML: () => xml })];
    const call = async () => failure(caller(GreeterContract, { transport, interceptors }).call(Greet, input));
    expect([await call(), await call()]).toEqual(["no error", refused]);
  });

  /** Calls with these changes of one digest, in turn, to one service. */
  const callingWith = async (
    changes: readonly ((xml: string) => string)[],
    options: Partial<UsernameTokenOptions> = {},
  ): Promise<string[]> => {
    const transport = inMemoryTransport(Greeter, greeter, { guard: guard(options) });
    const xml = new WSSecurity("api", password, "PasswordDigest").toXML();
    const outcomes: string[] = [];
    for (const change of changes) {
      const interceptors = [nodeSoapSecurity({ toXML: () => change(xml) })];
      outcomes.push(await failure(caller(GreeterContract, { transport, interceptors }).call(Greet, input)));
    }
    return outcomes;
  };
  const same = (xml: string): string => xml;
  const changing =
    (name: "Nonce" | "Password", change: (text: string) => string) =>
    (xml: string): string =>
      xml.replace(
        new RegExp(`(<wsse:${name} [^>]*>)([^<]*)`),
        (_all, tag: string, content: string) => tag + change(content),
      );

  test.each<[string, (xml: string) => string]>([
    ["a blank in the nonce", changing("Nonce", (nonce) => `${nonce.slice(0, 4)} ${nonce.slice(4)}`)],
    [
      "a foreign character in the nonce",
      changing("Nonce", (nonce) => `${nonce.slice(0, 4)}*${nonce.slice(4)}`),
    ],
    ["no padding of the nonce", changing("Nonce", (nonce) => nonce.replace(/=+$/, ""))],
    ["text after the padding", changing("Nonce", (nonce) => `${nonce}AAAA`)],
    ["a blank in the digest", changing("Password", (digest) => `${digest.slice(0, 4)} ${digest.slice(4)}`)],
  ])("a digest that was used is refused when it is sent again with %s", async (_title, change) => {
    expect(await callingWith([change])).toEqual(["no error"]);
    expect(await callingWith([same, change])).toEqual(["no error", refused]);
  });

  test("a call without the right password does not use up its nonce", async () => {
    const wrong = changing("Password", () => "AAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    expect(await callingWith([wrong, same, same])).toEqual([refused, "no error", refused]);
  });

  test("a check may ask more than once about one digest", async () => {
    const check: UsernameTokenOptions["check"] = (token) =>
      token.matches(password) && token.matches(password);
    expect(await callingWith([same, same], { check })).toEqual(["no error", refused]);
  });

  test("calls over HTTP GET and POST are refused", async () => {
    const transport = inMemoryTransport(Greeter, greeter, { guard: guard() });
    for (const binding of ["httpGet", "httpPost"] as const)
      expect(
        await failure(caller(GreeterContract, { transport }).call(HttpGreet, input, { binding })),
      ).toContain("The security token could not be authenticated.");
  });

  test("a server without a guard refuses a token that must be understood", async () => {
    const transport = inMemoryTransport(Greeter, greeter);
    const interceptors = [token("api", password, { mustUnderstand: true })];
    expect(await failure(caller(GreeterContract, { transport, interceptors }).call(Greet, input))).toBe(
      "fault NotUnderstood: SOAP header Security was not understood.",
    );
  });

  test("serve applies it, in both versions of SOAP", async () => {
    const server = await serveGreeter({ guard: guard() });
    const transport = nodeTransport({ url: server.url });
    for (const binding of ["soap11", "soap12"] as const) {
      const client = caller(GreeterContract, { transport, binding });
      const interceptors = [token("api", password, { mustUnderstand: true })];
      expect(await failure(client.call(Greet, input, { interceptors }))).toBe("no error");
      expect(await failure(client.call(Greet, input))).toBe(refused);
    }
    transport.close();
  });

  testWithPeer(
    "zeep",
    "zeep is accepted with text and digest, and refused with a wrong password",
    async () => {
      const server = await serveGreeter({ guard: guard() });
      const program = `
import sys
import zeep
from zeep.wsse.username import UsernameToken
url = sys.argv[1]
for password, digest in [(sys.argv[2], False), (sys.argv[2], True), ("wrong", True)]:
    client = zeep.Client(url + "?wsdl", wsse=UsernameToken("api", password, use_digest=digest))
    try:
        print(client.service.Greet(customerID=42, name="Ann", loud=False).Text)
    except zeep.exceptions.Fault as fault:
        print(fault.message)
`;
      const { stdout } = await promisify(execFile)("/usr/bin/python3", ["-c", program, server.url, password]);
      expect(stdout).toBe("Ann\nAnn\nThe security token could not be authenticated.\n");
    },
  );
});

describe("used digests", () => {
  const digest = (number: number): Buffer => Buffer.from(`digest ${number}`);

  test.each([
    ["now", 0, true],
    ["just valid", -999, true],
    ["expired", -1_000, false],
    ["too far in the future", 1_000, false],
    ["at no time", NaN, false],
  ])("a digest created %s", (_title, created, want) => {
    expect(new UsedDigests(1_000).accepts(digest(0), created, 0)).toBe(want);
  });

  test("are kept until they expire, and free their place then", () => {
    const used = new UsedDigests(10_000);
    // In no order of their creation: every second expires at 5,000, the others at 10,000.
    for (let number = 0; number < mostDigests; number++)
      if (!used.accepts(digest(number), number % 2 === 0 ? 0 : -5_000, 0))
        throw new Error(`${number} is refused`);
    const late = digest(mostDigests);
    expect([0, 4_999, 6_000].map((now) => used.accepts(late, now, now))).toEqual([false, false, true]);
    expect(used.accepts(digest(0), 5_000, 9_999)).toBe(false);
    expect(used.accepts(digest(1), 5_000, 9_999)).toBe(true);
  });
});
