import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Diagnostics } from "#generator/diagnostics.js";
import { decodeXml } from "#generator/read/decode.js";
import { readXml } from "#generator/read/document.js";
import { clark } from "#generator/read/names.js";
import { textOf, type XmlElement } from "#generator/read/xml.js";
import { findings } from "./contract-files.js";

function read(text: string): {
  readonly root: XmlElement | undefined;
  readonly found: readonly string[];
} {
  const diagnostics = new Diagnostics();
  const root = readXml(text, "a.xsd", diagnostics);
  return { root, found: findings(diagnostics) };
}

/** An element as arrays: name, attributes, children. */
function plain(element: XmlElement): unknown {
  const children = element.children.map((child) => (typeof child === "string" ? child : plain(child)));
  return [clark(element.name), [...element.attributes], children];
}

describe("a DOCTYPE is skipped", () => {
  const ignored = "MG1021 the DOCTYPE is ignored";
  test.each([
    ["<!DOCTYPE a>\n<a/>", "1:1"],
    ['<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "http://www.example.com/>a.dtd"><a/>', "2:1"],
    ["<!-- c --><!DOCTYPE a PUBLIC \"-//X//EN\" 'a]>.dtd' [] >\n<a/>", "1:11"],
    [
      `<!DOCTYPE a [\n<!-- it's ]> --><?p ']> ?><!ENTITY b ']>'><!ELEMENT a (c|d)*>\n<!ATTLIST a e CDATA "'">]><a/>`,
      "1:1",
    ],
  ])("%j", (text, place) => {
    const { root, found } = read(text);
    expect(found).toEqual([`a.xsd:${place} ${ignored}`]);
    expect(root?.name.name).toBe("a");
    expect(root?.origin).toMatchObject({ line: text.split("\n").length });
  });

  const open = "MG1008 not well-formed XML: the DOCTYPE is not closed";
  const late = "MG1008 not well-formed XML: a DOCTYPE after the start of the root element";
  const entity = "MG1009 the entity b is not expanded: the entities of a DOCTYPE are not supported";
  test.each([
    ["<!DOCTYPE a", `1:1 ${open}`],
    ["<!DOCTYPE a [", `1:1 ${open}`],
    ["<!DOCTYPE a [<!-- ]><a/>", `1:1 ${open}`],
    ["<!DOCTYPE a [<?p ]><a/>", `1:1 ${open}`],
    [`<!DOCTYPE a [<!ENTITY b "'>]><a/>`, `1:1 ${open}`],
    ["<a/><!DOCTYPE a>", `1:5 ${late}`],
    ["<a><!DOCTYPE a></a>", `1:4 ${late}`],
    ["<!DOCTYPE a><!DOCTYPE a><a/>", "1:13 MG1008 not well-formed XML: a second DOCTYPE"],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', `1:34 ${entity}`],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a c="&b;"/>', `1:61 ${entity}`],
    ['<!DOCTYPE a SYSTEM "a.dtd"><a>&b;</a>', `1:31 ${entity}`],
  ])("%j is refused", (text, found) => {
    expect(read(text)).toEqual({ root: undefined, found: [`a.xsd:${found}`] });
  });

  test("its length does not matter", () => {
    const subset = `<!-- ' --><!ENTITY a "]">`.repeat(50_000);
    expect(read(`<!DOCTYPE a [${subset}]><a/>`).found).toHaveLength(1);
    expect(read(`<!DOCTYPE a [${subset}<a/>`).found).toHaveLength(1);
  });
});

