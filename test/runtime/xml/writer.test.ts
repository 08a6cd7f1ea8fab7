import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { joinedBytes } from "#runtime/mime/joined-bytes.js";
import { element, type XmlContent, type XmlNode } from "#runtime/xml/content.js";
import { xmlNamespace } from "#runtime/xml/names.js";
import { StreamWriter } from "#runtime/xml/stream-writer.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { writeNil } from "#runtime/xml/nillable.js";
import { readContent } from "#runtime/xml/read-content.js";
import { writeContent } from "#runtime/xml/write-content.js";
import { base64Binary, int, string } from "#runtime/xsd/primitives.js";
import { LexicalError } from "#runtime/xsd/type.js";
import { readDocument, reading } from "./reading.js";

function written(write: (w: XmlWriter) => void): string {
  const writer = new XmlWriter();
  write(writer);
  return writer.toString();
}

describe("markup", () => {
  test.each<[string, (w: XmlWriter) => void]>([
    [
      "<a />",
      (w) => {
        w.open("a");
        w.close("a");
      },
    ],
    [
      "<a><b /></a>",
      (w) => {
        w.open("a");
        w.open("b");
        w.close("b");
        w.close("a");
      },
    ],
    [
      "<a>x</a>",
      (w) => {
        w.text("a", "x");
      },
    ],
    [
      "<a />",
      (w) => {
        w.text("a", "");
      },
    ],
    [
      "<a>1</a>",
      (w) => {
        w.plain("a", "1");
      },
    ],
    [
      "<a>42</a>",
      (w) => {
        w.plain("a", int.print(42));
      },
    ],
    [
      "<a />",
      (w) => {
        w.plain("a", string.print(""));
      },
    ],
    [
      "<a />",
      (w) => {
        w.plain("a", base64Binary.print(new Uint8Array(0)));
      },
    ],
    [
      '<a><b xsi:nil="true" /></a>',
      (w) => {
        w.open("a");
        writeNil(w, "b");
        w.close("a");
      },
    ],
    [
      '<a xsi:type="T"><b>1</b></a>',
      (w) => {
        w.open("a");
        w.attribute("xsi:type", "T");
        w.plain("b", "1");
        w.close("a");
      },
    ],
    [
      '<a x="1" y="&quot;&amp;&lt;&#x9;&#xA;&#xD;" />',
      (w) => {
        w.open("a");
        w.attribute("x", "1");
        w.attribute("y", '"&<\t\n\r');
        w.close("a");
      },
    ],
    [
      "<a>x<b>y</b>z</a>",
      (w) => {
        w.open("a");
        w.characters("x");
        w.text("b", "y");
        w.characters("z");
        w.close("a");
      },
    ],
    [
      "<a><raw/></a>",
      (w) => {
        w.open("a");
        w.raw("<raw/>");
        w.close("a");
      },
    ],
    [
      '<a xmlns:q="urn:q" xmlns="urn:a"><b>1</b></a>',
      (w) => {
        w.openRoot("a", "urn:a", ' xmlns:q="urn:q"');
        w.plain("b", "1");
        w.close("a");
      },
    ],
    [
      '<a xmlns="urn:a"><b xmlns=""><c /></b><d /><e xmlns="urn:b" /></a>',
      (w) => {
        w.openRoot("a", "urn:a");
        w.openIn("b", "");
        w.openIn("c", "");
        w.close("c");
        w.close("b");
        w.openIn("d", "urn:a");
        w.close("d");
        w.openIn("e", "urn:b");
        w.close("e");
        w.close("a");
      },
    ],
  ])("%s", (markup, write) => {
    expect(written(write)).toBe(markup);
  });

  test.each([
    ["a&b<c>d", "a&amp;b&lt;c&gt;d"],
    ["]]>", "]]&gt;"],
    ["\"quotes' stay", "\"quotes' stay"],
    ["\t\n stay", "\t\n stay"],
    ["\r\n", "&#xD;\n"],
    ["\u0000\u0001\u0008\u000b\u000c\u000e\u001f", "\ufffd".repeat(7)],
    ["\ufffe\uffff", "\ufffd\ufffd"],
    ["\ud800x\udc00", "\ufffdx\ufffd"],
    ["\u007f\u0085\u00e9\u0645\u2028\u{1f600}", "\u007f\u0085\u00e9\u0645\u2028\u{1f600}"],
  ])("%j is written as %j", (text, markup) => {
    expect(
      written((w) => {
        w.text("a", text);
      }),
    ).toBe(`<a>${markup}</a>`);
  });

  test("a value outside its type is refused", () => {
    expect(() =>
      written((w) => {
        w.plain("a", int.print(1.5));
      }),
    ).toThrow(LexicalError);
  });
});

describe("pieces", () => {
  const rows = 20_000;
  const write = (w: XmlWriter): void => {
    w.open("rows");
    for (let row = 0; row < rows; row++) w.text("row", `row ${row} \u0645`);
    w.close("rows");
  };

  test("a large response is never one string", () => {
    const writer = new StreamWriter();
    write(writer);
    const pieces = writer.content();
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200_000);
    const whole = Buffer.from(joinedBytes(pieces)).toString();
    expect(whole).toBe(written(write));
    expect(readDocument(whole).length).toBe(rows);
  });

  test("full pieces are bytes, the last one is text", () => {
    const writer = new StreamWriter();
    write(writer);
    const kinds = writer.content().map((piece) => typeof piece);
    expect(kinds).toEqual([...kinds.slice(1).map(() => "object"), "string"]);
  });

  test("a large text is written whole", () => {
    const text = "\u{1f600}x&".repeat(150_000);
    const markup = written((w) => {
      w.open("a");
      w.text("b", text);
      w.close("a");
    });
    expect(readDocument(markup)).toEqual([element("b", [text])]);
  });

  test("writers do not disturb each other", () => {
    const outer = new XmlWriter();
    outer.open("outer");
    const inner = written((w) => {
      w.text("inner", "1");
    });
    outer.text("a", "2");
    outer.close("outer");
    expect([inner, outer.toString()]).toEqual(["<inner>1</inner>", "<outer><a>2</a></outer>"]);
  });
});

