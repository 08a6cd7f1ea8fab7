import { expect, test } from "@jest/globals";
import { element, nameIn, type XmlContent } from "#runtime/xml/content.js";
import { xmlNamespace, xmlnsNamespace } from "#runtime/xml/names.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { readContent } from "#runtime/xml/read-content.js";
import { writeAttributes, writeContent } from "#runtime/xml/write-content.js";
import { reading } from "./reading.js";

function written(write: (w: XmlWriter) => void): string {
  const writer = new XmlWriter();
  write(writer);
  return writer.toString();
}

test.each([
  ["a declaration with a prefix", [{ namespace: xmlnsNamespace, name: "p", value: "urn:a" }]],
  ["a declaration", [{ namespace: "", name: "xmlns", value: "urn:a" }]],
  ["two of one name", ["1", "2"].map((value) => ({ namespace: "", name: "b", value }))],
  ["two of one qualified name", ["1", "2"].map((value) => ({ namespace: "urn:a", name: "b", value }))],
])("attributes with %s are refused", (_, attributes) => {
  const write = (): string =>
    written((w) => {
      writeContent(w, [{ namespace: "", name: "a", attributes, children: [] }]);
    });
  expect(write).toThrow(RangeError);
});

test("an attribute that a record declares is refused among its others", () => {
  const declared = [{ namespace: "", name: "kind" }];
  const write = (namespace: string): string =>
    written((w) => {
      w.open("a");
      w.attribute("kind", "1");
      writeAttributes(w, [{ namespace, name: "kind", value: "2" }], declared);
      w.close("a");
    });
  expect(write("urn:a")).toBe('<a kind="1" xmlns:a1="urn:a" a1:kind="2" />');
  expect(() => write("")).toThrow(RangeError);
});

test("element() makes no namespace declarations", () => {
  expect(() => element("a", [], { attributes: { xmlns: "urn:a" } })).toThrow(RangeError);
});

test("the namespaces of xml and xmlns", () => {
  const content = [
    { namespace: xmlNamespace, name: "a", attributes: [], children: [element("b"), "t"] },
    element("c", [element("d", [], { namespace: xmlNamespace })], { namespace: "urn:c" }),
  ];
  const markup = written((w) => {
    w.open("r");
    writeContent(w, content);
    w.close("r");
  });
  expect(markup).toBe('<r><xml:a><b />t</xml:a><c xmlns="urn:c"><xml:d /></c></r>');
  expect(reading(markup, (r) => readContent(r, undefined))).toEqual(content);
  expect(() =>
    written((w) => {
      writeContent(w, [element("a", [], { namespace: xmlnsNamespace })]);
    }),
  ).toThrow(RangeError);
});

const topic = element("Topic", ["tns1:A/B"], {
  namespace: "urn:n",
  attributes: { kind: "q:K" },
  namespaces: { tns1: "urn:t", q: "urn:q" },
});

test("prefixes in texts and attributes are declared, found again when read, and resolve", () => {
  const markup = written((w) => {
    w.open("r");
    writeContent(w, [topic]);
    w.close("r");
  });
  expect(markup).toBe(
    '<r><Topic xmlns="urn:n" xmlns:tns1="urn:t" xmlns:q="urn:q" kind="q:K">tns1:A/B</Topic></r>',
  );
  const [found] = reading(markup, (r) => readContent(r, undefined)) ?? [];
  expect(found).toEqual({ ...topic, namespaces: [topic.namespaces?.[1], topic.namespaces?.[0]] });
  const named = (text: string): unknown => (typeof found === "object" ? nameIn(found, text) : undefined);
  expect(["tns1:A/B", "q:K", "K", "other:K"].map(named)).toEqual([
    { namespace: "urn:t", name: "A" },
    { namespace: "urn:q", name: "K" },
    { namespace: "", name: "K" },
    undefined,
  ]);
});

const xsi = "http://www.w3.org/2001/XMLSchema-instance";

test.each([
  ["xsi:type without a prefix", `<p:e xmlns:p="urn:a" xmlns="urn:b" xmlns:xsi="${xsi}" xsi:type="T"/>`],
  ["a prefix declared around it", `<e xmlns:q="urn:q"><f><g a="q:x">q:y</g></f></e>`],
  ["a prefix declared again", `<e xmlns:q="urn:q" a="q:x"><f xmlns:q="urn:r">q:y</f></e>`],
  [
    "a prefix like the generated ones",
    `<e xmlns:a1="urn:q" xmlns:z="urn:z" z:a="a1:x"><f z:b="1">a1:y</f></e>`,
  ],
  [
    "a prefix like that of an element",
    `<e1:f xmlns:e1="urn:e" xmlns="urn:b" xmlns:xsi="${xsi}" xsi:type="T">e1:x</e1:f>`,
  ],
])("%s keeps its meaning", (_, inner) => {
  const read = (markup: string): unknown => reading(markup, (r) => readContent(r, undefined));
  const content = read(`<r>${inner}</r>`) as XmlContent;
  const markup = written((w) => {
    w.open("r");
    writeContent(w, content);
    w.close("r");
  });
  expect(read(markup)).toEqual(content);
});

test.each([
  ["xmlns", { xmlns: "urn:a" }],
  ["xml", { xml: "urn:a" }],
  ["no name", { "a b": "urn:a" }],
  ["no namespace", { a: "" }],
])("the prefix %s cannot be declared", (_, namespaces) => {
  expect(() => element("a", [], { namespaces })).toThrow(RangeError);
});

test("a prefix that is declared twice is refused", () => {
  const namespaces = ["urn:a", "urn:b"].map((namespace) => ({ prefix: "p", namespace }));
  expect(() =>
    written((w) => {
      writeContent(w, [{ ...element("a"), namespaces }]);
    }),
  ).toThrow(RangeError);
});
