import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { buildModel } from "#generator/model/build.js";
import type { ComplexTypeModel, ContractModel, SimpleTypeModel } from "#generator/model/types.js";
import { loadContract } from "#generator/read/load.js";
import { build, modelOf, type Fragments } from "./fragments.js";

const ns = "{urn:example}";
const xsd = "{http://www.w3.org/2001/XMLSchema}";

function complex(model: ContractModel, id: string): ComplexTypeModel {
  const type = model.complexTypes.find((candidate) => candidate.id === ns + id);
  if (type === undefined) throw new Error(model.complexTypes.map((candidate) => candidate.id).join(" "));
  return type;
}

function simpleType(content: string): SimpleTypeModel | undefined {
  return modelOf({ schema: `<xs:simpleType name="S">${content}</xs:simpleType>` }).simpleTypes[0];
}

describe("types", () => {
  test("fields keep order, occurrence, nil and documentation", () => {
    const { content } = complex(
      modelOf({
        schema:
          '<xs:complexType name="T"><xs:sequence>' +
          '<xs:element name="b" type="xs:int"><xs:annotation><xs:documentation> One\n  line.\n\n Two. </xs:documentation>' +
          '</xs:annotation></xs:element><xs:element name="a" type="tns:T" minOccurs="0" nillable="true"/>' +
          "</xs:sequence></xs:complexType>",
      }),
      "T",
    );
    expect(content).toMatchObject({
      kind: "particle",
      particle: {
        kind: "sequence",
        particles: [
          {
            name: "b",
            namespace: "urn:example",
            type: `${xsd}int`,
            nillable: false,
            occurs: { min: 1, max: 1 },
            doc: ["One line.", "Two."],
          },
          { name: "a", type: `${ns}T`, nillable: true, occurs: { min: 0, max: 1 }, doc: [] },
        ],
      },
    });
  });

  test("anonymous types are named after their path", () => {
    const inner =
      '<xs:complexType mixed="true"><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType>';
    const model = modelOf({ fields: `<xs:element name="open">${inner}</xs:element>` });
    expect(complex(model, "Send/type()")).toMatchObject({ name: "Send", anonymous: true });
    expect(complex(model, "Send/type()/open/type()")).toMatchObject({
      name: "open",
      mixed: true,
      content: { particle: { particles: [{ kind: "any", namespaces: "##any", process: "lax" }] } },
    });
  });

  test("extension, abstract types, and an element that never occurs", () => {
    const model = modelOf({
      schema:
        '<xs:complexType name="B" abstract="true"/><xs:complexType name="T"><xs:complexContent><xs:extension base="tns:B">' +
        '<xs:sequence><xs:element name="gone" type="xs:int" minOccurs="0" maxOccurs="0"/></xs:sequence>' +
        "</xs:extension></xs:complexContent></xs:complexType>",
    });
    expect(complex(model, "B")).toMatchObject({
      abstract: true,
      derivation: undefined,
      content: { kind: "empty" },
    });
    expect(complex(model, "T")).toMatchObject({
      abstract: false,
      derivation: { by: "extension", base: `${ns}B` },
      content: { particle: { particles: [] } },
    });
  });

  test("a reference takes type and nil from the element", () => {
    const model = modelOf({
      schema: '<xs:element name="e" type="xs:long" nillable="true"/>',
      fields: '<xs:element ref="tns:e" minOccurs="0"/>',
    });
    expect(complex(model, "Send/type()").content).toMatchObject({
      particle: {
        particles: [{ name: "e", ref: `${ns}e`, type: `${xsd}long`, nillable: true, occurs: { min: 0 } }],
      },
    });
  });

  test("enumerations and patterns", () => {
    const enumeration =
      '<xs:enumeration value=" a "/><xs:enumeration value=""><xs:annotation><xs:documentation>None.</xs:documentation></xs:annotation></xs:enumeration>';
    expect(simpleType(`<xs:restriction base="xs:string">${enumeration}</xs:restriction>`)).toMatchObject({
      variety: { kind: "restriction", base: `${xsd}string` },
      facets: {
        enumeration: [
          { value: " a ", doc: [] },
          { value: "", doc: ["None."] },
        ],
        patterns: [],
      },
    });
    const patterns = '<xs:pattern value="[a-z-[aeiou]]+"/><xs:pattern value="\\d{3}"/>';
    expect(simpleType(`<xs:restriction base="xs:string">${patterns}</xs:restriction>`)).toMatchObject({
      facets: { patterns: ["[a-z-[aeiou]]+", "\\d{3}"] },
    });
  });

  test("names with a meaning in JavaScript are ordinary names", () => {
    const hostile = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
    const schema = hostile.map((name) => `<xs:complexType name="${name}"/>`).join("");
    const fields = hostile.map((name) => `<xs:element name="${name}" type="tns:${name}"/>`).join("");
    const model = modelOf({ schema, fields });
    expect(model.complexTypes.map(({ name }) => name)).toEqual([...hostile, "Send", "SendResponse"]);
    expect(build({ fields: '<xs:element name="a" type="tns:__proto__"/>' }).found).toEqual([
      "main.wsdl:5:54 MG2001 the type {urn:example}__proto__ is not declared",
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("a schema without a namespace takes that of the schema that includes it, its references too", () => {
    const plain =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"><xs:complexType name="P">' +
      '<xs:sequence><xs:element name="p" type="P" minOccurs="0"/></xs:sequence></xs:complexType></xs:schema>';
    const model = modelOf({
      schema: '<xs:include schemaLocation="plain.xsd"/>',
      files: { "plain.xsd": plain },
    });
    expect(complex(model, "P").content).toMatchObject({
      particle: { particles: [{ type: `${ns}P`, namespace: "urn:example" }] },
    });
  });
});

describe("bounded time", () => {
  test("10,000 types in a ring of elements and 600 levels of extension", () => {
    const ring = Array.from({ length: 10_000 }, (_, at) => {
      const next = `<xs:element name="next" type="tns:R${(at + 1) % 10_000}" minOccurs="0"/>`;
      return `<xs:complexType name="R${at}"><xs:sequence>${next}</xs:sequence></xs:complexType>`;
    });
    const tower = Array.from({ length: 600 }, (_, at) => {
      const extension = `<xs:complexContent><xs:extension base="tns:L${at + 1}"/></xs:complexContent>`;
      return `<xs:complexType name="L${at}">${extension}</xs:complexType>`;
    });
    const schema = [...ring, ...tower, '<xs:complexType name="L600"/>'].join("");
    expect(modelOf({ schema }).complexTypes).toHaveLength(10_603);
  });

  test("10,000 types that extend each other in a ring are one finding", () => {
    const types = Array.from({ length: 10_000 }, (_, at) => {
      const extension = `<xs:complexContent><xs:extension base="tns:R${(at + 1) % 10_000}"/></xs:complexContent>`;
      return `<xs:complexType name="R${at}">${extension}</xs:complexType>`;
    });
    expect(build({ schema: types.join("") }).found).toEqual([
      "main.wsdl:4:1 MG2013 the type R0 is circular: R0 > R1 > R2 > R3 > R4 > R5 > ... > R9996 > R9997 > R9998 > R9999 > R0",
    ]);
  });
});

describe("bindings", () => {
  const messages =
    '<wsdl:message name="SendIn"><wsdl:part name="to" type="xs:string"/></wsdl:message>' +
    '<wsdl:message name="SendOut"><wsdl:part name="Body" element="tns:SendResponse"/></wsdl:message>';
  const http = (verb: string, input: string, output: string): Fragments => ({
    messages,
    binding:
      `<http:binding verb="${verb}"/><wsdl:operation name="Send"><http:operation location="/Send"/>` +
      `<wsdl:input>${input}</wsdl:input><wsdl:output>${output}</wsdl:output></wsdl:operation>`,
  });

  test.each([
    [
      http("GET", "<http:urlEncoded/>", '<mime:mimeXml part="Body"/>'),
      "httpGet",
      { kind: "urlEncoded" },
      { kind: "mimeXml", part: "Body" },
    ],
    [
      http(
        "POST",
        '<mime:content type="application/x-www-form-urlencoded"/>',
        '<mime:content part="Body" type="text/xml"/>',
      ),
      "httpPost",
      { kind: "form" },
      { kind: "mimeContent", part: "Body", type: "text/xml" },
    ],
  ])("%#", (fragments, protocol, input, output) => {
    const [binding] = modelOf(fragments).bindings;
    expect(binding).toMatchObject({
      protocol,
      portType: `${ns}PortType`,
      operations: [
        { name: "Send", location: "/Send", input: { content: input }, output: { content: output } },
      ],
    });
  });

  test("SOAP, and an address that is no URL", () => {
    const model = modelOf({});
    expect(model.bindings[0]).toMatchObject({
      protocol: "soap11",
      operations: [
        {
          name: "Send",
          style: "document",
          action: "urn:example/Send",
          input: { use: "literal", content: { kind: "soapBody" } },
        },
      ],
    });
    expect(model.services[0]?.ports[0]).toMatchObject({ address: "%%location%%", binding: `${ns}Binding` });
  });
});

describe("the contract of this package", () => {
  const diagnostics = new Diagnostics();
  const contract = loadContract({ wsdls: ["schema/messenger.wsdl"], base: process.cwd() }, diagnostics);
  const model = buildModel(contract, diagnostics);

  test("has no finding", () => {
    expect(diagnostics.all).toEqual([]);
    expect(model?.file).toBe("schema/messenger.wsdl");
  });

  test("is plain data that survives JSON, with places that exist", () => {
    const text = JSON.stringify(model);
    expect(JSON.parse(text)).toEqual(model);
    expect(text).not.toContain(process.cwd());
    const files = new Set(
      [...text.matchAll(/"file":"([^"]*)","line":[1-9]\d*,"column":[1-9]/g)].map((found) => found[1]),
    );
    expect([...files].sort()).toEqual(["schema/guid.xsd", "schema/messenger.wsdl", "schema/messenger.xsd"]);
  });

  test("has four bindings over three port types, and result types under one abstract base", () => {
    expect(model?.bindings.map(({ protocol, operations }) => [protocol, operations.length])).toEqual([
      ["soap11", model?.portTypes[0]?.operations.length],
      ["soap12", model?.portTypes[0]?.operations.length],
      ["httpGet", model?.portTypes[1]?.operations.length],
      ["httpPost", model?.portTypes[2]?.operations.length],
    ]);
    const messenger = "{http://pmmsoapmessenger.com/}";
    const derived = model?.complexTypes.filter(
      (type) => type.derivation?.base === `${messenger}AuthResultBase`,
    );
    expect(derived?.map(({ name }) => name)).toEqual(["AuthResult", "AuthResult2"]);
  });
});
