import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import ts from "typescript";
import { access, guarded, key, listed, member } from "../../../generator/emit/layout.js";
import { commentText, docLines, jsDoc, literal } from "../../../generator/emit/text.js";

/** Strings a contract may hold: anything, and often what would break out of a literal or a comment. */
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
        const text = `${docLines(paragraphs, 0).join("\n")}\nconst x = 1;`;
        const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.ES2022);
        expect(source.statements).toHaveLength(1);
        expect(source.statements[0]?.getText(source)).toBe("const x = 1;");
      }),
    );
  });

  test("are wrapped at 100 columns, paragraphs apart", () => {
    const long = "word ".repeat(30).trim();
    const lines = docLines([long, "End."], 4);
    expect(lines.at(0)).toBe("/**");
    expect(lines.slice(-3)).toEqual([" *", " * End.", " */"]);
    expect(Math.max(...lines.map((line) => line.length + 4))).toBeLessThanOrEqual(100);
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

describe("layout", () => {
  const long = "x".repeat(60);

  test("lists break when they do not fit", () => {
    expect(listed("f(", ["a", "b"], ");")).toEqual(["f(a, b);"]);
    expect(listed("f(", [long, long], ");")).toEqual(["f(", `  ${long},`, `  ${long},`, ");"]);
    expect(listed("f(", ["a"], ");", 110)).toEqual(["f(", "  a,", ");"]);
  });

  test("members break behind the colon", () => {
    expect(member("a", "1", 0)).toEqual(["a: 1,"]);
    expect(member("a", long + long, 0)).toEqual(["a:", `  ${long}${long},`]);
  });

  test("guards have a block when they do not fit", () => {
    expect(guarded("a", ["b();"], 2)).toEqual(["if (a) b();"]);
    expect(guarded(long, [`${long};`], 2)).toEqual([`if (${long}) {`, `  ${long};`, "}"]);
    expect(guarded("a", ["b();", "c();"], 2)).toEqual(["if (a) {", "  b();", "  c();", "}"]);
  });

  test.each([
    ["CustomerID", "CustomerID", "v.CustomerID"],
    ["class", "class", "v.class"],
    ["a-b", '"a-b"', 'v["a-b"]'],
    ["constructor$", "constructor$", "v.constructor$"],
  ])("%s as a key and as an access", (name, asKey, asAccess) => {
    expect(key(name)).toBe(asKey);
    expect(access("v", name)).toBe(asAccess);
  });
});

test.each([
  ["@ts-ignore", "\\@ts-ignore"],
  ["@TS-expect-error: no", "\\@TS-expect-error: no"],
  ["* @ts-nocheck */", "* \\@ts-nocheck *\\/"],
  ["@param and sales@example.com", "@param and sales@example.com"],
])("a comment tells the compiler nothing: %j", (text, want) => {
  expect(commentText(text)).toBe(want);
});
