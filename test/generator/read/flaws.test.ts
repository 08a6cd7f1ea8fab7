import { describe, expect, jest, test } from "@jest/globals";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { readFileSync } from "node:fs";
import { Diagnostics } from "#generator/diagnostics.js";
import { readXml } from "#generator/read/document.js";
import { loadContract } from "#generator/read/load.js";
import { depthLimit } from "#generator/read/scan.js";
import { findings } from "./contract-files.js";

function found(text: string): readonly string[] {
  const diagnostics = new Diagnostics();
  readXml(text, "a.xsd", diagnostics);
  return findings(diagnostics);
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  processEntities: false,
  jPath: false,
  maxNestedTags: Infinity,
});

type Finder = "validator" | "parser" | "nobody";

/** The part of fast-xml-parser that refuses a document by itself. */
function finderOf(text: string): Finder {
  if (XMLValidator.validate(text) !== true) return "validator";
  try {
    parser.parse(text);
    return "nobody";
  } catch {
    return "parser";
  }
}

const refused = (place: string, message: string): readonly string[] => [
  `a.xsd:${place} MG1008 not well-formed XML: ${message}`,
];

describe("flaws that fast-xml-parser finds are reported in its words", () => {
  test.each<readonly [text: string, place: string, message: string]>([
    ["", "1:1", "Start tag expected"],
    [" \n", "1:1", "Start tag expected"],
    [
      "<a>\n <b>\n</a>",
      "3:1",
      "Expected closing tag 'b' (opened in line 2, col 2) instead of closing tag 'a'",
    ],
    ["<a>\n <b/>", "1:1", "Unclosed tag 'a'"],
    ["<a>\n <b>\n <c>", "3:5", "the file ends inside the element c"],
    ["<a", "1:1", "Unclosed tag 'a'"],
    ["x<a/>", "1:1", "char 'x' is not expected"],
    ["<a></a>\nx", "2:1", "Extra text at the end"],
    ["<a></a><b></b>", "1:10", "Multiple possible root nodes found"],
    ["<a/></a>", "1:5", "Closing tag 'a' has not been opened"],
    ["<a></a ", "1:8", "Closing tag 'a' doesn't have proper closing"],
    ['<a b="1" b="2"/>', "1:10", "Attribute 'b' is repeated"],
    ["<a b=1/>", "1:4", "Attribute 'b' is without value"],
    ["<a b/>", "1:4", "boolean attribute 'b' is not allowed"],
    ['<a b="1"c="2"/>', "1:9", "Attribute 'c' has no space in starting"],
    ["<a>< b/></a>", "1:5", "Invalid space after '<'"],
    ["<1/>", "1:3", "Tag '1' is an invalid name"],
    ["<a>\n a & b</a>", "2:4", "char '&' is not expected"],
    ["<a>&#xG;</a>", "1:4", "char '&' is not expected"],
    ["<a>&b-c;</a>", "1:4", "char '&' is not expected"],
    ["<a\u00a0b='1'/>", "1:9", "Tag 'a(no white space of XML)b='1'' is an invalid name"],
  ])("%j", (text, place, message) => {
    expect(finderOf(text)).toBe("validator");
    expect(found(text)).toEqual(refused(place, message));
  });

  test.each(["__proto__", "constructor", "prototype"])("an element called %s", (name) => {
    const text = `<a>\n<${name}/></a>`;
    expect(finderOf(text)).toBe("parser");
    expect(found(text)).toEqual([
      expect.stringMatching(`^a\\.xsd:2:1 MG1008 not well-formed XML: .*Invalid name: "${name}"`),
    ]);
  });
});

/**
 * Who finds the flaw without `scan.ts`, `tree.ts` and `references.ts`. A version of fast-xml-parser that finds more fails
 * here: what it finds then need not be looked for.
 */
