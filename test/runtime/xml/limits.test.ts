import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { serverLimits } from "#runtime/xml/limits.js";
import { XmlReader } from "#runtime/xml/reader.js";
import { errorOf, readDocument, reading, verdict } from "./reading.js";
import { runsOf } from "../../in-time.js";

function nested(depth: number): string {
  return "<a>".repeat(depth) + "</a>".repeat(depth);
}

function many(count: number, print: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => print(index)).join("");
}

describe("limits of a server", () => {
  const { depth, attributes, namespaces, nameLength, items } = serverLimits;

  test.each<[string, string, string]>([
    ["depth", nested(depth), "accepted"],
    ["depth + 1", nested(depth + 1), "DepthLimit"],
    ["attributes", `<a ${many(attributes, (i) => `a${i}='' `)}/>`, "accepted"],
    ["attributes + 1", `<a ${many(attributes + 1, (i) => `a${i}='' `)}/>`, "AttributeLimit"],
    [
      "attributes and declarations",
      `<a xmlns='urn:a' ${many(attributes, (i) => `a${i}='' `)}/>`,
      "AttributeLimit",
    ],
    ["namespaces", `<a ${many(namespaces, (i) => `xmlns:a${i}='u' `)}/>`, "accepted"],
    [
      "namespaces + 1",
      `<a ${many(namespaces, (i) => `xmlns:a${i}='u' `)}><b xmlns='u'/></a>`,
      "NamespaceLimit",
    ],
    ["namespaces one after the other", `<a>${many(1000, (i) => `<b xmlns:c${i}='u'/>`)}</a>`, "accepted"],
    ["name", `<${"a".repeat(nameLength)}/>`, "accepted"],
    ["name + 1", `<${"a".repeat(nameLength + 1)}/>`, "NameLimit"],
    ["name of an attribute + 1", `<a ${"a".repeat(nameLength + 1)}='1'/>`, "NameLimit"],
    ["elements", `<a>${"<b/>".repeat(items - 1)}</a>`, "accepted"],
    ["elements + 1", `<a>${"<b/>".repeat(items)}</a>`, "ItemLimit"],
    ["attributes of all elements + 1", `<a>${"<b c=''/>".repeat(items / 2)}</a>`, "ItemLimit"],
    ["references", `<a>${"&lt;".repeat(items - 1)}</a>`, "accepted"],
    ["references + 1", `<a>${"&#65;".repeat(items)}</a>`, "ItemLimit"],
    ["references in attributes + 1", `<a b='${"&lt;".repeat(items - 1)}'/>`, "ItemLimit"],
    ["comments + 1", `<a>${"<!---->".repeat(items)}</a>`, "ItemLimit"],
    ["comments in front + 1", `${"<!---->".repeat(items)}<a/>`, "ItemLimit"],
    ["instructions + 1", `<a>${"<?b?>".repeat(items)}</a>`, "ItemLimit"],
    ["CDATA sections + 1", `<a>${"<![CDATA[]]>".repeat(items)}</a>`, "ItemLimit"],
  ])("%s", (_name, document, code) => {
    expect(verdict(() => readDocument(document))).toBe(code);
    expect(
      verdict(() => {
        reading(document, (r) => {
          r.skip();
        });
      }),
    ).toBe(code);
  });

  test("other limits apply to names and tags seen before", () => {
    const document = "<abcdef xmlns='urn:a' xmlns:b='urn:b'><ghijkl>1</ghijkl><mnopqr>2</mnopqr></abcdef>";
    for (let round = 0; round < 4; round++) expect(verdict(() => readDocument(document))).toBe("accepted");
    const limited = (limits: Partial<typeof serverLimits>) =>
      verdict(() => readDocument(document, { limits: { ...serverLimits, ...limits } }));
    expect(limited({ nameLength: 5 })).toBe("NameLimit");
    expect(limited({ attributes: 1 })).toBe("AttributeLimit");
    expect(limited({ namespaces: 1 })).toBe("NamespaceLimit");
    expect(limited({ depth: 1 })).toBe("DepthLimit");
    expect(limited({ items: 2 })).toBe("ItemLimit");
  });
});

