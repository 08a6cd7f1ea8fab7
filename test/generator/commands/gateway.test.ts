/** `messenger-gen gateway`: its configuration, and responses that deviate. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { startGateway, type GatewayFlags, type RunningGateway } from "#generator/commands/gateway.js";

/** A contract whose result has this content. */
const wsdlOf = (
  content: string,
): string => `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:example:stock" targetNamespace="urn:example:stock">
<wsdl:types><xs:schema targetNamespace="urn:example:stock" elementFormDefault="qualified">
<xs:element name="Find"><xs:complexType><xs:sequence>
  <xs:element name="item_name" type="xs:string"/><xs:element name="Kind" type="xs:QName" minOccurs="0"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="FindResponse"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>
<xs:complexType name="Shelf"><xs:sequence><xs:element name="Row" type="xs:int"/><xs:element name="Name" type="xs:string"/></xs:sequence></xs:complexType>
<xs:element name="Lost" type="t:Shelf"/>
<xs:simpleType name="Size"><xs:restriction base="xs:string"><xs:enumeration value="S"/><xs:enumeration value="M"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:pattern value="[0-9]+"/></xs:restriction></xs:simpleType>
<xs:simpleType name="SizeList"><xs:list itemType="t:Size"/></xs:simpleType>
<xs:simpleType name="Percent"><xs:restriction base="xs:int"><xs:maxInclusive value="100"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Percents"><xs:list itemType="t:Percent"/></xs:simpleType>
<xs:complexType name="Shape" abstract="true"><xs:sequence/></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="Radius" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Sizes"><xs:choice maxOccurs="unbounded"><xs:element name="s" type="t:Size"/><xs:element name="o" type="xs:int"/></xs:choice></xs:complexType>
</xs:schema></wsdl:types>
<wsdl:message name="In"><wsdl:part name="p" element="t:Find"/></wsdl:message>
<wsdl:message name="Out"><wsdl:part name="p" element="t:FindResponse"/></wsdl:message>
<wsdl:message name="Gone"><wsdl:part name="p" element="t:Lost"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="Find"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/><wsdl:fault name="Lost" message="t:Gone"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="Find"><soap:operation soapAction="urn:find"/><wsdl:input><soap:body use="literal"/></wsdl:input>
<wsdl:output><soap:body use="literal"/></wsdl:output><wsdl:fault name="Lost"><soap:fault name="Lost" use="literal"/></wsdl:fault></wsdl:operation></wsdl:binding>
<wsdl:service name="Stock"><wsdl:port name="P" binding="t:B"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
const wsdl = wsdlOf(
  '<xs:element name="Pieces" type="xs:int"/><xs:element name="Sold" type="xs:boolean"/><xs:element name="Note" type="xs:string" minOccurs="0"/>',
);
const good = "<Pieces>5</Pieces><Sold>true</Sold>";

let folder: string;
let behind: Server;
let endpoint: string;
let sent = "";
let response = { type: "text/xml", content: good };
const running: RunningGateway[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gateway-"));
  writeFileSync(join(folder, "stock.wsdl"), wsdl);
  behind = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      sent = Buffer.concat(chunks).toString();
      reply.writeHead(200, { "content-type": response.type });
      const { content } = response;
      const body = content.startsWith("<s:Fault>")
        ? content
        : `<FindResponse xmlns="urn:example:stock">${content}</FindResponse>`;
      reply.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`,
      );
    });
  });
  await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(behind.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  for (const gateway of running) await gateway.close();
  behind.close();
  rmSync(folder, { recursive: true });
});

async function started(wsdls: readonly string[], flags: GatewayFlags): Promise<string> {
  const gateway = await startGateway(wsdls, { endpoint, path: "/v1", ...flags }, 0);
  running.push(gateway);
  return gateway.url;
}