describe("documents that are well-formed", () => {
  const cases: readonly (readonly [text: string, tree: unknown])[] = [
    ["<a/>", ["{}a", [], []]],
    ["<a xmlns='u' b='1'><c xmlns=''/></a>", ["{u}a", [["b", "1"]], [["{}c", [], []]]]],
    [
      "<a><?p don't?><b/><?p can't?><c/></a>",
      [
        "{}a",
        [],
        [
          ["{}b", [], []],
          ["{}c", [], []],
        ],
      ],
    ],
    ['<a><?p "?>t</a>', ["{}a", [], ["t"]]],
    ['<p:a xmlns:p="u" p:b=" 1\n2 "/>', ["{u}a", [["{u}b", " 1 2 "]], []]],
    [
      "<a>1<!-- x -->2<b/><![CDATA[<&amp;]]>&lt;&#65;&#x42;</a>",
      ["{}a", [], ["1", "2", ["{}b", [], []], "<&amp;", "<AB"]],
    ],
    ["<a>\r\n\r</a>", ["{}a", [], ["\n\n"]]],
    ['<a b="&quot;&apos;&gt;>/"/>', ["{}a", [["b", "\"'>>/"]], []]],
    ['<a xml:lang="en"/>', ["{}a", [["{http://www.w3.org/XML/1998/namespace}lang", "en"]], []]],
    [
      '<a __proto__="1" constructor="2"/>',
      [
        "{}a",
        [
          ["__proto__", "1"],
          ["constructor", "2"],
        ],
        [],
      ],
    ],
    ["<?xml version='1.0' standalone='yes' ?><!-- c --><a><?p x?></a><?q?>\n<!-- d -->", ["{}a", [], []]],
    ["<a>]]<!-- -->></a>", ["{}a", [], ["]]", ">"]]],
    ['<a b="]]> --> ?>"/>', ["{}a", [["b", "]]> --> ?>"]], []]],
    [
      "<a><!-- </b/> ]]> <?p --><?p </b/> <!-- ]]>?><![CDATA[ <!-- </b/> &c; ]]></a>",
      ["{}a", [], [" <!-- </b/> &c; "]],
    ],
    [`<a b\n= "'=">x" = '=</a>`, ["{}a", [["b", "'="]], [`x" = '=`]]],
    ["<a>\u00a0\u3000\ufeff</a>", ["{}a", [], ["\u00a0\u3000\ufeff"]]],
    ["<\u{10000}\u{EFFFF}/>", ["{}\u{10000}\u{EFFFF}", [], []]],
    [
      "<a ><toString/><valueOf></valueOf ></a >",
      [
        "{}a",
        [],
        [
          ["{}toString", [], []],
          ["{}valueOf", [], []],
        ],
      ],
    ],
    ["<a>00447700900123 1e5 true</a>", ["{}a", [], ["00447700900123 1e5 true"]]],
    ["<é ü='\u{1F600}'/>", ["{}é", [["ü", "\u{1F600}"]], []]],
  ];
  test.each(cases)("%j", (text, tree) => {
    const { root, found } = read(text);
    expect(found).toEqual([]);
    expect(root && plain(root)).toEqual(tree);
  });

  test("places are those of the start tags, whatever the line ends", () => {
    const { root } = read('<?xml version="1.0"?>\r\n<!-- c -->\r\n<a>\r\n  <b/>é<c\n/></a>');
    const origins = root?.children.flatMap((child) => (typeof child === "string" ? [] : [child.origin]));
    expect([root?.origin, ...(origins ?? [])]).toEqual([
      { file: "a.xsd", line: 3, column: 1 },
      { file: "a.xsd", line: 4, column: 3 },
      { file: "a.xsd", line: 4, column: 8 },
    ]);
  });

  test("a written tree is read unchanged", () => {
    const name = fc.constantFrom("a", "b-c", "_d.1", "toJSON", "é");
    const text = fc.string({
      unit: fc.constantFrom("x", " ", "<", "&", '"', "'", ">", "]", "\n", "é", "\u{1F600}"),
    });
    const { tree } = fc.letrec((tie) => ({
      tree: fc.record({
        name,
        attributes: fc.dictionary(fc.constantFrom("a", "__proto__", "constructor", "valueOf"), text, {
          maxKeys: 3,
        }),
        children: fc.array(fc.oneof({ maxDepth: 4 }, text, tie("tree")), { maxLength: 4 }),
      }),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const { root, found } = read(print(value));
        expect(found).toEqual([]);
        expect(root && textOf(root)).toBe(textIn(value));
        expect(root && namesIn(root)).toEqual(printedNames(value));
      }),
    );
  });

  test("any damaged document is read or refused with a place", () => {
    const good =
      '<?xml version="1.0"?><a xmlns:p="u"><p:b c="1&amp;2">t<![CDATA[x]]></p:b><!-- d --><e/></a>';
    const piece = fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "/",
      "<!--",
      "-->",
      "]]>",
      "<![CDATA[",
      "=",
      ":",
      " ",
      "a",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(4), piece, (at, cut, inserted) => {
        const text = good.slice(0, at) + inserted + good.slice(at + cut);
        const { root, found } = read(text);
        if (found.length > 0)
          expect(found.every((finding) => /^a\.xsd:\d+:\d+ MG10/.test(finding))).toBe(true);
        else expect(root?.name.name).toBe("a");
      }),
      { numRuns: 500 },
    );
  });
});

