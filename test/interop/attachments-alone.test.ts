import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type RunningServer, serve } from "messenger-gen-host";
import type { ClientOptions, SoapAttachment } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nodeTransport, type NodeTransport } from "messenger-gen-runtime/node";
import { builtModule } from "../generator/emit/built.js";
import { planFile } from "../generator/plan/contracts.js";

const attached = (part: string, body: string): string =>
  `<mime:multipartRelated><mime:part>${body}</mime:part><mime:part><mime:content part="${part}" type="*/*"/></mime:part></mime:multipartRelated>`;
const whole = '<soap:body use="literal"/>';
const none = '<soap:body parts="" use="literal"/>';
const operation = (name: string, input: string, output: string): string =>
  `<wsdl:operation name="${name}"><soap:operation soapAction="urn:example#${name}"/><wsdl:input>${input}</wsdl:input><wsdl:output>${output}</wsdl:output></wsdl:operation>`;
const names = ["Turn", "Scan", "Print"] as const;

/** Messages with attachments and nothing in Body, and one with nothing in the Body of its response only. */
const contract = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example">
<wsdl:types><xs:schema targetNamespace="urn:example"><xs:element name="Number" type="xs:int"/></xs:schema></wsdl:types>
<wsdl:message name="Page"><wsdl:part name="page" type="xs:base64Binary"/></wsdl:message>
<wsdl:message name="Number"><wsdl:part name="number" element="tns:Number"/></wsdl:message>
<wsdl:portType name="Port">
${names.map((name) => `<wsdl:operation name="${name}"><wsdl:input message="tns:${name === "Scan" ? "Number" : "Page"}"/><wsdl:output message="tns:${name === "Print" ? "Number" : "Page"}"/></wsdl:operation>`).join("\n")}
</wsdl:portType>
<wsdl:binding name="Port" type="tns:Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${operation("Turn", attached("page", whole), attached("page", whole))}
${operation("Scan", whole, attached("page", none))}
${operation("Print", attached("page", none), whole)}
</wsdl:binding>
<wsdl:service name="Pages"><wsdl:port name="Port" binding="tns:Port"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

interface Page {
  readonly page: SoapAttachment;
}

interface Client {
  turn(input: Page): Promise<Page>;
  scan(input: number): Promise<Page>;
  print(input: Page): Promise<number>;
}

interface Output {
  readonly Pages: AnyService;
  readonly PagesClient: new (options: ClientOptions) => Client;
}

const folder = mkdtempSync(join(tmpdir(), "pages-"));
const wsdl = join(folder, "pages.wsdl");
writeFileSync(wsdl, contract);
const { plan, errors } = planFile(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Pages, PagesClient } = (await builtModule(plan, "attachments-alone", "index")) as Output;

const pageOf = (length: number): SoapAttachment => ({
  contentType: "text/plain",
  content: new Uint8Array(length).fill(0x61),
});
const pages = {
  turn: async ({ page }: Page) => ({ page: { ...page, content: page.content.toReversed() } }),
  scan: async (number: number) => ({ page: pageOf(number) }),
  print: async ({ page }: Page) => page.content.length,
};

let server: RunningServer;
let transport: NodeTransport;
beforeAll(async () => {
  const mounts = [{ path: "/pages", compatibility: "strict" }] as const;
  server = await serve({ service: Pages, implementation: pages, wsdl, host: "127.0.0.1", port: 0, mounts });
  transport = nodeTransport({ url: server.url });
});
afterAll(async () => {
  transport.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

describe.each([true, false])("messages of attachments and an empty Body, MTOM %s", (mtom) => {
  test.each(["in memory", "HTTP"])("%s", async (way) => {
    const client = new PagesClient({
      transport: way === "HTTP" ? transport : inMemoryTransport(Pages, pages),
      mtom,
    });
    const content = Uint8Array.from({ length: 300 }, (_, at) => at & 255);
    const page = { contentType: "image/png", content };
    expect(await client.turn({ page })).toEqual({ page: { ...page, content: content.toReversed() } });
    expect(await client.scan(0)).toEqual({ page: pageOf(0) });
    expect(await client.scan(700)).toEqual({ page: pageOf(700) });
    expect(await client.print({ page })).toBe(300);
  });
});
