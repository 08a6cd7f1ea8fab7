import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadedGenerator, runGenerator as runProcess } from "./command.js";
import { folderWith } from "./read/contract-files.js";

const wsdl = resolve("test/golden/operations/service.wsdl");
const run = loadedGenerator();

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** The exit code and the error stream of a call that gets the reply. */
const failed = async ({ status, headers = {}, body = "" }: Reply, ...words: readonly string[]) => {
  const server = createServer((_, response) => {
    const type = { "content-type": "text/xml; charset=utf-8" };
    response.writeHead(status, { ...type, ...(headers as Record<string, string>) }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const data = '{"item":{"code":"pen","count":2}}';
  const given = ["call", wsdl, "order", "--endpoint", endpoint, "--data", data, ...words];
  const { code, stderr, stdout } = await run(folderWith({}), ...given);
  server.closeAllConnections();
  server.close();
  return { code, stderr, stdout };
};

const sent = (scheme: string): string =>
  `--header @FILE sends a line \`Authorization: ${scheme}${scheme === "Bearer" ? " TOKEN" : " ..."}\` of FILE.`;
const unsupported = (scheme: string): string =>
  `${scheme} is not supported; put a proxy that authenticates in front of the service.`;
const basic = "--basic FILE sends the user:password in FILE.";
const digest = "Only programs send Digest, with the interceptor `respondToChallenge`.";

describe("a status 401 names the schemes and the options that send them", () => {
  test.each<readonly [string | readonly string[], string]>([
    ['Basic realm="x"', basic],
    ["basic", basic],
    ["NTLM", unsupported("NTLM")],
    ["Negotiate", unsupported("Negotiate")],
    ["Negotiate YWJj==, NTLM", `${unsupported("Negotiate")} ${unsupported("NTLM")}`],
    [["Negotiate", 'Basic realm="a, b"'], `${unsupported("Negotiate")} ${basic}`],
    ['Digest realm="x", qop="auth", nonce="Basic y"', digest],
    ['Bearer error="invalid_token", error_description="a \\"b\\", NTLM"', sent("Bearer")],
    ['Basic realm="x", Bearer', `${basic} ${sent("Bearer")}`],
    ["ApiKey realm=x", sent("ApiKey")],
    ['Basic realm = "x" , charset = "UTF-8"', basic],
  ])("%j", async (header, hint) => {
    const { code, stderr } = await failed({ status: 401, headers: { "www-authenticate": header } });
    expect(code).toBe(5);
    expect(stderr).toBe(
      `messenger-gen: no response (Unauthorized): Status 401 with text/xml; charset=utf-8: ${[header].flat().join(", ")}\n  ${hint}\n`,
    );
  });

  test.each(["", '"', "=", ","])("none in %j", async (header) => {
    const { stderr } = await failed({ status: 401, headers: { "www-authenticate": header } });
    expect(stderr).toBe(
      `messenger-gen: no response (Unauthorized): Status 401 with text/xml; charset=utf-8${header === "" ? "" : `: ${header}`}\n` +
        "  Send credentials of the scheme that the header WWW-Authenticate of the response names.\n",
    );
  });
});

const fault = (detail: string): Reply => ({
  status: 500,
  body:
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>' +
    `<faultcode>s:Server</faultcode><faultstring>thrown</faultstring>${detail}</s:Fault></s:Body></s:Envelope>`,
});

describe("the detail of a fault that the contract does not declare", () => {
  test.each([
    ["<detail><error>1101</error></detail>", "<detail><error>1101</error></detail>"],
    ["<detail><e>1</e><m>a &lt; b</m></detail>", "<detail><e>1</e><m>a &lt; b</m></detail>"],
    ["<detail>only text</detail>", "<detail>only text</detail>"],
    ['<detail><x:E xmlns:x="urn:x" code="7"/></detail>', '<detail><E xmlns="urn:x" code="7" /></detail>'],
    ["<detail><![CDATA[<b>]]></detail>", "<detail>&lt;b&gt;</detail>"],
    [`<detail>${"y".repeat(5_000)}</detail>`, `<detail>${"y".repeat(3_992)}...`],
  ])("%s", async (detail, shown) => {
    const { code, stderr, stdout } = await failed(fault(detail));
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toBe(
      `messenger-gen: fault (Server): thrown\n  ${shown}\n  The service refused the call. --verbose prints the messages.\n`,
    );
  });

  test.each(["", "<detail/>", "<detail></detail>"])("none: %j", async (detail) => {
    expect((await failed(fault(detail))).stderr).toBe(
      "messenger-gen: fault (Server): thrown\n  The service refused the call. --verbose prints the messages.\n",
    );
  });
});

test("--max-response limits a response, and the error names it", async () => {
  const reply = { status: 200, body: `<a>${"x".repeat(2_000)}</a>` };
  const { code, stderr } = await failed(reply, "--max-response", "1000");
  expect([code, stderr]).toEqual([
    5,
    "messenger-gen: no response (TooLarge): Response longer than 1000 bytes\n" +
      "  Request less data, or set a higher limit with --max-response BYTES.\n",
  ]);
  expect((await failed(reply, "--max-response", "10000")).stderr).toContain("(Protocol)");
  const refused = await runProcess(folderWith({}), "call", wsdl, "order", "--max-response", "1k");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Write a whole number.")]);
});
