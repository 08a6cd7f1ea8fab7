import fc from "fast-check";
import { describe, expect, test } from "@jest/globals";
import { element, nameIn, xmlContent, type XmlContent } from "#runtime/xml/content.js";
import { xmlNamespace, xmlnsNamespace } from "#runtime/xml/names.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { readContent } from "#runtime/xml/read-content.js";
import { declarePrefixes, writeAttributes, writeContent } from "#runtime/xml/write-content.js";
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

describe("prefixes in texts directly inside a generated element", () => {
  const readBack = (markup: string): XmlContent =>
    reading(markup, (r) => readContent(r, undefined)) as XmlContent;

  function inElement(
    content: XmlContent,
    tag = "r",
    declare: (w: XmlWriter) => void = () => undefined,
  ): string {
    return written((w) => {
      w.open(tag);
      declare(w);
      writeContent(w, content);
      w.close(tag);
    });
  }

  test.each([
    ["a text", xmlContent(["tns1:A/B"], { tns1: "urn:t" }), '<r xmlns:tns1="urn:t">tns1:A/B</r>'],
    [
      "texts on both sides of an element that has the same prefix",
      xmlContent(["p:A", element("x", ["p:B"], { namespaces: { p: "urn:p" } }), "q:C"], {
        p: "urn:p",
        q: "urn:q",
      }),
      '<r xmlns:p="urn:p" xmlns:q="urn:q">p:A<x>p:B</x>q:C</r>',
    ],
    [
      "an element that has the prefix for another namespace",
      xmlContent(["p:A", element("x", ["p:B"], { namespaces: { p: "urn:other" } })], { p: "urn:p" }),
      '<r xmlns:p="urn:p">p:A<x xmlns:p="urn:other">p:B</x></r>',
    ],
    [
      "a prefix like the generated ones",
      xmlContent(["a1:A", { ...element("x"), attributes: [{ namespace: "urn:b", name: "c", value: "1" }] }], {
        a1: "urn:p",
      }),
      '<r xmlns:a1="urn:p">a1:A<x xmlns:a2="urn:b" a2:c="1" /></r>',
    ],
  ])("%s: they are declared in the element, and read back", (_, content, markup) => {
    expect(inElement(content)).toBe(markup);
    expect(readBack(markup)).toStrictEqual(content);
  });

  test.each([
    ["a prefix declared around it", '<r xmlns:p="urn:a"><x>p:B</x> p:A/B</r>', "p:A", "urn:a"],
    ["several in one text", '<r xmlns:p="urn:a" xmlns:q="urn:b">p:A|q:B//c</r>', "q:B", "urn:b"],
    ["no declaration", "<r>p:A</r>", "p:A", undefined],
    ["no prefix", '<r xmlns:p="urn:a">see: p and 12:30</r>', "p:A", undefined],
  ])("%s", (_, markup, text, namespace) => {
    const found = readBack(markup);
    expect(nameIn(found, text)?.namespace).toBe(namespace);
    expect("namespaces" in found).toBe(namespace !== undefined);
  });

  test("an element made of received content has its prefixes", () => {
    const found = readBack('<r xmlns:p="urn:a">p:A</r>');
    const again = element("x", found, { namespaces: { q: "urn:q", p: "urn:a" } });
    const expected = '<r><x xmlns:q="urn:q" xmlns:p="urn:a">p:A</x></r>';
    expect([inElement([again]), inElement([{ ...again, children: ["p:A"] }])]).toEqual([expected, expected]);
    expect(() => inElement([element("x", found, { namespaces: { p: "urn:b" } })])).toThrow(RangeError);
  });

  const tns = [{ prefix: "tns", namespace: "urn:contract" }];
  const conflict = 'Data cannot declare the prefix "tns": it is that of another namespace in this message.';

  test("a prefix of the contract is refused for another namespace", () => {
    const write = (namespace: string): string =>
      written((w) => {
        const tag = w.openElement({ namespace: "urn:contract", name: "Do" }, tns);
        w.open("tns:topic");
        writeContent(w, xmlContent(["tns:A"], { tns: namespace }));
        w.close("tns:topic");
        w.close(tag);
      });
    expect(write("urn:contract")).toBe(
      '<tns:Do xmlns:tns="urn:contract"><tns:topic xmlns:tns="urn:contract">tns:A</tns:topic></tns:Do>',
    );
    expect(() => write("urn:t")).toThrow(new RangeError(conflict));
  });

  test.each([
    ["is empty", [{ prefix: "", namespace: "urn:a" }], "it is empty"],
    ["is that of XML Schema", [{ prefix: "xsd", namespace: "urn:a" }], "another namespace in this message"],
    ["is xml", [{ prefix: "xml", namespace: "urn:a" }], "cannot be declared"],
  ])("of a record: one that %s is refused", (_, namespaces, message) => {
    const write = (): string =>
      inElement([], "r", (w) => {
        declarePrefixes(w, namespaces);
      });
    expect(write).toThrow(RangeError);
    expect(write).toThrow(message);
  });

  test("a prefix that the element declares already is refused for another namespace", () => {
    const content = xmlContent(["p:A"], { p: "urn:a" });
    const declaring = (namespace: string): string =>
      inElement(content, "r", (w) => {
        w.declare([{ prefix: "p", namespace }]);
      });
    expect(declaring("urn:a")).toBe('<r xmlns:p="urn:a">p:A</r>');
    expect(() => declaring("urn:b")).toThrow("xmlns:p is declared twice.");
  });

  test("any content with prefixes is read as it was written", () => {
    const prefix = fc.constantFrom("p", "q", "a1", "e1", "tns", "_x", "é");
    const namespaces = fc.dictionary(prefix, fc.constantFrom("urn:a", "urn:b&<\"'"), {
      maxKeys: 4,
      noNullPrototype: true,
    });
    const text = fc.array(fc.tuple(prefix, fc.constantFrom("A", "B/C", "é")), { minLength: 1, maxLength: 3 });
    const words = text.map((names) => names.map((name) => name.join(":")).join(" "));
    const inner = fc.record({
      texts: fc.array(words, { maxLength: 1 }),
      namespaces,
      namespace: fc.constantFrom("", "urn:a"),
    });
    fc.assert(
      fc.property(words, words, namespaces, inner, (before, after, declared, within) => {
        const markup = inElement(xmlContent([before, element("x", within.texts, within), after], declared));
        const found = readBack(markup);
        const used = (texts: string): Readonly<Record<string, string>> =>
          Object.fromEntries(Object.entries(declared).filter(([each]) => ` ${texts}`.includes(` ${each}:`)));
        expect(
          Object.fromEntries((found.namespaces ?? []).map((each) => [each.prefix, each.namespace])),
        ).toEqual(used(`${before} ${after}`));
        expect(inElement(found)).toBe(inElement(readBack(inElement(found))));
        expect(readBack(inElement(found))).toStrictEqual(found);
        expect(textsOf(found)).toEqual(textsOf([before, element("x", within.texts), after]));
      }),
    );
  });

  function textsOf(content: XmlContent): readonly string[] {
    return content.flatMap((node) => (typeof node === "string" ? [node] : textsOf(node.children)));
  }

  test("hostile text: each prefix is declared once, however often it stands in the text", () => {
    const namespace = `urn:${"n".repeat(10_000)}`;
    const names = "p:A <x/>".repeat(20_000);
    const found = readBack(`<r xmlns:p="${namespace}">${names}</r>`);
    expect(found.namespaces).toEqual([{ prefix: "p", namespace }]);
    expect(inElement(found).split(namespace)).toHaveLength(2);
  });
});
