import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import ts from "typescript";
import { commentLines, commentText, jsDoc, literal } from "#generator/emit/printer/text.js";
import { documented } from "#generator/emit/printer/code.js";
import { layout } from "#generator/emit/printer/layout.js";

/** Strings of contracts: arbitrary ones, often with text that would break out of a literal or a comment. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("*/", "/*", '"', "'", "\\", "\n", "\r", "\u2028", "\u202e", "${", "`"),
    ),
  )
  .map((parts) => parts.join(""));

describe("literals", () => {
  test.each([
    ["plain", '"plain"'],
    ['say "x"', "'say \"x\"'"],
    ["it's", '"it\'s"'],
    ["\"'", '"\\"\'"'],
    ["a\nb", '"a\\nb"'],
    ["a\u2028b", '"a\\u2028b"'],
    ["a\u202eb", '"a\\u202eb"'],
    ["\u{e0001}", '"\\u{e0001}"'],
    ["\ud800", '"\\ud800"'],
    ["</script>", '"</script>"'],
    ["", '""'],
    [" !#&(-[]^~", '" !#&(-[]^~"'],
    ["a\\b", '"a\\\\b"'],
    ["a\u007f", '"a\\u007f"'],
    ["été", '"été"'],
  ])("%j", (text, want) => {
    expect(literal(text)).toBe(want);
  });

  test("are one literal of that value, whatever the text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const source = ts.createSourceFile("x.ts", `const x = ${literal(text)};`, ts.ScriptTarget.ES2022);
        const [statement] = source.statements;
        expect(source.statements).toHaveLength(1);
        const found: string[] = [];
        const visit = (node: ts.Node): void => {
          if (ts.isStringLiteral(node)) found.push(node.text);
          ts.forEachChild(node, visit);
        };
        if (statement !== undefined) visit(statement);
        expect(found).toEqual([text]);
      }),
    );
  });
});

describe("comments", () => {
  test.each([
    ["a */ b", "a *\\/ b"],
    ["a\u2029b", "a\\u2029b"],
    ["a\u0000b", "a\\u0000b"],
  ])("%j", (text, want) => {
    expect(commentText(text)).toBe(want);
  });

  test("stay comments, whatever the text", () => {
    fc.assert(
      fc.property(fc.array(hostile), (paragraphs) => {
        const text = layout(documented(paragraphs, "const x = 1;"), () => "");
        const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.ES2022);
        expect(source.statements).toHaveLength(1);
        expect(source.statements[0]?.getText(source)).toBe("const x = 1;");
      }),
    );
  });

  test("are wrapped at 100 columns, paragraphs apart", () => {
    const long = "word ".repeat(30).trim();
    const lines = commentLines([long, "End."], 4);
    expect(lines.slice(-2)).toEqual(["", "End."]);
    expect(Math.max(...lines.map((line) => ` * ${line}`.length + 4))).toBeLessThanOrEqual(100);
    expect(lines.join(" ").match(/word/g)).toHaveLength(30);
  });

  test.each([
    [["Short."], ["Short."]],
    [[], []],
    [["A.", "B."], ["\nA.\n\nB."]],
  ])("for ts-morph: %j", (paragraphs, want) => {
    expect(jsDoc(paragraphs, 0)).toEqual(want);
  });
});

test.each([
  ["@ts-ignore", "\\@ts-ignore"],
  ["@TS-expect-error: no", "\\@TS-expect-error: no"],
  ["* @ts-nocheck */", "* \\@ts-nocheck *\\/"],
  ["@param and sales@example.com", "@param and sales@example.com"],
])("a comment contains no compiler directive: %j", (text, want) => {
  expect(commentText(text)).toBe(want);
});
