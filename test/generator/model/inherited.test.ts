import { expect, test } from "@jest/globals";
import { assembled, type Fragments } from "./fragments.js";
import { complex, derived, gone, leftOut, restricted } from "./schema-fragments.js";

const optional = '<xs:element name="g" type="tns:Gone" minOccurs="0"/>';
const useOfT = '<xs:element name="t" type="tns:T"/>';
const withAttributes = (name: string, ...attributes: readonly string[]): string =>
  `<xs:complexType name="${name}"><xs:sequence/>${attributes.join("")}</xs:complexType>`;

/** Unresolved references in bases of types, and their treatment. */
const references: readonly (readonly [title: string, fragments: Fragments, ...found: string[]])[] = [
  [
    "an element that a restriction removes",
    { schema: complex("B", optional) + restricted("T", "tns:B", ""), fields: useOfT },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "an element that a restriction removes, in a base that is also used itself",
    {
      schema: complex("B", optional) + restricted("T", "tns:B", ""),
      fields: useOfT + '<xs:element name="b" type="tns:B"/>',
    },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "an element that an extension inherits",
    { schema: complex("B", gone) + derived("T", "tns:B", ""), fields: useOfT },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "an element of the base of a base, which a restriction removes",
    {
      schema: complex("A", optional) + derived("B", "tns:A", "") + restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "an element of a restriction from which a restriction is derived",
    {
      schema: complex("A") + restricted("B", "tns:A", optional) + restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "an element in a type in place that a restriction removes",
    {
      schema:
        complex(
          "B",
          `<xs:element name="e" minOccurs="0">${complex("", optional).replace(' name=""', "")}</xs:element>`,
        ) + restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "a group that a restriction removes",
    {
      schema: complex("B", '<xs:group ref="tns:Gone" minOccurs="0"/>') + restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    leftOut("group", "{urn:example}Gone"),
  ],
  [
    "an element of a group that a restriction removes",
    {
      schema:
        `<xs:group name="G"><xs:sequence>${gone}</xs:sequence></xs:group>` +
        complex("B", '<xs:group ref="tns:G" minOccurs="0"/>') +
        restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "an element that a restriction in place removes",
    {
      schema: complex("B", optional),
      fields: `<xs:element name="t">${restricted("", "tns:B", "").replace(' name=""', "")}</xs:element>`,
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "an element that a redefinition removes",
    {
      schema: `<xs:redefine schemaLocation="base.xsd">${restricted("T", "tns:T", "")}</xs:redefine>`,
      fields: useOfT,
      files: {
        "base.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example">${complex("T", optional)}</xs:schema>`,
      },
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "an attribute that a restriction prohibits, and one that it declares anew",
    {
      schema:
        withAttributes(
          "B",
          '<xs:attribute name="a" type="tns:Gone"/>',
          '<xs:attribute name="b" type="tns:Lost"/>',
        ) +
        restricted(
          "T",
          "tns:B",
          "",
          '<xs:attribute name="a" use="prohibited"/><xs:attribute name="b" type="xs:int"/>',
        ),
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
    leftOut("type", "{urn:example}Lost"),
  ],
  [
    "an attribute that a restriction inherits",
    {
      schema: withAttributes("B", '<xs:attribute name="a" type="tns:Gone"/>') + restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "an attribute of a group that a restriction inherits",
    {
      schema:
        '<xs:attributeGroup name="G"><xs:attribute name="a" type="tns:Gone"/></xs:attributeGroup>' +
        withAttributes("B", '<xs:attributeGroup ref="tns:G"/>') +
        restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "an attribute group that a restriction inherits",
    {
      schema: withAttributes("B", '<xs:attributeGroup ref="tns:Gone"/>') + restricted("T", "tns:B", ""),
      fields: useOfT,
    },
    "MG2003 the attribute group {urn:example}Gone is not declared",
  ],
  [
    "the base of a base, of which a restriction could inherit attributes",
    { schema: derived("B", "tns:Gone", "") + restricted("T", "tns:B", ""), fields: useOfT },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "text that a restriction inherits",
    {
      schema:
        '<xs:complexType name="B"><xs:simpleContent><xs:extension base="tns:Gone"/></xs:simpleContent></xs:complexType>' +
        '<xs:complexType name="T"><xs:simpleContent><xs:restriction base="tns:B"/></xs:simpleContent></xs:complexType>',
      fields: useOfT,
    },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "an element of another extension of a base that is not used itself",
    {
      schema: complex("B") + derived("T", "tns:B", "") + derived("Other", "tns:B", gone),
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "an element of a type in place that extends one that is used, in an element that is not",
    {
      schema:
        complex("T") +
        `<xs:element name="E">${derived("", "tns:T", gone).replace(' name=""', "")}</xs:element>`,
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "a restriction that no operation uses, of such a base",
    { schema: complex("B", optional) + restricted("T", "tns:B", "") },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "a base of a restriction, declared twice",
    {
      schema: complex("B", optional) + restricted("T", "tns:B", "") + complex("B", "", 'mixed="true"'),
      fields: useOfT,
    },
    leftOut("type", "{urn:example}Gone"),
    "MG2009 the type B is declared twice, first at main.wsdl:4:1",
  ],
];

test.each(references)("%s", (_, fragments, ...found) => {
  const { found: findings } = assembled(fragments);
  expect(findings.map((finding) => finding.replace(/^\S+ /, ""))).toEqual(found);
});

test("a restriction of an omitted base has the attributes that it inherits", () => {
  const own =
    '<xs:attribute name="a" type="xs:int"/><xs:attribute name="b"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:attribute>';
  const schema =
    '<xs:attributeGroup name="G"><xs:attribute name="c" type="xs:int"/></xs:attributeGroup>' +
    complex("B", optional).replace("</xs:sequence>", `</xs:sequence>${own}<xs:attributeGroup ref="tns:G"/>`) +
    restricted("T", "tns:B", "", '<xs:attribute name="a" use="prohibited"/>') +
    restricted("Unused", "tns:B", "");
  const { model } = assembled({ schema, fields: useOfT });
  const [type] = model.complexTypes;
  expect(model.complexTypes.map(({ name }) => name)).toEqual(["T", "Send", "SendResponse"]);
  expect(type?.attributes.map(({ name }) => name)).toEqual(["b", "c"]);
  expect(model.simpleTypes.map(({ id }) => id)).toEqual([type?.attributes[0]?.type]);
  expect(type?.derivation).toBeUndefined();
});
