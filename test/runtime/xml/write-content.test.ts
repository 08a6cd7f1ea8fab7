import { expect, test } from "@jest/globals";
import { element } from "#runtime/xml/content.js";
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
