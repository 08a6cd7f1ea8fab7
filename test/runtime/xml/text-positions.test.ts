import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { textOf } from "#runtime/xml/content.js";
import type { XmlReader } from "#runtime/xml/reader.js";
import { readNillable } from "#runtime/xml/nillable.js";
import { mixedChild, readContent, readElement } from "#runtime/xml/read-content.js";
import { base64Binary } from "#runtime/xsd/binary.js";
import { int, string } from "#runtime/xsd/primitives.js";
import { reading, verdict } from "./reading.js";
import { type Pick, splitText, splitValue } from "./split-text.js";

const pieces = fc.constantFrom(
  ...["a", "&", "<", ">", "]]>", "]", "&lt;", "&#65;", "<!--", "<![CDATA[", "\r", "\n", "\t", " ", '"', "'"],
  ...["\u00e9", "\ud7ff", "\ufffd", "\u{1f600}", "x".repeat(300)],
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
const picks = fc.array(fc.nat({ max: 0xffff }), { maxLength: 60, size: "max" });

function picking(numbers: readonly number[]): Pick {
  let at = 0;
  return (limit) => (numbers[at++] ?? 0) % limit;
}

/** Everything a text can be read with. */
const positions: Readonly<Record<string, (reader: XmlReader) => unknown>> = {
  value: (reader) => reader.value(string, undefined),
  nillable: (reader) => readNillable(reader, string, undefined),
  simple: (reader) => reader.simple(string),
  content: (reader) => textOf(readContent(reader, undefined) ?? []),
  element: (reader) => textOf(readElement(reader).children),
  "mixed content": (reader) => {
    const items: unknown[] = [];
    while (mixedChild(reader, items)) reader.skip();
    return items.join("");
  },
};

const given = fc.record({
  texts: fc.array(fc.record({ text: texts, position: fc.constantFrom(...Object.keys(positions)), picks }), {
    maxLength: 8,
  }),
});

describe("text in parts", () => {
  test("reads as the text, wherever it stands and whatever stands before it", () => {
    fc.assert(
      fc.property(given, ({ texts }) => {
        const children = texts.map(({ text, picks }, at) => {
          const pick = picking(picks);
          const value = splitValue(text, pick);
          const name = `e${String(at)}`;
          const passed = splitText(text, pick);
          return `${passed}<${name} text="${value}">${splitText(text, pick)}</${name}>`;
        });
        const found: unknown[] = [];
        reading(`<root>${children.join("")}</root>`, (reader) => {
          for (const { position } of texts) {
            expect(reader.child(true)).toBe(true);
            found.push(reader.attribute("", "text"), positions[position]?.(reader));
          }
          expect(reader.child(true)).toBe(false);
        });
        expect(found).toEqual(texts.flatMap(({ text }) => [text, text]));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["&lt;a<![CDATA[b]]>", "<ab"],
    ["&#65;<!-- -->B", "AB"],
    ["&amp;<?pi?>&amp;", "&&"],
    ["a<!-- & -->&gt;", "a>"],
    ["<![CDATA[&]]>&amp;", "&&"],
    ["]]<!-- -->&gt;<![CDATA[]]]]>", "]]>]]"],
    ["&amp;lt;<![CDATA[&lt;]]>", "&lt;&lt;"],
  ])("%s", (markup, want) => {
    for (const [position, read] of Object.entries(positions)) {
      expect([position, reading(`<t>${markup}</t>`, read)]).toEqual([position, want]);
    }
  });

  test.each([
    ["&nbsp;<!-- -->B", "UndeclaredEntity"],
    ["B<!-- -->&nbsp;", "UndeclaredEntity"],
    ["&amp;&nbsp;<![CDATA[x]]>", "UndeclaredEntity"],
    ["]]><!-- -->", "Malformed"],
    ["&amp;]]><![CDATA[x]]>", "Malformed"],
    ["&<!-- -->amp;", "Malformed"],
    ["&#0;<!-- -->", "ForbiddenCharacter"],
  ])("%s is refused", (markup, code) => {
    for (const [position, read] of Object.entries(positions)) {
      expect([position, verdict(() => reading(`<t>${markup}</t>`, read))]).toEqual([position, code]);
    }
  });

  test("numbers and bytes in parts", () => {
    expect(reading("<t>&#49;<!-- -->2<![CDATA[3]]></t>", (reader) => reader.value(int, undefined))).toBe(123);
    expect(
      reading("<t>&#65;Q<!-- & -->I<![CDATA[D]]></t>", (reader) => reader.value(base64Binary, undefined)),
    ).toEqual(Uint8Array.of(1, 2, 3));
  });
});
