import { expect, test } from "@jest/globals";
import { withComments, withRows } from "./rewriting.js";

test("comments stand behind every tag", () => {
  expect(withComments("<a><b>t</b></a>").replaceAll("<!-- > --><?note > ?>", "!")).toBe(
    "<a>!<b>!t</b>!</a>!",
  );
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