describe("flaws that fast-xml-parser lets pass", () => {
  const cases: readonly (readonly [text: string, place: string, message: string])[] = [
    ["<a>\u0000</a>", "1:4", "the character U+0000 is not allowed"],
    ["<a>\uD800</a>", "1:4", "the character U+D800 is not allowed"],
    ["<a>\uFFFF</a>", "1:4", "the character U+FFFF is not allowed"],
    ['<?xml encoding="utf-8"?><a/>', "1:1", "the XML declaration is wrong"],
    ['<?xml version="2.0"?><a/>', "1:1", "the XML declaration is wrong"],
    ['<?XML version="1.0"?><a/>', "1:1", "the XML declaration is wrong"],
    ['<a/>\n<?xml version="1.0"?>', "2:1", "an XML declaration after the start of the file"],
    ["<!-- a -- b --><a/>", "1:8", '"--" inside a comment'],
    ["<!-- a ---><a/>", "1:8", '"--" inside a comment'],
    ["<![CDATA[ ]]><a/>", "1:1", "text outside the root element"],
    ["<a/>\n<![CDATA[ ]]>", "2:1", "text outside the root element"],
    ["<a/>\n x", "2:2", "text outside the root element"],
    ["<a/><!-- --><?p?>\n&amp;", "2:1", "text outside the root element"],
    ["<a/>\n<b/>", "2:1", "a second root element"],
    ["<a></a>\n<b/>", "2:1", "a second root element"],
    ["<a/><!-- -->\n<b></b>", "2:1", "a second root element"],
    ["<a>\n<!ELEMENT a ANY></a>", "2:1", '"<!" starts neither a comment nor a CDATA section'],
    ["<a><!DOCTYPE a></a>", "1:4", "a DOCTYPE after the start of the root element"],
    ["<? b?><a/>", "1:1", "a processing instruction is not closed or has no name"],
    ["\n<?a:b ?><a/>", "2:1", "a processing instruction has a colon in its name"],
    ["<a>\n</a/></a>", "2:1", "an end tag holds more than a name"],
    ['<a></a b=">"/></a>', "1:4", "an end tag holds more than a name"],
    ["<a>\n<b c='<'/></a>", "2:4", '"<" in the value of c; write "&lt;"'],
    ["<a = b='1'/>", "1:1", '"=" without a name in the start tag a'],
    ["<a><b c='1'\n\t= d='\"='/></a>", "1:4", '"=" without a name in the start tag b'],
    ["<a b='1' =/>", "1:1", '"=" without a name in the start tag a'],
    ["<a:b:c/>", "1:2", "a:b:c has a misplaced colon"],
    ["<a b='1' :c='2'/>", "1:10", ":c has a misplaced colon"],
    ["<p:\u0300a xmlns:p='u'/>", "1:2", "p:\u0300a has a misplaced colon"],
    ["<a>\n ]]></a>", "2:2", '"]]>" in text; write "]]&gt;"'],
    ['<a>\n<b c="&"/></a>', "2:7", '"&" does not start a reference; write "&amp;"'],
    ['<a b="&c d;"/>', "1:7", '"&" does not start a reference; write "&amp;"'],
    ["<a>&#x;</a>", "1:4", '"&" does not start a reference; write "&amp;"'],
    ["<a>&#0;</a>", "1:4", "&#0; is not a character of XML"],
    ["<a>\n&#xD800;</a>", "2:1", "&#xD800; is not a character of XML"],
    ["<a b='&#1114112;'/>", "1:7", "&#1114112; is not a character of XML"],
    ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', "1:1", "the attribute q:b is given twice"],
    ['<a xmlns:xml="urn:x"/>', "1:1", 'xmlns:xml="urn:x" is not allowed'],
    ['<a xmlns:p=""/>', "1:1", 'xmlns:p="" is not allowed'],
    [
      '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
      "1:1",
      'xmlns="http://www.w3.org/2000/xmlns/" is not allowed',
    ],
  ];
  test.each(cases)("%j", (text, place, message) => {
    expect(finderOf(text)).toBe("nobody");
    expect(found(text)).toEqual(refused(place, message));
  });

  test.each([
    ["<a>\n  &nbsp;</a>", "a.xsd:2:3 MG1010 the entity nbsp is not declared"],
    ['<a>\n<b c="&d;"/></a>', "a.xsd:2:7 MG1010 the entity d is not declared"],
    ["<p:a/>", "a.xsd:1:1 MG1011 the prefix p of p:a is not bound to a namespace"],
    ['<a>\n<b q:c="1"/></a>', "a.xsd:2:1 MG1011 the prefix q of q:c is not bound to a namespace"],
    [
      "<a>".repeat(depthLimit + 1) + "</a>".repeat(depthLimit + 1),
      "a.xsd:1:751 MG1012 elements are nested deeper than 250 levels",
    ],
    [
      "<a>".repeat(100_000) + "</a>".repeat(100_000),
      "a.xsd:1:751 MG1012 elements are nested deeper than 250 levels",
    ],
  ])("%.40j", (text, finding) => {
    expect(finderOf(text)).toBe("nobody");
    expect(found(text)).toEqual([finding]);
  });

  test("as many levels as are allowed", () => {
    expect(found("<a>".repeat(depthLimit) + "</a>".repeat(depthLimit))).toEqual([]);
  });

  /** The library finds that something is missing, and neither what nor where; behind white space not what is wrong. */
  test.each<readonly [text: string, finder: Finder, place: string, message: string]>([
    ["<!-- <a/>", "validator", "1:1", "a comment is not closed"],
    ["<a>\n<!-- </a>", "validator", "2:1", "a comment is not closed"],
    ["<a/>\n<!-- ", "parser", "2:1", "a comment is not closed"],
    ["<a>\n<![CDATA[ ]]</a>", "validator", "2:1", "a CDATA section is not closed"],
    ["<a>\n<?b </a>", "validator", "2:1", "a processing instruction is not closed or has no name"],
    ["<a/><?b ", "parser", "1:5", "a processing instruction is not closed or has no name"],
    ["<!ELEMENT a ANY><a/>", "validator", "1:1", '"<!" starts neither a comment nor a CDATA section'],
    ["<!DOCTYPE a", "validator", "1:1", "the DOCTYPE is not closed"],
    ["\n<a/", "parser", "2:1", "the last start tag is not complete"],
    ["<\u00a0a/>", "nobody", "1:4", "Tag '(no white space of XML)a' is an invalid name"],
    ["<a></a\u00a0>", "nobody", "1:8", "Tag 'a(no white space of XML)' is an invalid name"],
  ])("%j: %s", (text, finder, place, message) => {
    expect(finderOf(text)).toBe(finder);
    expect(found(text)).toEqual(refused(place, message));
  });
});

