import { expect, test } from "@jest/globals";
import { build } from "./fragments.js";

const other = (declaration: string, forms = 'elementFormDefault="qualified"'): string =>
  `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns="urn:example" xmlns:e="urn:example" xmlns:o="urn:other" targetNamespace="urn:example" ${forms}>${declaration}</s:schema>`;

/** Findings about a declaration of the WSDL and another one of the same name in another schema. */
function findingsOf(first: string, second: string, forms?: string): readonly string[] {
  const schema = `<xs:include schemaLocation="other.xsd"/><xs:simpleType name="Code"><xs:restriction base="xs:string"/></xs:simpleType>${first}`;
  const name = /name="(\w+)"/.exec(first)?.[1] ?? "";
  const isElement = first.startsWith("<xs:element");
  const fields = isElement ? `<xs:element ref="tns:${name}"/>` : `<xs:element name="f" type="tns:${name}"/>`;
  return build({ schema, fields, files: { "other.xsd": other(second, forms) } }).found;
}

const record = (content: string): string => `<xs:complexType name="T">${content}</xs:complexType>`;
const simple = (facets: string): string =>
  `<xs:simpleType name="T"><xs:restriction base="xs:string">${facets}</xs:restriction></xs:simpleType>`;
/** With the prefixes of the other schema. */
const elsewhere = (declaration: string): string =>
  declaration.replaceAll("xs:", "s:").replaceAll("tns:", "e:");

const sequence = (content: string): string => record(`<xs:sequence>${content}</xs:sequence>`);

test.each([
  ["prefixes of names", sequence('<xs:element name="a" type="tns:Code"/>'), undefined],
  [
    "a name without a prefix",
    sequence('<xs:element name="a" type="tns:Code"/>'),
    sequence('<xs:element name="a" type="Code"/>'),
  ],
  ["documentation", simple(""), simple("<xs:annotation/>")],
  ["an id", simple(""), simple("").replace("<xs:restriction", '<xs:restriction id="x"')],
  [
    "occurrences",
    sequence('<xs:element name="a" type="xs:int"/>'),
    sequence('<xs:element name="a" type="xs:int" minOccurs="1" maxOccurs="01"/>'),
  ],
  ["of a group", sequence(""), record('<xs:sequence minOccurs="1" maxOccurs="1"/>')],
  [
    "true",
    sequence('<xs:element name="a" type="xs:int" nillable="1"/>'),
    sequence('<xs:element name="a" type="xs:int" nillable="true"/>'),
  ],
  ["false", '<xs:complexType name="T"/>', '<xs:complexType name="T" abstract="0" mixed="false"/>'],
  [
    "attributes",
    record('<xs:attribute name="a" type="xs:int"/><xs:attribute name="b"/>'),
    record('<xs:attribute name="b" use="optional"/><xs:attribute type="xs:int" name="a"/>'),
  ],
  [
    "the type of anything",
    sequence('<xs:element name="a"/>'),
    sequence('<xs:element name="a" type="xs:anyType"/>'),
  ],
  [
    "the type of any attribute",
    record('<xs:attribute name="a"/>'),
    record('<xs:attribute name="a" type="xs:anySimpleType"/>'),
  ],
  ["wildcards", sequence("<xs:any/>"), sequence('<xs:any namespace="##any" processContents="strict"/>')],
  [
    "facets",
    simple('<xs:maxLength value="5"/><xs:minLength value="1"/>'),
    simple('<xs:minLength value="01" fixed="0"/><xs:maxLength value="+5"/>'),
  ],
  [
    "white space in values",
    sequence('<xs:element name="a" type="xs:int"/>'),
    sequence('<xs:element name="a" type=" xs:int "/>'),
  ],
  [
    "members of a union",
    '<xs:simpleType name="T"><xs:union memberTypes="xs:int tns:Code"/></xs:simpleType>',
    undefined,
  ],
  [
    "an element",
    '<xs:element name="E" type="tns:Code"/>',
    '<xs:element name="E" type="tns:Code" nillable="false"/>',
  ],
  [
    "paths of keys",
    '<xs:element name="E"><xs:complexType/><xs:key name="k"><xs:selector xpath="tns:a/tns:b"/><xs:field xpath="@c"/></xs:key></xs:element>',
    undefined,
  ],
])("a declaration may be repeated: %s", (_, first, second) => {
  const findings = findingsOf(first, elsewhere(second ?? first));
  expect(findings.filter((line) => line.includes("MG2009"))).toEqual([]);
});

test("the form of an element is written, or that of its schema; it makes a difference", () => {
  const local = sequence('<xs:element name="a" type="xs:int"/>');
  const written = sequence('<xs:element name="a" type="xs:int" form="qualified"/>');
  expect(findingsOf(local, elsewhere(written), "")).toEqual([]);
  expect(findingsOf(local, elsewhere(local), "")).toEqual([expect.stringContaining("MG2009")]);
  const attribute = record('<xs:attribute name="a"/>');
  expect(findingsOf(attribute, elsewhere(attribute), "")).toEqual([]);
});

test.each([
  [
    "another type",
    sequence('<xs:element name="a" type="tns:Code"/>'),
    sequence('<xs:element name="a" type="xs:int"/>'),
  ],
  [
    "the namespace of a prefix",
    record('<xs:attribute name="a" type="xs:QName" default="tns:x"/>'),
    record('<xs:attribute name="a" type="xs:QName" default="o:x"/>'),
  ],
  [
    "the order of elements",
    sequence('<xs:element name="a"/><xs:element name="b"/>'),
    sequence('<xs:element name="b"/><xs:element name="a"/>'),
  ],
  [
    "a default in a text",
    record('<xs:attribute name="a" default="1"/>'),
    record('<xs:attribute name="a" default="true"/>'),
  ],
  [
    "an attribute more",
    record('<xs:attribute name="a"/>'),
    record('<xs:attribute name="a"/><xs:attribute name="b"/>'),
  ],
  ["a facet", simple('<xs:length value="1"/>'), simple('<xs:length value="10"/>')],
  ["required", record('<xs:attribute name="a"/>'), record('<xs:attribute name="a" use="required"/>')],
  [
    "the type of an element with members",
    sequence('<xs:element name="a"/>'),
    sequence('<xs:element name="a"><xs:complexType/></xs:element>'),
  ],
])("a declaration that differs is refused: %s", (_, first, second) => {
  expect(findingsOf(first, elsewhere(second))).toEqual([expect.stringContaining("MG2009")]);
});