const post = async (url: string): Promise<{ readonly status: number; readonly body: unknown }> => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/Find`, { method: "POST", headers, body: '{"item_name":"x"}' });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
};

describe("gateway --config", () => {
  test("goes by jsonNames, query, qnames and openapi", async () => {
    writeFileSync(
      join(folder, "gateway.config.mjs"),
      `export default { contracts: [{
        wsdl: "stock.wsdl", out: "stock", json: true, jsonNames: "camel",
        rest: { Find: { method: "GET", path: "/items", query: ["itemName", "kind"] } },
        openapi: { info: { title: "Stock of the shop" } },
      }] };\n`,
    );
    response = { type: "text/xml", content: good };
    const url = await started([], { config: join(folder, "gateway.config.mjs") });
    const kind = encodeURIComponent("{urn:example:kinds}big");
    const answer = await fetch(`${url}/items?itemName=pen&kind=${kind}`);
    expect([answer.status, await answer.json()]).toEqual([200, { pieces: 5, sold: true }]);
    expect(sent).toMatch(/<item_name>pen<\/item_name><Kind xmlns:(\w+)="urn:example:kinds">\1:big<\/Kind>/);
    const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
    expect(document).toMatchObject({ info: { title: "Stock of the shop" }, paths: { "/items": {} } });
  });
});

describe("a service that deviates", () => {
  type Departure = readonly [kind: string, path: string];
  const at = "Envelope.Body.FindResponse";
  const secret = "top-secret";
  test.each<[string, typeof response, number, unknown, readonly Departure[]]>([
    ["as declared", { type: "text/xml", content: good }, 200, { Pieces: 5, Sold: true }, []],
    [
      "Content-Type",
      { type: "text/plain", content: good },
      200,
      { Pieces: 5, Sold: true },
      [["mediaType", ""]],
    ],
    [
      "a missing element",
      { type: "text/xml", content: "<Sold>true</Sold>" },
      502,
      { Sold: true },
      [["missing", `${at}.Pieces`]],
    ],
    [
      "an empty number",
      { type: "text/xml", content: "<Pieces/><Sold>true</Sold>" },
      502,
      { Sold: true },
      [["empty", `${at}.Pieces`]],
    ],
    [
      "another form",
      { type: "text/xml", content: "<Pieces>5.0</Pieces><Sold>True</Sold>" },
      502,
      { Pieces: 5, Sold: true },
      [
        ["form", `${at}.Pieces`],
        ["form", `${at}.Sold`],
      ],
    ],
    [
      "no namespace",
      { type: "text/xml", content: '<Pieces xmlns="">5</Pieces><Sold>true</Sold>' },
      502,
      { Pieces: 5, Sold: true },
      [["namespace", `${at}.Pieces`]],
    ],
    [
      "an unknown element",
      { type: "text/xml", content: `${good}<Key>${secret}</Key>` },
      200,
      { Pieces: 5, Sold: true },
      [["unknown", `${at}.Key`]],
    ],
    [
      "a character",
      { type: "text/xml", content: `${good}<Note>${secret}&#xB;</Note>` },
      502,
      { Pieces: 5, Sold: true, Note: `${secret}\ufffd` },
      [["character", `${at}.Note`]],
    ],
  ])("%s", async (_title, given, status, want, departures) => {
    response = given;
    const strict = await started([join(folder, "stock.wsdl")], {});
    expect((await post(strict)).status).toBe(status);
    const lenient = await started([join(folder, "stock.wsdl")], { lenient: true });
    const written: string[] = [];
    const spy = jest.spyOn(process.stderr, "write").mockImplementation((line) => {
      written.push(String(line));
      return true;
    });
    try {
      expect(await post(lenient)).toEqual({ status: 200, body: want });
      expect(await post(lenient)).toEqual({ status: 200, body: want });
    } finally {
      spy.mockRestore();
    }
    const lines = written.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(lines.map(({ event, kind, path }) => [event, kind, path])).toEqual(
      departures.map((each) => ["response_departs", ...each]),
    );
    expect(written.join("")).not.toContain(secret);
  });
});

