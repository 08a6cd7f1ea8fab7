import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { toExpression } from "#generator/plan/rules/simple-types/patterns.js";
import { readXml } from "#generator/read/document.js";
import { element } from "#runtime/xml/content.js";
import { writeElement } from "#runtime/xml/write-content.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { isName, isNCName, isNmtoken } from "#runtime/xsd/names.js";
import { NCName, NMTOKEN } from "#runtime/xsd/primitives.js";
import { build } from "../../generator/model/fragments.js";
import { readDocument, verdict } from "../xml/reading.js";

type Ranges = readonly (readonly [first: number, last: number])[];

/** XML 1.0, 5th edition, production 4, without the colon: copied from the specification. */
const start: Ranges = [
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];
/** Production 4a. */
const further: Ranges = [
  [0x2d, 0x2e],
  [0x30, 0x39],
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];
const isIn = (ranges: Ranges, codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

/** Every code point at which the response may change, and those beside it. */
const edges = [
  ...new Set([...start, ...further].flatMap((range) => range.flatMap((edge) => [edge - 1, edge, edge + 1]))),
  ...[0x24, 0x3a, 0xaa, 0xb5, 0xba, 0x20ac, 0x2118, 0x212e, 0x309b, 0x0e31, 0x1f600],
].filter((codePoint) => codePoint > 0x20 && (codePoint < 0xd800 || codePoint > 0xdfff));

test("names are those of XML 1.0, 5th edition", () => {
  const found: unknown[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const char = String.fromCodePoint(codePoint);
    const [first, rest] = [isIn(start, codePoint), isIn(start, codePoint) || isIn(further, codePoint)];
    const colon = char === ":";
    const wanted = [first, rest, first || colon, rest || colon];
    const given = [isNCName(char), isNCName(`a${char}`), isName(char), isNmtoken(char)];
    if (given.some((each, at) => each !== wanted[at])) found.push([codePoint.toString(16), given, wanted]);
  }
  expect(found).toEqual([]);
});

const refuses = (run: () => unknown): boolean => {
  try {
    run();
    return false;
  } catch {
    return true;
  }
};

/** All checks of names, each as a predicate. */
const judges: Readonly<Record<string, (name: string) => boolean>> = {
  "the reader, elements": (name) => verdict(() => readDocument(`<${name}/>`)) === "accepted",
  "the reader, attributes": (name) => verdict(() => readDocument(`<a ${name}=""/>`)) === "accepted",
  "the reader, instructions": (name) => verdict(() => readDocument(`<a><?${name}?></a>`)) === "accepted",
  "the reader, entities": (name) => verdict(() => readDocument(`<a>&${name};</a>`)) === "UndeclaredEntity",
  "element()": (name) => !refuses(() => element(name)),
  "the writer": (name) =>
    !refuses(() => {
      writeElement(new XmlWriter(), { namespace: "", name, attributes: [], children: [] });
    }),
  "xs:NCName": (name) => !refuses(() => NCName.parse(name)),
  "xs:NMTOKEN": (name) => !refuses(() => NMTOKEN.parse(name)),
  "patterns, \\i\\c*": (name) => new RegExp(`^${toExpression("\\i\\c*") ?? ""}$`, "v").test(name),
  "the generator, markup": (name) => readXml(`<${name}/>`, "a.wsdl", new Diagnostics()) !== undefined,
  "the generator, declarations": (name) => {
    const diagnostics = new Diagnostics();
    return (
      build({ fields: `<xs:element name="${name}" type="xs:int"/>` }).model !== undefined &&
      !diagnostics.hasErrors
    );
  },
};

describe.each(Object.entries(judges))("%s", (judge, takes) => {
  test.each(["first", "further"] as const)("take the same characters as %s", (place) => {
    const wrong = edges.filter((codePoint) => {
      // Markup, not a character of a name.
      if ("<>&/='\";?!:".includes(String.fromCodePoint(codePoint))) return false;
      const anywhere = place === "further" || judge === "xs:NMTOKEN";
      const wanted = isIn(start, codePoint) || (anywhere && isIn(further, codePoint));
      const name = (place === "further" ? "b" : "") + String.fromCodePoint(codePoint);
      return takes(name) !== wanted;
    });
    expect(wrong.map((codePoint) => codePoint.toString(16))).toEqual([]);
  });
});
