import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { XmlReader } from "#runtime/xml/reader.js";
import { string } from "#runtime/xsd/texts.js";

/** A child: name, text, and what stands before it, behind its name and behind its text. */
const child = fc.record({
  name: fc.constantFrom("a", "ab", "p:a"),
  text: fc.constantFrom("", "1", "&lt;", "<!-- </a> -->", "1".repeat(300)),
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

/** An element with a text, whose name is lower-case, or with elements. */
interface Node {
  readonly name: string;
  readonly content: string | readonly Node[];
  readonly space: string;
}

const space = fc.constantFrom("", "", "", "", " ", "<!-- </g> -->");
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ name: fc.constantFrom("a", "b"), content: fc.constantFrom("1", "2", ""), space }),
    fc.record({ name: fc.constantFrom("G", "H"), content: fc.array(tie("node"), { maxLength: 5 }), space }),
  ),
}));

const document = fc.record({
  nodes: fc.array(node, { maxLength: 6 }),
  /** Elements of this name are passed without being read. */
  skipped: fc.constantFrom("", "b", "H"),
});

test("elements of elements are read whether or not their tags follow as in the documents before", () => {
  const markup = ({ name, content, space }: Node): string =>
    `${space}<${name}>${typeof content === "string" ? content : content.map(markup).join("")}</${name}>`;
  const plain = ({ name, content }: Node, skipped: string): unknown[] => {
    if (name === skipped) return [];
    const value = typeof content === "string" ? content : content.flatMap((each) => plain(each, skipped));
    return [[name, value]];
  };
  const children = (reader: XmlReader, skipped: string): unknown[] => {
    const read: unknown[] = [];
    while (reader.child()) {
      const { name } = reader;
      if (name === skipped) reader.skip();
      else read.push([name, name < "a" ? children(reader, skipped) : reader.simple(string)]);
    }
    return read;
  };
  fc.assert(
    fc.property(fc.array(document, { maxLength: 6 }), (documents) => {
      for (const { nodes, skipped } of documents) {
        const reader = new XmlReader(`<R>${nodes.map(markup).join("")}</R>`);
        reader.enterRoot();
        expect(children(reader, skipped)).toEqual(nodes.flatMap((each) => plain(each, skipped)));
        reader.finish();
      }
    }),
    { numRuns: 500 },
  );
});

const group = "<g><k>1</k><l>2</l></g>";
const usual = `<r>${group}${group}${group}</r>`;

test.each([
  ["<r><g><k>1</k><l>2</l></g><g><k>1</kl><l>2</l></g></r>", "k"],
  ["<r><g><k>1</k><l>2</l></g><g><k>1</l><l>2</l></g></r>", "k"],
  ["<r><g><k>1</k><l>2</l></g><g><k>1</r><l>2</l></g></r>", "k"],
  ["<r><g><k>1</k><l>2</l></h><g><k>1</k><l>2</l></g></r>", "g"],
  ["<r><g><k>1</k><h><l>2</l></g></h></r>", "h"],
  ["<r><h><k>1</k><l>2</l></g><g><k>1</k><l>2</l></g></r>", "h"],
  ["<r><g><k>1</k><l>2</l></g><g><k>1</k><l>2</l></g></g>", "r"],
  ["<g><g><k>1</k><l>2</l></g><g><k>1</k><l>2</l></g></r>", "g"],
])("an end tag that is not the expected one is refused: %s", (document, name) => {
  const read = (text: string): void => {
    const reader = new XmlReader(text);
    const texts = (): void => {
      while (reader.child()) {
        if (reader.name === "k" || reader.name === "l") reader.simple(string);
        else texts();
      }
    };
    reader.enterRoot();
    texts();
    reader.finish();
  };
  for (let times = 0; times < 3; times++) read(usual);
  expect(() => {
    read(document);
  }).toThrow(`Expected the end tag of "${name}".`);
});

test("long markup between two texts is read each time", () => {
  const [deep, deeper] = ["<d>".repeat(40), "</d>".repeat(40)];
  for (let times = 0; times < 4; times++) {
    const reader = new XmlReader(`<r><a>1</a>${deep}${deeper}<a>2</a></r>`);
    reader.enterRoot();
    expect(reader.child()).toBe(true);
    expect(reader.simple(string)).toBe("1");
    reader.child();
    reader.skip();
    expect(reader.child()).toBe(true);
    expect(reader.simple(string)).toBe("2");
    expect(reader.child()).toBe(false);
    reader.finish();
  }
});

test("a tag is not passed a second time if an empty text was read instead of passed", () => {
  const outer = "<y><x>1</x><y></y><z>2</z></y>";
  const read = (passInner: (reader: XmlReader) => unknown): void => {
    const reader = new XmlReader(`<r>${outer}${outer}${outer}</r>`);
    reader.enterRoot();
    while (reader.child()) {
      expect([reader.child(), reader.simple(string)]).toEqual([true, "1"]);
      expect(reader.child()).toBe(true);
      passInner(reader);
      expect([reader.child(), reader.simple(string)]).toEqual([true, "2"]);
      expect(reader.child()).toBe(false);
    }
    reader.finish();
  };
  read((reader) => {
    reader.skip();
  });
  read((reader) => reader.simple(string));
});

test("a name is read although another one has taken its place in the cache", () => {
  const names = (document: string): string[] => {
    const reader = new XmlReader(document);
    reader.enterRoot();
    const read: string[] = [];
    for (; reader.child(); reader.simple(string)) read.push(reader.name);
    return read;
  };
  const usual = "<r><m>1</m><l>2</l><m>1</m><l>2</l><m>1</m><l>2</l></r>";
  expect(names(usual)).toEqual(["m", "l", "m", "l", "m", "l"]);
  // The hashes of "l" and "Bn" differ by 2048.
  expect(names("<r><Bn>3</Bn></r>")).toEqual(["Bn"]);
  expect(names(usual)).toEqual(["m", "l", "m", "l", "m", "l"]);
});
