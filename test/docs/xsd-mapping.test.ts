import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { snippetsOf, type Snippet } from "./snippets.js";

const page = "docs/reference/xsd-mapping.md";
const snippets = snippetsOf(page);

/** Collapses white space, which is significant only inside texts. */
function folded(text: string): string {
  return text.replace(/>\s+</g, "><").replace(/\s+/g, " ").trim();
}

/** All sources of a fixture in that language. */
function sourceOf(fixture: string, language: string): string {
  const folder = `test/golden/${fixture}`;
  if (language === "xsd") return readFileSync(`${folder}/service.wsdl`, "utf8");
  if (language === "ts") {
    const files = readdirSync(`${folder}/expected`, { recursive: true, encoding: "utf8" });
    return files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(`${folder}/expected/${file}`, "utf8"))
      .join("\n");
  }
  const { same } = JSON.parse(readFileSync(`${folder}/messages.json`, "utf8")) as {
    readonly same: readonly { readonly xml: string }[];
  };
  return same.map(({ xml }) => xml).join("\n");
}

/** The paragraphs of a snippet; each may come from a different place of the fixture. */
function piecesOf({ text }: Snippet): readonly string[] {
  return text.trim().split(/\n\n+/);
}

describe("snippets match the fixtures", () => {
  test.each(snippets.map((snippet) => ({ at: `${page}:${snippet.line}`, snippet })))("$at", ({ snippet }) => {
    const fixture = snippet.attributes.get("fixture") ?? "";
    expect(["xsd", "ts", "xml"]).toContain(snippet.language);
    const source = folded(sourceOf(fixture, snippet.language));
    for (const piece of piecesOf(snippet)) expect(source).toContain(folded(piece));
  });
});

test("the page covers every construct that has messages", () => {
  const shown = new Set(snippets.map(({ attributes }) => attributes.get("fixture")));
  const constructs = readdirSync("test/golden").filter((name) =>
    existsSync(`test/golden/${name}/messages.json`),
  );
  const elsewhere = new Set(["simple-types", "operations"]);
  expect(constructs.filter((name) => !shown.has(name) && !elsewhere.has(name))).toEqual([]);
});
