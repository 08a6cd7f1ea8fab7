import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { securityHeader } from "messenger-gen-runtime/interceptors";
import { Keys, startPeer, type PeerServer } from "../../interop/security/peer-server.js";
import { testWithPeer } from "../../peers.js";
import { localServer, type LocalServer } from "../../runtime/transport/local-server.js";
import { guideProject } from "../guide-project.js";
import { projectGuides, snippetsOf } from "../snippets.js";

const snippets = [projectGuides.soapServices, projectGuides.deviations].flatMap((guide) => snippetsOf(guide));
const project = guideProject(
  ["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"],
  ["soap", "xml-crypto", "@xmldom/xmldom"],
);
const { folder } = project;
const wsdl = readFileSync("test/docs/soap-services/greeter.wsdl");
const soap = "http://schemas.xmlsoap.org/soap/envelope/";

let peer: PeerServer | undefined;
let server: LocalServer;
let keys: Keys;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

/** The service of the guide: its first response is 503, and signed messages go to zeep. */
const requests: string[] = [];
const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/xml").end(wsdl);
    return;
  }
  const body = await bodyOf(request);
  requests.push(`${String(request.headers["traceparent"])} ${body}`);
  response.setHeader("content-type", "text/xml; charset=utf-8");
  if (requests.length === 1) response.writeHead(503).end();
  else if (body.includes("<wsse:Security") && !body.includes("#PasswordDigest")) {
    const signed = await fetch(peer?.url ?? "", { method: "POST", body });
    response.writeHead(signed.status).end(await signed.text());
  } else if (body.includes("<Visitors")) {
    response.write(
      `<e:Envelope xmlns:e="${soap}"><e:Body><VisitorsResponse xmlns="http://example.com/greeter/">`,
    );
    const visitor = (name: string): string => `<Visitor><Name>${name}</Name><Day>2026-01-01</Day></Visitor>`;
    for (let count = 0; count < 100_000; count += 1_000)
      response.write((visitor("Ann") + visitor("Ben")).repeat(500));
    response.end("<Complete>true</Complete></VisitorsResponse></e:Body></e:Envelope>");
  } else {
    const quota = '<t:Quota xmlns:t="urn:example:tenant" e:mustUnderstand="1">7</t:Quota>';
    const security = `<w:Security xmlns:w="${securityHeader.namespace}" e:mustUnderstand="1"/>`;
    const blocks = [
      ...(body.includes("urn:example:tenant") ? [quota] : []),
      ...(body.includes("#PasswordDigest") ? [security] : []),
    ];
    const header = blocks.length === 0 ? "" : `<e:Header>${blocks.join("")}</e:Header>`;
    const count = body.includes(">43<") ? "" : "<Count>42</Count>";
    const result = `<GreetResult><Text>Ann</Text>${count}</GreetResult>`;
    const greeted = `<GreetResponse xmlns="http://example.com/greeter/">${result}</GreetResponse>`;
    response.end(`<e:Envelope xmlns:e="${soap}">${header}<e:Body>${greeted}</e:Body></e:Envelope>`);
  }
};

beforeAll(async () => {
  keys = new Keys();
  server = await localServer((request, response) => void answer(request, response));
});

afterAll(async () => {
  await peer?.stop();
  await server.close();
  keys.remove();
});

test("every snippet is a file, a command or expected output", () => {
  for (const { language, attributes } of snippets)
    expect(["sh", "text", attributes.has("file") ? language : "a file"]).toContain(language);
});

testWithPeer("zeep", "the guide leads from the address of a WSDL to a signed call", async () => {
  for (const snippet of snippets) project.write(snippet);
  for (const { text } of snippets.filter(({ language }) => language === "sh"))
    await project.shell(text.replace("--allow-network", "--allow-private-network"), { ADDRESS: server.url });
  const files = [join(folder, "client.pem"), keys.path("server", "key"), keys.path("server", "certificate")];
  peer = await startPeer("/usr/bin/python3", ["test/interop/security/zeep_peer.py", ...files]);
  writeFileSync(join(folder, "service.pem"), keys.read("server", "certificate"));
  const printed = snippets.filter(({ language }) => language === "text").map(({ text }) => text);
  for (const [at, name] of [
    "observe",
    "headers",
    "visitors",
    "token",
    "signed",
    "serve",
    "lenient",
  ].entries())
    expect(await project.node(`dist/${name}.js`, server.url)).toBe(printed[at]);
  expect(printed).toHaveLength(7);
  expect(requests.map((request) => request.slice(0, 2))).toEqual(["00", "00", "un", "un", "un", "un", "un"]);
  expect(requests[2]).toContain(`<To xmlns="http://www.w3.org/2005/08/addressing">${server.url}</To>`);
});