describe("a result with values that are absent or of no type, with --lenient", () => {
  const one = (type: string, more = ""): string => `<xs:element name="n" type="${type}" ${more}/>`;
  const many = 'maxOccurs="unbounded"';
  const key = '<xs:element name="Key" type="xs:string"/>';
  const instance = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
  const nil = `i:nil="true" ${instance}`;
  test.each<[string, string, string, unknown]>([
    [
      "an empty item",
      one("xs:int", many) + key,
      "<n>1</n><n/><n>3</n><Key>k</Key>",
      { n: [1, null, 3], Key: "k" },
    ],
    ["the first item", one("xs:int", many) + key, "<n/><n>3</n><Key>k</Key>", { n: [null, 3], Key: "k" }],
    ["the only item", one("xs:int", many) + key, "<n/><Key>k</Key>", { n: [null], Key: "k" }],
    [
      "an item that may be nil",
      one("xs:int", `${many} nillable="true"`),
      `<n>1</n><n/><n ${nil}/>`,
      [1, null, null],
    ],
    [
      "an item that is nil",
      one("t:Shelf", many),
      `<n ${nil}/><n><Row>1</Row><Name>a</Name></n>`,
      [null, { Row: 1, Name: "a" }],
    ],
    [
      "a member of an item",
      one("t:Shelf", many),
      "<n><Name>a</Name></n><n><Row/><Name>b</Name></n>",
      [{ Name: "a" }, { Name: "b" }],
    ],
    [
      "items of the one field",
      one("xs:dateTime", many),
      "<n/><n>2026-01-01T00:00:00Z</n>",
      [null, "2026-01-01T00:00:00Z"],
    ],
    ["the one field, a number", one("xs:int"), "", undefined],
    ["the one field, an empty number", one("xs:int"), "<n/>", undefined],
    ["the one field, a boolean", one("xs:boolean"), "<n/>", undefined],
    ["the one field, a text", one("xs:string"), "", undefined],
    ["the one field, bytes", one("xs:base64Binary"), "", undefined],
    ["the one field, a record", one("t:Shelf"), "", undefined],
    ["the one field, a record that is nil", one("t:Shelf"), `<n ${nil}/>`, undefined],
    ["a date that is none", one("xs:date") + key, "<n>soon</n><Key>k</Key>", { n: "soon", Key: "k" }],
    ["a value that is not in its enumeration", one("t:Size"), "<n>XL</n>", "XL"],
    ["an empty one", one("t:Size") + key, "<n/><Key>k</Key>", { n: "", Key: "k" }],
    ["one of several", one("t:Size", many), "<n>S</n><n>XL</n>", ["S", "XL"]],
    ["a text that does not match", one("t:Code") + key, "<n>x</n><Key>k</Key>", { n: "x", Key: "k" }],
    [
      "in ordered content",
      one("t:Sizes") + key,
      "<n><s>XL</s><s/></n><Key>k</Key>",
      {
        n: {
          $content: [
            { name: "s", value: "XL" },
            { name: "s", value: "" },
          ],
        },
        Key: "k",
      },
    ],
    [
      "a number out of range",
      one("xs:int") + key,
      "<n>4294967296</n><Key>k</Key>",
      { n: 4294967296, Key: "k" },
    ],
    ["one outside of its bounds", one("t:Percent") + key, "<n>250</n><Key>k</Key>", { n: 250, Key: "k" }],
    ["one that is none", one("xs:int") + key, "<n>n/a</n><Key>k</Key>", { Key: "k" }],
    [
      "items that are none",
      one("xs:int", many) + key,
      "<n>1</n><n>n/a</n><Key>k</Key>",
      { n: [1, null], Key: "k" },
    ],
    ["an integer of any size", one("xs:long"), "<n>9223372036854775808</n>", "9223372036854775808"],
    [
      "items of xs:list",
      one("t:Percents") + key,
      "<n>1 250 n/a</n><Key>k</Key>",
      { n: [1, 250, null], Key: "k" },
    ],
    ["enumerated ones", one("t:SizeList") + key, "<n>S XL</n><Key>k</Key>", { n: ["S", "XL"], Key: "k" }],
    [
      "an element of an abstract type",
      one("t:Shape") + key,
      `<n i:type="Star" ${instance}><Rays>5</Rays></n><Key>k</Key>`,
      { Key: "k" },
    ],
    [
      "items of an abstract type",
      one("t:Shape", many) + key,
      `<n i:type="Star" ${instance}/><n i:type="Circle" ${instance}><Radius>2</Radius></n><Key>k</Key>`,
      { n: [null, { $type: "Circle", Radius: 2 }], Key: "k" },
    ],
    ["a member of the one field", one("t:Shelf"), "<n><Row/><Name>a</Name></n>", { Name: "a" }],
  ])("%s", async (_title, declared, content, want) => {
    writeFileSync(join(folder, "shelf.wsdl"), wsdlOf(declared));
    response = { type: "text/xml", content };
    const url = await started([join(folder, "shelf.wsdl")], { lenient: true });
    expect(await post(url)).toEqual({ status: want === undefined ? 204 : 200, body: want });
  });

  test("a member of the detail of a fault", async () => {
    const detail = '<Lost xmlns="urn:example:stock"><Row/><Name>a</Name></Lost>';
    const content = `<s:Fault><faultcode>s:Server</faultcode><faultstring>Gone</faultstring><detail>${detail}</detail></s:Fault>`;
    response = { type: "text/xml", content };
    const url = await started([join(folder, "stock.wsdl")], { lenient: true });
    expect(await post(url)).toMatchObject({
      status: 500,
      body: { code: "Declared", detail: "Gone", fault: { Name: "a" } },
    });
  });
});