function print(value: unknown): string {
  if (typeof value === "string") return escape(value);
  const { name, attributes, children } = nodeOf(value);
  const written = attributes.map(([key, text]) => ` ${key}="${escape(text)}"`).join("");
  return `<${name}${written}>${children.map(print).join("")}</${name}>`;
}

function escape(text: string): string {
  // "]]" and ">" of neighbouring texts meet, so every ">" after a "]" or at the start is written as a reference.
  return text.replace(/[<&"\n]|(?<=^|])>/g, (found) => `&#${found.charCodeAt(0)};`);
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : nodeOf(value).children.map(textIn).join("");
}

function namesIn(element: XmlElement): unknown {
  return [
    element.name.name,
    [...element.attributes],
    element.children.flatMap((child) => (typeof child === "string" ? [] : [namesIn(child)])),
  ];
}

function printedNames(value: unknown): unknown {
  const { name, attributes, children } = nodeOf(value);
  return [name, attributes, children.filter((child) => typeof child !== "string").map(printedNames)];
}

interface Node {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: readonly unknown[];
}

function nodeOf(value: unknown): Node {
  if (typeof value !== "object" || value === null) throw new Error("not an element");
  const entries = new Map<string, unknown>(Object.entries(value));
  const attributes = entries.get("attributes") ?? {};
  const children = entries.get("children");
  return {
    name: String(entries.get("name")),
    attributes: Object.entries(attributes).map(([key, text]) => [key, String(text)] as const),
    children: Array.isArray(children) ? children : [],
  };
}

describe("white space before the XML declaration", () => {
  const ignored = "a.xsd:1:1 MG1023 white space before the XML declaration is ignored";
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  test.each([
    ["\n", 2],
    [" ", 1],
    ["\r\n\r\n", 3],
    ["\t \n", 2],
    ["\r", 2],
    ["\n".repeat(300), 301],
  ])("%j", (space, line) => {
    const { root, found } = read(`${space}${declaration}<a/>`);
    expect(found).toEqual([ignored]);
    expect(root?.origin).toMatchObject({ line });
  });

  test.each([
    [
      `<!-- c -->${declaration}<a/>`,
      "1:11 MG1008 not well-formed XML: an XML declaration after the start of the file",
    ],
    [
      `\n<!-- c -->${declaration}<a/>`,
      "2:11 MG1008 not well-formed XML: an XML declaration after the start of the file",
    ],
    [`\n<?xml version="2"?><a/>`, "2:1 MG1008 not well-formed XML: the XML declaration is wrong"],
    [
      `\u00a0${declaration}<a/>`,
      "1:2 MG1008 not well-formed XML: an XML declaration after the start of the file",
    ],
  ])("%j is refused", (text, finding) => {
    expect(read(text).found).toEqual([`a.xsd:${finding}`]);
  });

  test("without a declaration it is allowed", () => {
    expect(read("\n <a/>").found).toEqual([]);
  });

  test("the encoding that the declaration names is used", () => {
    const diagnostics = new Diagnostics();
    const bytes = Buffer.from('\n<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', "latin1");
    expect(decodeXml(bytes, "a.xsd", diagnostics)).toContain("<a>é</a>");
  });
});
