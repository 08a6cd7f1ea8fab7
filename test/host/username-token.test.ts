import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { WSSecurity } from "soap";
import { describe, expect, test } from "@jest/globals";
import { usernameTokens, type UsernameTokenOptions } from "messenger-gen-host";
import { caller, element, inMemoryTransport, type Interceptor } from "#runtime/index.js";
import { sendSoapHeaders } from "#runtime/interceptors.js";
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