describe("content", () => {
  test.each<[string, XmlContent]>([
    ["<r />", []],
    ["<r>text</r>", ["text"]],
    ["<r><a /></r>", [element("a")]],
    ['<r><a x="1">t<b /></a></r>', [element("a", ["t", element("b")], { attributes: { x: "1" } })]],
    [
      '<r><a xmlns="urn:a"><b /><c xmlns="" /></a></r>',
      [element("a", [element("b", [], { namespace: "urn:a" }), element("c")], { namespace: "urn:a" })],
    ],
  ])("%s", (markup, content) => {
    expect(
      written((w) => {
        w.open("r");
        writeContent(w, content);
        w.close("r");
      }),
    ).toBe(markup);
  });

  test("inside another namespace its own is restored", () => {
    const markup = written((w) => {
      w.openRoot("Statistics", "urn:a");
      writeContent(w, [element("Statistics", [element("Total", ["1"])])]);
      w.close("Statistics");
    });
    expect(markup).toBe(
      '<Statistics xmlns="urn:a"><Statistics xmlns=""><Total>1</Total></Statistics></Statistics>',
    );
  });

  test("a document of its own", () => {
    expect(
      written((w) => {
        writeContent(w, [element("a", ["1"])]);
      }),
    ).toBe("<a>1</a>");
  });

  test("under another namespace", () => {
    const alias = { wire: "urn:wire", contract: "urn:contract" };
    const content = [
      element("a", [], { namespace: "urn:contract" }),
      element("b", [], { namespace: "urn:wire" }),
    ];
    const writer = new XmlWriter({ alias });
    writer.openRoot("r", "urn:contract");
    writeContent(writer, content);
    writer.close("r");
    const markup = writer.toString();
    expect(markup).toBe('<r xmlns="urn:wire"><a /><b xmlns="urn:contract" /></r>');
    expect(reading(markup, (r) => readContent(r, undefined), { alias })).toEqual(content);
  });

  test.each(["", "a b", "a:b", "1a", "a><b", 'a="1"'])("the name %j is refused", (name) => {
    expect(() => element(name)).toThrow(RangeError);
    const node = { namespace: "", name, attributes: [], children: [] };
    expect(() =>
      written((w) => {
        writeContent(w, [node]);
      }),
    ).toThrow(RangeError);
    const attributes = [{ namespace: "", name, value: "1" }];
    expect(() =>
      written((w) => {
        writeContent(w, [{ ...node, name: "a", attributes }]);
      }),
    ).toThrow(RangeError);
  });

  test("depth is no recursion", () => {
    let node = element("a");
    for (let depth = 0; depth < 100_000; depth++) node = element("a", [node]);
    expect(
      written((w) => {
        writeContent(w, [node]);
      }).length,
    ).toBeGreaterThan(700_000);
  });
});

describe("round trips", () => {
  const name = fc.constantFrom("a", "b", "long-name.1", "é", "__proto__", "\u{10400}");
  const declared = fc.constantFrom("", "urn:a", "urn:b&<\"'", "http://example.com/ ns");
  const namespace = fc.oneof(declared, fc.constant(xmlNamespace));
  const text = fc
    .string({ unit: "binary", minLength: 1 })
    .filter((value) => !/[\p{Cs}\ufffe\uffff]|[^\P{Cc}\t\n\r\u007f-\u009f]/u.test(value));
  const attributes = fc.uniqueArray(
    fc.record({
      namespace: fc.oneof(namespace, fc.constant(xmlNamespace)),
      name,
      value: fc.oneof(text, fc.constant("")),
    }),
    {
      selector: (attribute) => `${attribute.namespace} ${attribute.name}`,
      maxLength: 4,
    },
  );
  const { nodes } = fc.letrec<{ nodes: XmlNode[]; node: XmlNode }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text,
      fc.record({ namespace, name, attributes, children: tie("nodes") }),
    ),
    nodes: fc.array(tie("node"), { maxLength: 4 }),
  }));

  /** Adjacent texts are one after reading. */
  function joined(content: XmlContent): XmlContent {
    const result: XmlNode[] = [];
    for (const node of content) {
      const last = result.at(-1);
      if (typeof node !== "string") result.push({ ...node, children: joined(node.children) });
      else if (typeof last === "string") result[result.length - 1] = last + node;
      else result.push(node);
    }
    return result;
  }

  test("content is read as it was written", () => {
    fc.assert(
      fc.property(nodes, declared, (content, root) => {
        const writer = new XmlWriter();
        writer.openRoot("root", root);
        writeContent(writer, content);
        writer.close("root");
        expect(readDocument(writer.toString())).toEqual(joined(content));
      }),
    );
  });

  test("any string is written well-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (value) => {
        const [read = ""] = readDocument(
          written((w) => {
            w.open("r");
            w.characters(value);
            w.close("r");
          }),
        );
        const expected = value.replace(/\p{Cs}/gu, "\ufffd").replace(/[^\t\n\r\u0020-\ufffd]/g, "\ufffd");
        expect(read).toBe(expected);
      }),
    );
  });
});
