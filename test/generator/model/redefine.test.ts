import { expect, test } from "@jest/globals";
import { assembled, build, defaults } from "./fragments.js";

const base = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:complexType name="Person"><xs:sequence><xs:element name="Name" type="xs:string"/></xs:sequence></xs:complexType>
<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="8"/></xs:restriction></xs:simpleType>
<xs:group name="Parts"><xs:sequence><xs:element name="First" type="Person"/></xs:sequence></xs:group>
<xs:attributeGroup name="Marks"><xs:attribute name="a"/></xs:attributeGroup>
</xs:schema>`;

const redefinition = `<xs:redefine schemaLocation="base.xsd">
<xs:complexType name="Person"><xs:complexContent><xs:extension base="tns:Person"><xs:sequence>
<xs:element name="Age" type="tns:Code"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:simpleType name="Code"><xs:restriction base="tns:Code"><xs:maxLength value="4"/></xs:restriction></xs:simpleType>
<xs:group name="Parts"><xs:sequence><xs:group ref="tns:Parts"/><xs:element name="Second" type="tns:Person"/></xs:sequence></xs:group>
<xs:attributeGroup name="Marks"><xs:attributeGroup ref="tns:Marks"/><xs:attribute name="b"/></xs:attributeGroup>
</xs:redefine>`;

test("a redefinition replaces the original declaration, for the redefined schema too", () => {
  const { model, found } = assembled({ schema: redefinition, files: { "base.xsd": base } });
  expect(found).toEqual([]);
  const { complexTypes, simpleTypes, groups, attributeGroups } = model;
  const original = (name: string): string => `{urn:example}${name}-original`;
  expect(complexTypes.find(({ name }) => name === "Person")?.derivation).toEqual({
    by: "extension",
    base: original("Person"),
  });
  expect(simpleTypes.map(({ id, variety }) => [id, variety])).toEqual([
    ["{urn:example}Code", { kind: "restriction", base: original("Code") }],
    [original("Code"), { kind: "restriction", base: "{http://www.w3.org/2001/XMLSchema}string" }],
  ]);
  expect(JSON.stringify(groups.find(({ name }) => name === "Parts")?.particle)).toContain(original("Parts"));
  expect(JSON.stringify(groups.find(({ id }) => id === original("Parts"))?.particle)).toContain(
    '"{urn:example}Person"',
  );
  expect(attributeGroups.find(({ name }) => name === "Marks")?.groups).toEqual([original("Marks")]);
});

test("a redefinition may be redefined, also behind an inclusion", () => {
  const codes = (facet: string, location: string): string =>
    `<xs:redefine schemaLocation="${location}"><xs:simpleType name="Code"><xs:restriction base="tns:Code">${facet}</xs:restriction>` +
    "</xs:simpleType></xs:redefine>";
  const schema = (content: string): string =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example">${content}</xs:schema>`;
  const { model, found } = assembled({
    schema: `<xs:include schemaLocation="mid.xsd"/><xs:include schemaLocation="top.xsd"/>`,
    files: {
      "top.xsd": schema(codes('<xs:maxLength value="2"/>', "more.xsd")),
      "more.xsd": schema('<xs:include schemaLocation="mid.xsd"/>'),
      "mid.xsd": schema(codes('<xs:maxLength value="4"/>', "base.xsd")),
      "base.xsd": base,
    },
  });
  expect(found).toEqual([]);
  const { simpleTypes } = model;
  expect(simpleTypes.map(({ name, facets, variety }) => [name, facets.maxLength, variety])).toEqual([
    ["Code", 2, { kind: "restriction", base: "{urn:example}Code-original-original" }],
    ["Code-original", 8, { kind: "restriction", base: "{http://www.w3.org/2001/XMLSchema}string" }],
    ["Code-original-original", 4, { kind: "restriction", base: "{urn:example}Code-original" }],
  ]);
});

test("a redefined component has to be declared", () => {
  const schema = redefinition.replace('name="Person"', 'name="Nobody"');
  const { found } = build({ schema, files: { "base.xsd": base } });
  expect(found[0]).toBe("main.wsdl:5:1 MG2003 the type {urn:example}Nobody is not declared");
});

test("an extension that is not understood makes no other binding", () => {
  const binding = (policy: string): string =>
    `<wsdl:binding name="More" type="tns:PortType"><p:Policy xmlns:p="urn:p">${policy}</p:Policy><x:binding xmlns:x="urn:x"/>` +
    `${defaults.binding}</wsdl:binding>`;
  expect(build({ more: binding("a") + binding("b") }).found).toEqual([
    "main.wsdl:16:16 MG2021 not used: the binding More",
  ]);
});

test("a service that several documents describe has the ports of all", () => {
  const service = (port: string): string =>
    `<wsdl:service name="Service"><wsdl:port name="${port}" binding="tns:Binding"/></wsdl:service>`;
  const { model } = assembled({ more: service("Port") + service("Other") });
  expect(model.services.map(({ ports }) => ports.map(({ name }) => name))).toEqual([["Port", "Other"]]);
});

test("documents of one contract may repeat a declaration, but not change it", () => {
  const more = (type: string): Readonly<Record<string, string>> => ({
    "more.xsd": `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example">
<x:element name="Note" type="x:${type}"><x:annotation/></x:element></x:schema>`,
  });
  const schema = '<xs:include schemaLocation="more.xsd"/><xs:element name="Note" type="xs:string"/>';
  const fields = '<xs:element ref="tns:Note"/>';
  expect(build({ schema, fields, files: more("string") }).found).toEqual([]);
  expect(build({ schema, fields, files: more("int") }).found).toEqual([
    "more.xsd:2:1 MG2009 the element Note is declared twice, first at main.wsdl:4:40",
  ]);
});
