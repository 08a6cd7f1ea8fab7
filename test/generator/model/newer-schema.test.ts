import { describe, expect, test } from "@jest/globals";
import { assembled, build, type Fragments } from "./fragments.js";

const field = (type: string, rest = ""): string => `<xs:element name="a" type="${type}" ${rest}/>`;
const type = (content: string): Fragments => ({
  schema: `<xs:complexType name="T">${content}</xs:complexType>`,
  fields: field("tns:T"),
});
const facet = (content: string): Fragments => ({
  schema: `<xs:simpleType name="T"><xs:restriction base="xs:dateTime">${content}</xs:restriction></xs:simpleType>`,
  fields: field("tns:T"),
});
const found = (fragments: Fragments, lenient = false): readonly string[] =>
  assembled(fragments, { lenient }).found.map((text) => text.replace(/^\S+ /, ""));

const one = '<xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence>';
const extended = (content: string): string =>
  `<xs:complexContent><xs:extension base="xs:anyType">${one}${content}</xs:extension></xs:complexContent>`;

describe("elements of XML Schema 1.1 are passed over", () => {
  test.each<readonly [string, Fragments]>([
    ["xsd:assert", type(`${one}<xs:assert test="b gt 0"/>`)],
    ["xsd:assert", type(extended('<xs:assert test="b gt 0"><xs:annotation/></xs:assert>'))],
    ["xsd:openContent", type(`<xs:openContent mode="suffix"><xs:any/></xs:openContent>${one}`)],
    ["xsd:any", type('<xs:all><xs:element name="b" type="xs:int"/><xs:any processContents="lax"/></xs:all>')],
    ["xsd:assertion", facet("<xs:assertion test=\"$value lt xs:dateTime('2030-01-01T00:00:00')\"/>")],
    ["xsd:explicitTimezone", facet('<xs:explicitTimezone value="required"/>')],
    ["xsd:defaultOpenContent", { schema: "<xs:defaultOpenContent><xs:any/></xs:defaultOpenContent>" }],
    [
      "xsd:alternative",
      {
        schema: '<xs:element name="E" type="xs:int"><xs:alternative test="@k" type="xs:byte"/></xs:element>',
      },
    ],
  ])("%s: %j", (name, fragments) => {
    expect(found(fragments)).toEqual([`MG2022 ${name} is not validated by generated code`]);
  });

  test("not in other places", () => {
    const { found } = build(type(`<xs:sequence><xs:assert test="1"/></xs:sequence>`));
    expect(found).toEqual(["main.wsdl:4:39 MG2010 xsd:assert is not allowed in xsd:sequence"]);
  });

  test("xs:override replaces declarations of the document it includes", () => {
    const declared = (base: string): string =>
      `<xs:simpleType name="T"><xs:restriction base="xs:${base}"/></xs:simpleType>`;
    const files = {
      "base.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${declared("string")}</xs:schema>`,
    };
    const override = `<xs:override schemaLocation="base.xsd">${declared("int")}${declared("byte").replace('"T"', '"U"')}</xs:override>`;
    const { model, found } = assembled({ schema: override, fields: field("tns:T"), files });
    expect(found).toEqual([]);
    expect(model.simpleTypes.map(({ id, variety }) => [id, variety])).toEqual([
      ["{urn:example}T", { kind: "restriction", base: "{http://www.w3.org/2001/XMLSchema}int" }],
    ]);
  });
});

describe("declarations for versions of XML Schema", () => {
  const declared = (attributes: string, base: string): string =>
    `<xs:simpleType xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning" name="T" ${attributes}><xs:restriction base="xs:${base}"/></xs:simpleType>`;
  test.each([
    ["from 1.1 on", 'vc:minVersion="1.1"', 'vc:maxVersion="1.1"'],
    ["from 1.1 on, below 1.2", 'vc:minVersion="1.1" vc:maxVersion="1.2"', 'vc:maxVersion="1.0"'],
    ["from 1.0 on", 'vc:minVersion="1.0"', 'vc:minVersion="1.2"'],
    ["with white space", 'vc:minVersion=" 1.1 "', 'vc:minVersion="2.0"'],
    ["any", "", 'vc:minVersion="1.2"'],
    ["any, beside one of 1.0", "", 'vc:maxVersion="1.1"'],
    ["not a number", 'vc:minVersion="x"', 'vc:minVersion="3"'],
    [
      "with types that are known",
      'vc:typeAvailable="xs:dateTimeStamp xs:int"',
      'vc:typeUnavailable="xs:dateTimeStamp"',
    ],
    [
      "without a type that is not",
      'vc:typeUnavailable="xs:precisionDecimal"',
      'vc:typeAvailable="xs:precisionDecimal"',
    ],
    [
      "without one of several types",
      'vc:typeUnavailable="xs:int xs:decimal128"',
      'vc:typeAvailable=" xs:int  xs:decimal128 "',
    ],
    ["without a type of its own", 'vc:typeUnavailable="tns:T"', 'vc:typeAvailable="tns:T"'],
    ["with no types", 'vc:typeAvailable=""', 'vc:typeUnavailable=""'],
    ["without a type of an undeclared prefix", 'vc:typeUnavailable="q:int"', 'vc:typeAvailable="q:int"'],
    [
      "with facets that are known",
      'vc:facetAvailable="xs:pattern xs:explicitTimezone"',
      'vc:facetUnavailable="xs:pattern"',
    ],
    [
      "without a facet that is not",
      'vc:facetUnavailable="xs:maxScale"',
      'vc:facetAvailable="xs:maxScale xs:pattern"',
    ],
    [
      "with all that is asked for",
      'vc:minVersion="1.1" vc:typeAvailable="xs:anyType"',
      'vc:minVersion="1.1" vc:typeAvailable="xs:error"',
    ],
  ])("%s is read", (_title, read, other) => {
    for (const schema of [
      declared(read, "int") + declared(other, "string"),
      declared(other, "string") + declared(read, "int"),
    ]) {
      const { model, found } = assembled({ schema, fields: field("tns:T") });
      expect(found).toEqual([]);
      expect(model.simpleTypes.map(({ variety }) => variety)).toEqual([
        { kind: "restriction", base: "{http://www.w3.org/2001/XMLSchema}int" },
      ]);
    }
  });
});

