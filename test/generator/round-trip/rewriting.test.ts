import { expect, test } from "@jest/globals";
import { markup } from "../../../bench/conformance/markup.js";
import { Diagnostics } from "#generator/diagnostics.js";
import { readXml } from "#generator/read/document.js";
import type { XmlElement } from "#generator/read/xml.js";
import { withComments, withRows, withSplitTexts } from "./rewriting.js";

test("comments stand behind every tag", () => {
  expect(withComments("<a><b>t</b></a>").replaceAll("<!-- > --><?note > ?>", "!")).toBe(
    "<a>!<b>!t</b>!</a>!",
  );
});

test("split texts are the same to another reader", () => {
  const row = '<b c="x &amp; &quot;y&quot;&#xA;">t &lt; &amp;amp; ]]&gt;&#xD; and more</b>';
  const xml = `<a>${row.repeat(20)}<c>&#x1F600;</c></a>`;
  const split = withSplitTexts(xml);
  for (const part of ["<![CDATA[", "<!--", "<?note", "&#x", "&#3", "&lt;"]) expect(split).toContain(part);
  const read = (text: string): unknown => readXml(text, "text", new Diagnostics());
  expect(markup(read(split) as XmlElement)).toBe(markup(read(xml) as XmlElement));
});

test("arrays of records become rows, also within rows; lists, open and ordered content stay", async () => {
  const kept = { list: [1, 2], $any: [{ name: "a" }], $content: [{ name: "b", value: 1 }], none: [] };
  const given = withRows({ ...kept, row: [{ cell: [{ a: 1 }] }] });
  expect(given).toMatchObject(kept);
  const found: unknown[] = [];
  const { row } = given as { readonly row: AsyncIterable<{ readonly cell: AsyncIterable<unknown> }> };
  for await (const { cell } of row) for await (const each of cell) found.push(each);
  expect(found).toEqual([{ a: 1 }]);
});
