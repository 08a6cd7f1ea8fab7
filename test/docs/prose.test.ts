import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { pages } from "./pages.js";
import { proseLines, wordsBeforeExample } from "./prose.js";

/** Pages that are read line by line in a diff. */
const read = pages.filter((page) => /^(?:docs\/|README|CONTRIBUTING|SECURITY)/u.test(page));

/** The texts of an operation on the page of Result texts, a line that a test writes. */
const written = /^- \*\*\w+\*\*: (?:`|_|no `Result`)/u;

/** Answers with links; and a guide that opens with a configuration, which `test/interop/smpp-clients` runs. */
const withoutExample = ["questions.md", "smpp-clients.md"];

const guides = readdirSync("docs/guides").filter(
  (name) => name.endsWith(".md") && !withoutExample.includes(name),
);

describe("lines of prose", () => {
  test.each(read)("of %s have at most 140 characters", (page) => {
    const long = proseLines(readFileSync(page, "utf8")).filter(
      ({ text }) => text.length > 140 && !written.test(text),
    );
    expect(long.map(({ line }) => `${page}:${line}`)).toEqual([]);
  });

  test.each([
    ["a paragraph", "one\ntwo", ["one", "two"]],
    ["an item of a list", "- one\n  two\n\n    three", ["- one", "  two", "    three"]],
    ["a numbered item", "1. one\n   two", ["1. one", "   two"]],
    ["a heading", "# One", ["# One"]],
    ["a table", "one\n\n| a | b |\n| - | - |", ["one"]],
    ["a block of code", "one\n\n```sh\nls\n```\n\ntwo", ["one", "two"]],
    ["a block of code in a list", "- one\n\n  ```sh\n  ls\n  ```", ["- one"]],
    ["an indented block", "one\n\n    ls\n\ntwo", ["one", "two"]],
    ["a comment", "one\n<!--\nls\n-->\ntwo", ["one", "two"]],
    ["a mark", "<!-- measured -->\none", ["one"]],
    ["a picture", "![one](one.png)", ["![one](one.png)"]],
  ])("%s", (_, markdown, want) => {
    expect(proseLines(markdown).map(({ text }) => text)).toEqual(want);
  });
});

/** Pages with every command, setting, diagnostic and guarantee, which grow with these. */
const complete = ["command-line", "configuration", "diagnostics", "security"].map(
  (name) => `docs/reference/${name}.md`,
);

test("docs/ has at most 100,000 words, without the pages that list everything of a kind", () => {
  const counted = pages.filter((page) => page.startsWith("docs/") && !complete.includes(page));
  const words = counted.flatMap((page) => readFileSync(page, "utf8").match(/\S+/gu) ?? []);
  expect(counted.length).toBeGreaterThan(90);
  expect(words.length).toBeLessThanOrEqual(100_000);
});

describe("a guide opens with an example that a test runs", () => {
  test.each(guides)("%s", (guide) => {
    expect(wordsBeforeExample(readFileSync(`docs/guides/${guide}`, "utf8"))).toBeLessThanOrEqual(160);
  });

  test.each([
    ["# One\n\ntwo three\n\n```sh\nls\n```\n", 3],
    ["```console\nnpm start\n```\n", 0],
    ["one\n\n```text\ntwo\n```\n", Infinity],
    ["one two", Infinity],
    ["one\n\n<!--\n```sh\nls\n```\n-->\n\ntwo\n\n```ts file=a.ts\n```\n", 2],
  ])("%j: %d words", (markdown, want) => {
    expect(wordsBeforeExample(markdown)).toBe(want);
  });
});
