import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { snippetsOf, type Snippet } from "./snippets.js";

const page = "docs/reference/xsd-mapping.md";
const snippets = snippetsOf(page);

/** White space is layout here, save inside of texts. */
function folded(text: string): string {
  return text.replace(/>\s+</g, "><").replace(/\s+/g, " ").trim();
}

/** Everything of a fixture in that language. */
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

/** Paragraphs of a snippet may come from several places of the fixture. */
function piecesOf({ text }: Snippet): readonly string[] {
  return text.trim().split(/\n\n+/);
}

describe("the page shows what the fixtures hold", () => {
  test.each(snippets.map((snippet) => ({ at: `${page}:${snippet.line}`, snippet })))("$at", ({ snippet }) => {
    const fixture = snippet.attributes.get("fixture") ?? "";
    expect(["xsd", "ts", "xml"]).toContain(snippet.language);
    const source = folded(sourceOf(fixture, snippet.language));
    for (const piece of piecesOf(snippet)) expect(source).toContain(folded(piece));
  });
});

test("every construct with messages is on the page", () => {
  const shown = new Set(snippets.map(({ attributes }) => attributes.get("fixture")));
  const constructs = readdirSync("test/golden").filter((name) =>
    existsSync(`test/golden/${name}/messages.json`),
  );
  const elsewhere = new Set(["simple-types", "operations"]);
  expect(constructs.filter((name) => !shown.has(name) && !elsewhere.has(name))).toEqual([]);
});
