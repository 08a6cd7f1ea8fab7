import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { probes } from "../generator/probe-table.js";

const page = "test/generator/README.md";

interface Row {
  readonly contracts: readonly string[];
  readonly file: string | undefined;
  readonly name: string | undefined;
}

const lines = readFileSync(page, "utf8").split("\n");

/** The rows of all tables; those of the last one have no test. */
const rows: readonly Row[] = lines.flatMap((line): readonly Row[] => {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const [, , contracts = "", file, name] = cells;
  if (!line.startsWith("|") || contracts === "Contracts" || contracts.startsWith("--")) return [];
  const named = [...contracts.matchAll(/`([^`]+)`/g)].map(([, each = ""]) => each);
  return [{ contracts: named, file: /^`(.*)`$/.exec(file ?? "")?.[1], name }];
});

const folders = { golden: "test/golden", contracts: "test/conformance/contracts" };

test("every contract is on the page, and every contract on the page exists", () => {
  const existing = Object.entries(folders).flatMap(([short, folder]) =>
    readdirSync(folder).map((name) => `${short}/${name}`),
  );
  const shown = new Set(rows.flatMap(({ contracts }) => contracts));
  expect([...shown].sort()).toEqual(existing.sort());
});

describe("every named test exists", () => {
  const named = rows.flatMap(({ file, name }) => (file === undefined ? [] : [{ file, name: name ?? "" }]));

  test.each(named)("$file: $name", ({ file, name }) => {
    expect(existsSync(file)).toBe(true);
    const source = readFileSync(file, "utf8");
    // The first argument of a test, or the second one behind the name of a peer.
    const title = new RegExp(`\\(\\s*(?:"\\w+",\\s*)?"${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}",\\s`);
    expect(title.test(source)).toBe(true);
  });

  test("a name says more than its placeholders", () => {
    const vague = named.filter(({ name }) => !/\w \w/.test(name.replaceAll(/%\w|\$\w+/g, "")));
    expect(vague).toEqual([]);
  });

  test("those of all contracts, too", () => {
    const files = [...lines.join("\n").matchAll(/^- `(test\/[^`]+)`:/gm)].map(([, file]) => file ?? "");
    expect(files).toHaveLength(4);
    const missing = files.filter(
      (file) => !existsSync(`${file}.test.ts`) && !readdirSync(file).some((each) => /\.test\.ts$/.test(each)),
    );
    expect(missing).toEqual([]);
  });
});

test("the numbers of requirements and of known failures", () => {
  const failures = rows.filter(({ file }) => file === undefined);
  const text = lines.join("\n");
  expect(text).toContain(`has ${probes.length} requirements on one contract`);
  expect(text).toContain(`for each of ${failures.length} known failures`);
});
