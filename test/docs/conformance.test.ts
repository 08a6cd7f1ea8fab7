import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { readIndex } from "../../bench/conformance/corpus.js";

/** Cells of the first row of a name in the page of results. */
function rowOf(name: string): readonly string[] {
  const lines = readFileSync("bench/results/conformance.md", "utf8").split("\n");
  const row = lines.find((line) => line.startsWith(`| ${name} `)) ?? "";
  return row.split("|").map((cell) => cell.trim());
}

const [, , contracts = "", usable = "", partial = "", refused = "", wrong = "", core = ""] =
  rowOf("published");
const [usableCore = "", ofCore = ""] = core.split(" of ");

test("the corpus has the contracts of its index", () => {
  expect(contracts).toBe(String(readIndex().length));
});

test.each([
  { page: "README.md", text: `| ${usable} of ${contracts} ` },
  { page: "docs/reference/compared.md", text: `${usable} of ${contracts} usable` },
  { page: "docs/reference/generator.md", text: `On a corpus of ${contracts} published contracts` },
  { page: "docs/reference/generator.md", text: `accepted by two other tools |` },
  {
    page: "docs/reference/generator.md",
    text: `| by default | ${usable}    | ${partial}       | ${refused}       | ${wrong}     | ${usableCore},`,
  },
  { page: "docs/reference/generator.md", text: `of the ${ofCore} accepted by` },
])("$page has the figures of the results: $text", ({ page, text }) => {
  expect(readFileSync(page, "utf8").replaceAll(/[ \n]+/g, " ")).toContain(text.replaceAll(/ +/g, " "));
});
