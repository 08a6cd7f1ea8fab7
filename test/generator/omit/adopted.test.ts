import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics, errorsOf } from "#generator/diagnostics.js";
import { planOperations } from "#generator/omit/omissions.js";
import { loadContract } from "#generator/read/load.js";
import { folderWith } from "../read/contract-files.js";

/** Declarations of a schema without a namespace, which two namespaces include, and content that uses them. */
const cases: readonly (readonly [what: string, declared: string, used: string])[] = [
  ["an element", '<xs:element name="E" type="xs:int"/>', '<xs:element ref="p:E"/>'],
  ["a simple type", simple("S"), '<xs:element name="a" type="p:S"/>'],
  ["a complex type", complex("C", ""), '<xs:element name="a" type="p:C"/>'],
  [
    "a group",
    '<xs:group name="G"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group>',
    '<xs:group ref="p:G"/>',
  ],
  [
    "an attribute",
    `<xs:attribute name="A" type="xs:int"/>${complex("C", '<xs:attribute ref="A"/>')}`,
    '<xs:element name="a" type="p:C"/>',
  ],
  [
    "an attribute group",
    `<xs:attributeGroup name="AG"><xs:attribute name="x" type="xs:int"/></xs:attributeGroup>${complex("C", '<xs:attributeGroup ref="AG"/>')}`,
    '<xs:element name="a" type="p:C"/>',
  ],
  ["a type of a type", `${simple("S")}${complex("C", "", "S")}`, '<xs:element name="a" type="p:C"/>'],
  ["a base", `${complex("B", "")}${derived("C", "B")}`, '<xs:element name="a" type="p:C"/>'],
  ["a type that contains itself", complex("C", "", "C"), '<xs:element name="a" type="p:C"/>'],
  [
    "members of a substitution group",
    '<xs:element name="H" type="xs:int"/><xs:element name="M" substitutionGroup="H"/>',
    '<xs:element ref="p:H"/>',
  ],
  ["a schema that this one includes", "", '<xs:element name="a" type="p:Deep"/>'],
];

function simple(name: string): string {
  return `<xs:simpleType name="${name}"><xs:restriction base="xs:int"/></xs:simpleType>`;
}

function complex(name: string, attributes: string, member = "xs:int"): string {
  return `<xs:complexType name="${name}"><xs:sequence><xs:element name="m" type="${member}" minOccurs="0"/></xs:sequence>${attributes}</xs:complexType>`;
}

function derived(name: string, base: string): string {
  return `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="${base}"/></xs:complexContent></xs:complexType>`;
}

const schema = (inner: string, of = ""): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${of} elementFormDefault="qualified">${inner}</xs:schema>`;

/** A schema of a namespace with the content of a message, which includes the one without a namespace. */
const ofNamespace = (namespace: string, used: string): string =>
  schema(
    `<xs:include schemaLocation="common.xsd"/><xs:element name="Body"><xs:complexType><xs:sequence>${used}</xs:sequence></xs:complexType></xs:element>`,
    `targetNamespace="${namespace}" xmlns:p="${namespace}"`,
  );

const each = (made: (name: "One" | "Two") => string): string => `${made("One")}${made("Two")}`;

const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:w" xmlns:One="urn:One" xmlns:Two="urn:Two" targetNamespace="urn:w">
<wsdl:types>${schema(
  each((name) => `<xs:import namespace="urn:${name}" schemaLocation="${name}.xsd"/>`),
  'targetNamespace="urn:w"',
)}</wsdl:types>
${each((name) => `<wsdl:message name="${name}"><wsdl:part name="p" element="${name}:Body"/></wsdl:message>`)}
<wsdl:portType name="P">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}"/></wsdl:operation>`)}</wsdl:portType>
<wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction="${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>`)}
</wsdl:binding></wsdl:definitions>`;

describe("an operation keeps its part of a schema that two namespaces include", () => {
  const rows = cases.flatMap(([what, declared, used]) =>
    (["One", "Two"] as const).map((operation) => ({ what, declared, used, operation })),
  );
  test.each(rows)("$what, of $operation", ({ declared, used, operation }) => {
    const folder = folderWith({
      "main.wsdl": wsdl,
      "One.xsd": ofNamespace("urn:One", used),
      "Two.xsd": ofNamespace("urn:Two", used),
      "common.xsd": schema(`<xs:include schemaLocation="deep.xsd"/>${declared}`),
      "deep.xsd": schema(`<xs:include schemaLocation="common.xsd"/>${complex("Deep", "")}`),
    });
    const diagnostics = new Diagnostics();
    const documents = loadContract({ wsdls: [join(folder, "main.wsdl")] }, diagnostics);
    const plan = planOperations(documents, diagnostics, { operation: [operation] })?.plan;
    expect(errorsOf(diagnostics.all)).toEqual([]);
    expect(plan?.operations.map(({ name }) => name)).toEqual([operation]);
  });
});
