import fc from "fast-check";
import { expect, test } from "@jest/globals";
import type { XmlAttribute, XmlContent, XmlElement } from "messenger-gen-runtime";
import { nameIn, xmlContent } from "messenger-gen-runtime/xml";
import { planned } from "../plan/contracts.js";
import { builtOperations, readBack, written } from "./built.js";

/** Contract with records around data: mixed content with and without a wildcard, and values of any type. */
const types = `
<xs:simpleType name="Kind"><xs:restriction base="xs:QName"><xs:enumeration value="tns:good"/></xs:restriction></xs:simpleType>
<xs:complexType name="Note" mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="b" type="xs:string"/>
<xs:any namespace="##other" processContents="skip"/></xs:choice><xs:attribute name="kind" type="tns:Kind"/><xs:anyAttribute processContents="skip"/></xs:complexType>
<xs:complexType name="Line" mixed="true"><xs:sequence><xs:element name="b" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Open" mixed="true"><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
const input = ["note:tns:Note", "line:tns:Line", "open:tns:Open", "value:xs:anyType"]
  .map((each) => each.split(/:(.*)/))
  .map(([name = "", type = ""]) => `<xs:element name="${name}" type="${type}" minOccurs="0"/>`)
  .join("");

async function codecOf(contract: Parameters<typeof planned>[0], name: string): Promise<Codec> {
  const operation = (await builtOperations(planned(contract), name))["Do"];
  if (operation === undefined) throw new Error("No operation Do");
  return operation.input;
}
type Codec = Parameters<typeof written>[0];

const codec = await codecOf({ types, input }, "data-prefixes");
/** With a second namespace all names of messages have prefixes: here one like those that the writer makes. */
const withPrefixes = await codecOf(
  {
    types: `<xs:import namespace="urn:t1"/>${types}`,
    input: `${input}<xs:element xmlns:t="urn:t1" ref="t:typed" minOccurs="0"/>`,
    schemas: `<xs:schema targetNamespace="urn:t1"><xs:element name="typed" type="xs:anyType"/></xs:schema>`,
  },
  "data-prefixes-t1",
);

const other = (name: string): XmlAttribute => ({ namespace: "urn:y", name, value: "1" });

test.each([
  ["a record", { note: { $namespaces: prefixes("a1"), $attributes: [other("c")], $content: ["a1:x"] } }],
  [
    "a record with an enumerated name",
    { note: { kind: "tns:good", $namespaces: prefixes("_qn"), $content: ["_qn:x"] } },
  ],
  ["a record without a wildcard", { line: { $namespaces: prefixes("a1"), $content: ["a1:x"] } }],
  ["XML", { value: { attributes: [other("c")], children: xmlContent(["a1:x"], { a1: "urn:x" }) } }],
  [
    "XML of a type",
    { value: { type: { namespace: "urn:z", name: "T" }, children: xmlContent(["t1:x"], { t1: "urn:x" }) } },
  ],
  ["a record by its type", { value: { $type: "Note", $namespaces: prefixes("t1"), $content: ["t1:x"] } }],
])("%s: a prefix of the data is not used for another name", (_, value) => {
  const markup = written(codec, value);
  expect(markup).toMatch(/xmlns:(?:a1|t1|_qn)="urn:x"/);
  expect(written(codec, readBack(codec, markup))).toBe(markup);
});

function prefixes(prefix: string): readonly { readonly prefix: string; readonly namespace: string }[] {
  return [{ prefix, namespace: "urn:x" }];
}

test("a prefix of the contract is not used for another name", () => {
  const typed = { type: { namespace: "urn:z", name: "T" }, children: [] };
  const markup = written(withPrefixes, { typed });
  expect(markup).toContain('<t1:typed xmlns:t2="urn:z" xsi:type="t2:T" />');
  expect(readBack(withPrefixes, markup)).toMatchObject({ typed });
});

interface Declared {
  readonly prefix: string;
  readonly namespace: string;
}

const uri = fc.constantFrom("urn:x", "urn:y", "urn:t1", "urn:example");
/** Like prefixes that the writer makes; those of the contract and of messages only inside of data. */
const outer = ["a1", "a2", "e1", "t2", "t3", "_qn", "_qn2", "é"];
const hostile = [...outer, "t1", "tns", "soap", "xsi", "xsd"];

const declarations = (prefixes: readonly string[]): fc.Arbitrary<readonly Declared[]> =>
  fc.uniqueArray(fc.record({ prefix: fc.constantFrom(...prefixes), namespace: uri }), {
    selector: ({ prefix }) => prefix,
    maxLength: 4,
  });

const textIn = (declared: readonly Declared[]): string =>
  ["text", ...declared.map(({ prefix }) => `${prefix}:N`)].join(" ");

const attributesIn = (declared: readonly Declared[]): fc.Arbitrary<readonly XmlAttribute[]> =>
  fc.uniqueArray(
    fc.record({
      namespace: fc.oneof(uri, fc.constant("")),
      name: fc.constantFrom("a", "b"),
      value: fc.constant(textIn(declared)),
    }),
    { selector: ({ namespace, name }) => `${namespace} ${name}`, minLength: 1, maxLength: 4 },
  );

const elementOf = (inner: readonly fc.Arbitrary<XmlElement>[]): fc.Arbitrary<XmlElement> =>
  declarations(hostile).chain((namespaces) =>
    fc.record({
      namespace: uri,
      name: fc.constant("n"),
      attributes: attributesIn(namespaces),
      namespaces: fc.constant(namespaces),
      children: fc.tuple(fc.constant(textIn(namespaces)), ...inner),
    }),
  );

const elements = elementOf([elementOf([elementOf([])]), elementOf([])]);

const values = fc
  .record({ namespaces: declarations(outer), inner: elements })
  .chain(({ namespaces, inner }) =>
    attributesIn(namespaces).map((attributes) => {
      const children = [textIn(namespaces), { ...inner, namespace: "urn:x" }];
      const content = children.map((each) =>
        typeof each === "string" ? each : { name: "$any", value: each },
      );
      const others = attributes.map((each) => ({ ...each, value: "1" }));
      const type = { namespace: "urn:y", name: "T" };
      return {
        note: { kind: "tns:good", $namespaces: namespaces, $attributes: others, $content: content },
        line: { $namespaces: namespaces, $content: [textIn(namespaces)] },
        open: Object.assign([...children], { namespaces }),
        value: { type, attributes, namespaces, children },
      };
    }),
  );

/** The value with the meaning of each prefix in its place. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) {
    const { namespaces } = value as XmlContent;
    return value.map((each: unknown) =>
      typeof each === "string" ? meant({ namespaces }, each) : resolved(each),
    );
  }
  if (typeof value !== "object" || value === null) return value;
  const {
    namespaces,
    $namespaces = namespaces,
    ...rest
  } = value as Partial<XmlElement> & {
    readonly $namespaces?: XmlElement["namespaces"];
  };
  const inside = { namespaces: $namespaces };
  const entries = Object.entries(rest).map(([key, each]: [string, unknown]) => {
    if (key === "attributes" || key === "children" || key === "$content")
      return [key, (each as readonly unknown[]).map((one) => within(inside, one))];
    return [key, resolved(each)];
  });
  return Object.fromEntries(entries);
}

function within(inside: Pick<XmlElement, "namespaces">, one: unknown): unknown {
  if (typeof one === "string") return meant(inside, one);
  const { value } = one as { readonly value?: unknown };
  return typeof value === "string" ? { ...(one as object), value: meant(inside, value) } : resolved(one);
}

function meant(inside: Pick<XmlElement, "namespaces">, text: string): readonly unknown[] {
  return text.split(" ").map((each) => nameIn(inside, each));
}

test("any data around the names of a contract keeps its meaning", () => {
  fc.assert(
    fc.property(values, fc.constantFrom(codec, withPrefixes), (value, each) => {
      const found = readBack(each, written(each, value));
      expect(resolved(found)).toEqual(resolved(value));
      expect(readBack(each, written(each, found))).toEqual(found);
    }),
  );
});
