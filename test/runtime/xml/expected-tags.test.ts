import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { XmlReader } from "#runtime/xml/reader.js";
import { string } from "#runtime/xsd/texts.js";

/** A child: name, text, and what stands before it, behind its name and behind its text. */
const child = fc.record({
  name: fc.constantFrom("a", "ab", "p:a"),
  text: fc.constantFrom("", "1", "&lt;", "<!-- </a> -->"),
  before: fc.constantFrom("", "", "\n", "<!-- <a> -->"),
  attributes: fc.constantFrom("", "", "", ' xmlns:q="urn:q"', ' xmlns:q="urn:Q"', ' k="v"', " "),
  end: fc.constantFrom("", "", " "),
});

const texts = new Map([
  ["&lt;", "<"],
  ["<!-- </a> -->", ""],
]);

test("tags are read whether or not they follow as in the documents before", () => {
  fc.assert(
    fc.property(fc.array(fc.array(child, { maxLength: 40 }), { maxLength: 4 }), (documents) => {
      for (const children of documents) {
        const markup = children.map(
          ({ name, text, before, attributes, end }) =>
            `${before}<${name}${attributes}>${text}</${name}${end}>`,
        );
        const reader = new XmlReader(`<r xmlns="urn:d" xmlns:p="urn:p">${markup.join("")}</r>`);
        reader.enterRoot();
        const read: unknown[] = [];
        while (reader.child()) {
          const { namespace, name, scope } = reader;
          const q = scope.lookUp("q");
          read.push([namespace, name, reader.attribute("", "k"), q, reader.simple(string)]);
        }
        reader.finish();
        expect(read).toEqual(
          children.map(({ name, text, attributes }) => [
            name === "p:a" ? "urn:p" : "urn:d",
            name === "p:a" ? "a" : name,
            attributes.includes("k") ? "v" : undefined,
            /urn:[qQ]/.exec(attributes)?.[0],
            texts.get(text) ?? text,
          ]),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test.each(["ab", "b", "r", "A"])("an end tag that is not the expected one is refused: </%s>", (name) => {
  const read = (document: string): void => {
    const reader = new XmlReader(document);
    reader.enterRoot();
    while (reader.child()) reader.simple(string);
    reader.finish();
  };
  for (let times = 0; times < 3; times++) read("<r><a>1</a><b>2</b><a>1</a><b>2</b></r>");
  expect(() => {
    read(`<r><a>1</a><b>2</b><a>1</${name}><b>2</b></r>`);
  }).toThrow('Expected the end tag of "a".');
});
