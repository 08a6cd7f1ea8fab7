import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { liveContract } from "#generator/live/contract.js";
import { join } from "node:path";
import { wsdlOf, type Fragments } from "../model/fragments.js";
import { folderWith } from "../read/contract-files.js";

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

const liveOf = async (fragments: Fragments, options: object = {}) => {
  const folder = folderWith({ "main.wsdl": wsdlOf(fragments) });
  const diagnostics = new Diagnostics();
  const live = await liveContract({ ...options, wsdl: join(folder, "main.wsdl") }, diagnostics);
  if (live === undefined) throw new Error(JSON.stringify(diagnostics.all));
  return live;
};

const schemaOf = async (field: string, schema = ""): Promise<unknown> => {
  const { openApi } = await liveOf({
    schema: `${schema}<xs:complexType name="T"><xs:sequence><xs:element name="z" type="xs:int"/>${field}</xs:sequence></xs:complexType>`,
    fields: '<xs:element name="t" type="tns:T"/>',
  });
  const { properties } = (JSON.parse(openApi) as Document).components.schemas["T"] ?? {};
  return (properties as Readonly<Record<string, unknown>>)["a"];
};

const code =
  '<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:enumeration value="A"/><xs:enumeration value="B"/></xs:restriction></xs:simpleType>';

describe("a fixed value is const in openapi.json where it has one form", () => {
  test.each([
    ['type="xs:string" fixed="1.0"', { const: "1.0" }],
    ['type="xs:boolean" fixed="1"', { const: true }],
    ['type="xs:boolean" fixed="false"', { const: false }],
    ['type="xs:int" fixed="007"', { const: 7 }],
    ['type="xs:byte" fixed="-1"', { const: -1 }],
    ['type="tns:Code" fixed="B"', { const: "B" }],
    ['type="xs:string" fixed="x" nillable="true"', { anyOf: [{ const: "x" }, { type: "null" }] }],
    [
      'type="xs:string" fixed="x" maxOccurs="2"',
      { type: "array", minItems: 1, maxItems: 2, items: { const: "x" } },
    ],
  ])("an element with %s", async (rest, want) => {
    expect(await schemaOf(`<xs:element name="a" ${rest}/>`, code)).toEqual(want);
  });

  test.each([
    'type="xs:decimal" fixed="1.0"',
    'type="xs:date" fixed="2026-01-01"',
    'type="xs:string" default="x"',
  ])("an element with %s has no const", async (rest) => {
    expect(await schemaOf(`<xs:element name="a" ${rest}/>`)).not.toHaveProperty("const");
  });
});

describe("names in JSON have their namespaces", () => {
  const contract: Fragments = {
    fields:
      '<xs:element name="a" type="xs:QName"/><xs:element name="b"><xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType></xs:element>',
  };
  /** What the service receives for JSON. */
  const sent = async (data: object, options: object = {}): Promise<string> => {
    const { services } = await liveOf(contract, options);
    const [service] = services;
    const json = service?.json["send"]?.[0];
    if (service === undefined || json === undefined) throw new Error("There is no operation.");
    const { parseJson } = await import("messenger-gen-runtime/json");
    const { value } = parseJson(json.messages.input as never, JSON.stringify(data)) as { value: unknown };
    let body = "";
    const transport = {
      send: async (request: { readonly body?: unknown }) => {
        body = String(request.body);
        throw new Error("no response");
      },
    };
    const client = service.connect({ transport: transport, url: "http://localhost/" });
    await client["send"]?.(value).catch(() => undefined);
    return body;
  };

  test.each([
    ["{urn:z}n", 'xmlns:_qn="urn:z">_qn:n<'],
    ["{urn:example}n", 'xmlns:_qn="urn:example">_qn:n<'],
    ["{http://www.w3.org/2001/XMLSchema}int", 'xmlns:_qn="http://www.w3.org/2001/XMLSchema">_qn:int<'],
  ])("%s", async (a, xml) => {
    expect(await sent({ a, b: [] })).toContain(xml);
  });

  test.each(["q:n", "xs:int", "{urn:z}q:n", "{urn:z", "{}"])("%j is refused", async (a) => {
    await expect(sent({ a, b: [] })).rejects.toThrow("not {namespace}name");
    await expect(sent({ a: "n", b: [a] })).rejects.toThrow("not {namespace}name");
  });

  test("`text` keeps the text of the message", async () => {
    expect(await sent({ a: "q:n", b: [] }, { qnames: "text" })).toContain(">q:n<");
  });
});