describe("fast-xml-parser decides", () => {
  test("whether a document is well-formed, and where it is not", () => {
    const spied = jest.spyOn(XMLValidator, "validate");
    spied.mockReturnValueOnce({ err: { code: "InvalidTag", msg: "Refused.", line: 7, col: 3 } });
    expect(found("<a/>")).toEqual(refused("7:3", "Refused"));
    spied.mockRestore();
  });

  test("what a document holds", () => {
    const other: unknown = new XMLParser({ preserveOrder: true, captureMetaData: true }).parse(
      "<b>given</b>",
    );
    const spied = jest.spyOn(XMLParser.prototype, "parse").mockImplementationOnce(() => other);
    const root = readXml("<a>other</a>", "a.xsd", new Diagnostics());
    expect(root).toMatchObject({ name: { name: "b" }, children: ["given"] });
    spied.mockRestore();
  });

  test("of every document of a contract", () => {
    const validated = jest.spyOn(XMLValidator, "validate");
    const parsed = jest.spyOn(XMLParser.prototype, "parse");
    const diagnostics = new Diagnostics();
    loadContract({ wsdls: ["schema/messenger.wsdl"], allow: [] }, diagnostics);
    expect(diagnostics.all).toEqual([]);
    for (const name of ["messenger.wsdl", "messenger.xsd", "guid.xsd"]) {
      const text = readFileSync(`schema/${name}`, "utf8");
      const calls = [validated, parsed].map(
        ({ mock }) => mock.calls.filter(([given]) => given === text).length,
      );
      expect({ name, calls }).toEqual({ name, calls: [1, 1] });
    }
    validated.mockRestore();
    parsed.mockRestore();
  });
});