describe("hostile documents are decided", () => {
  const million = 1_000_000;

  test.each<[string, () => string, string]>([
    ["a million levels", () => "<a>".repeat(million), "DepthLimit"],
    ["200,000 attributes", () => `<a ${many(200_000, (i) => `a${i}='1' `)}/>`, "AttributeLimit"],
    ["50,000 namespaces", () => `<a ${many(50_000, (i) => `xmlns:a${i}='u${i}' `)}/>`, "AttributeLimit"],
    ["a name of a million letters", () => `<${"a".repeat(million)}/>`, "NameLimit"],
    ["a prefix of a million letters", () => `<${"a".repeat(million)}:b/>`, "NameLimit"],
    ["a million references", () => `<a>${"&amp;".repeat(million)}</a>`, "ItemLimit"],
    ["a million references in a value", () => `<a b='${"&#65;".repeat(million)}'/>`, "ItemLimit"],
    ["a reference of a million digits", () => `<a>&#${"0".repeat(million)}65;</a>`, "accepted"],
    ["a reference that does not end", () => `<a>&${"a".repeat(million)}</a>`, "Malformed"],
    ["a million ampersands", () => `<a>${"&".repeat(million)}</a>`, "Malformed"],
    ["a million brackets", () => `<a>${"]".repeat(million)}</a>`, "accepted"],
    ["a million comments", () => `<a>${"<!---->".repeat(million)}</a>`, "ItemLimit"],
    ["a million comments in a text", () => `<a>${"x<!---->".repeat(million)}</a>`, "ItemLimit"],
    ["a comment that does not end", () => `<a><!--${"- ".repeat(million)}`, "Malformed"],
    ["a million sections", () => `<a>${"<![CDATA[]]>".repeat(million)}</a>`, "ItemLimit"],
    ["a million instructions", () => `<a>${"<?p?>".repeat(million)}</a>`, "ItemLimit"],
    ["a million spaces in a tag", () => `<a${" ".repeat(million)}/>`, "accepted"],
    ["a million spaces in an end tag", () => `<a></a${" ".repeat(million)}>`, "accepted"],
    ["many tabs in values", () => `<a>${"<b c='\t'/>".repeat(99_000)}</a>`, "accepted"],
    ["tags without end", () => "<".repeat(million), "Malformed"],
    ["values without end", () => `<a ${"b='".repeat(million)}`, "Malformed"],
    ["names of one hash", () => `<a>${many(100_000, (i) => `<n${i % 2000}/>`)}</a>`, "accepted"],
    [
      "elements full of attributes",
      () => `<a>${`<b ${many(64, (i) => `a${i}='' `)}/>`.repeat(3_000)}</a>`,
      "accepted",
    ],
  ])("%s", (_name, document, code) => {
    const text = document();
    expect(verdict(() => readDocument(text))).toBe(code);
  });

  test("an error does not hold pieces of the document in its text", () => {
    const error = errorOf(() => readDocument(`<a>${"&".repeat(1000)}`));
    expect(error.message.length).toBeLessThan(100);
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ...Array.from("<>/&;'\"= \n:!-[]?#x1aé\u{1f600}"),
    "\ud800",
    ...[
      "<a",
      "</a>",
      "<a>",
      "/>",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?p",
      "?>",
      "&lt;",
      "&#65;",
      " xmlns",
      "='u'",
      "xmlns:p='u'",
    ],
    ...["<!DOCTYPE", "<?xml version='1.0'?>", "p:a", "xsi:nil", "\u0000", "\r\n"],
  );

  test("is read or refused with a code, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30, size: "max" }), (parts) => {
        const text = parts.join("");
        expect(verdict(() => readDocument(text))).toBe(
          verdict(() => {
            reading(text, (r) => {
              r.skip();
            });
          }),
        );
        const reader = new XmlReader(text);
        expect(reader.path()).toBe("");
      }),
      { numRuns: runsOf(5_000) },
    );
  });
});

test("declarations of a start tag count whether or not it was read before", () => {
  const document = '<r xmlns:a="urn:a" xmlns:b="urn:b"></r>';
  const limited = (items: number): unknown =>
    verdict(() => readDocument(document, { limits: { ...serverLimits, items } }));
  for (let times = 0; times < 3; times++) expect([limited(2), limited(3)]).toEqual(["ItemLimit", "accepted"]);
});