const taken = (name: string, meant: string): string => {
  const id = (local: string): string => `{http://www.w3.org/2001/XMLSchema}${local}`;
  return `MG2037 the type ${id(name)} is not declared; ${id(meant)} is used, the only declaration that it can refer to`;
};

describe("names of built-in types", () => {
  test.each([
    ["dateTimeStamp", "dateTime"],
    ["dayTimeDuration", "duration"],
    ["yearMonthDuration", "duration"],
    ["anyAtomicType", "anySimpleType"],
  ])("xs:%s of XML Schema 1.1 is xs:%s", (name, meant) => {
    expect(found({ fields: field(`xs:${name}`) })).toEqual([taken(name, meant)]);
  });

  test.each([
    ["datetime", "dateTime"],
    ["DateTime", "dateTime"],
    ["String", "string"],
    ["Int", "int"],
    ["positiveinteger", "positiveInteger"],
    ["base64binary", "base64Binary"],
    ["anytype", "anyType"],
    ["anyuri", "anyURI"],
    ["qname", "QName"],
  ])("a lenient run takes xs:%s for xs:%s", (name, meant) => {
    const fragments = { fields: field(`xs:${name}`) };
    expect(found(fragments, true)).toEqual([taken(name, meant)]);
    expect(build(fragments).found[0]).toContain(`MG2001 the type xsd:${name} is not declared`);
  });

  test("a base, an item, a member and a part", () => {
    const schema = ["restriction base", "list itemType", "union memberTypes"]
      .map((how, at) => `<xs:simpleType name="T${at}"><xs:${how}="xs:INT"/></xs:simpleType>`)
      .join("");
    const fields = [0, 1, 2].map((at) => `<xs:element name="a${at}" type="tns:T${at}"/>`).join("");
    const messages =
      '<wsdl:message name="SendIn"><wsdl:part name="parameters" element="tns:Send"/></wsdl:message>' +
      '<wsdl:message name="SendOut"><wsdl:part name="x" type="xs:INT"/></wsdl:message>';
    expect(new Set(found({ schema, fields, messages }, true))).toContain(taken("INT", "int"));
    expect(found({ schema, fields }, true)).toEqual([1, 2, 3].map(() => taken("INT", "int")));
  });
});

describe("a lenient run", () => {
  const integer = "a whole number, 0 or greater";
  test.each(["unbound", "unbouded", "Unb", "*", "n", "N", "-1", "infinite", "infinity"])(
    "takes maxOccurs %j for unbounded",
    (value) => {
      const fragments = { fields: field("xs:int", `maxOccurs="${value}"`) };
      expect(found(fragments, true)).toEqual([`MG2042 maxOccurs="${value}" is treated as unbounded`]);
      expect(build(fragments).found[0]).toContain(
        `maxOccurs="${value}" is invalid; expected ${integer} (--lenient takes it for unbounded)`,
      );
    },
  );

  test.each(["-2", "many", "1..n", ""])("refuses maxOccurs %j", (value) => {
    const texts = found({ fields: field("xs:int", `maxOccurs="${value}"`) }, true);
    expect(texts[0]).toMatch(/MG2008 .*; expected a whole number, 0 or greater$/);
  });

  const twice = (first: string, second: string): Fragments => ({
    schema: `${first}\n${second}`,
    fields: field("tns:T"),
  });
  const simple = (base: string): string =>
    `<xs:simpleType name="T"><xs:restriction base="xs:${base}"/></xs:simpleType>`;
  const complex = (content: string): string => `<xs:complexType name="T">${content}</xs:complexType>`;
  test.each<readonly [string, Fragments]>([
    ["type", twice(simple("int"), simple("long"))],
    ["type", twice(complex(one), complex(""))],
    ["type", twice(complex(""), complex(one))],
    [
      "element",
      {
        schema: '<xs:element name="T" type="xs:int"/>\n<xs:element name="T" type="xs:long"/>',
        fields: '<xs:element ref="tns:T"/>',
      },
    ],
    [
      "group",
      {
        schema: `<xs:group name="T">${one}</xs:group>\n<xs:group name="T">${one.replace("int", "long")}</xs:group>`,
        fields: '<xs:group ref="tns:T"/>',
      },
    ],
  ])("takes the first of two versions of one %s: %j", (kind, fragments) => {
    expect(found(fragments, true)).toEqual([
      `MG2041 the ${kind} T is ignored: it is also declared at main.wsdl:4:1, which is used`,
    ]);
    expect(build(fragments).found[0]).toContain(`MG2009 the ${kind} T is declared twice`);
    const { model } = assembled(fragments, { lenient: true });
    expect(JSON.stringify(model)).not.toContain("XMLSchema}long");
  });
});
