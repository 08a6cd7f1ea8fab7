import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const text = readFileSync("docs/first-change.md", "utf8");
const sections = text.split(/^## /mu).slice(1);
const titleOf = (section: string): string => section.slice(0, section.indexOf("\n"));

test("its first sentence names the sections, in their order", () => {
  const [, listed = ""] = /^\w+ changes, each from [^:]*: ([^.]*)\./mu.exec(text) ?? [];
  const names = listed.split(/,(?: and)? /u).map((name) => name.replaceAll(/\s+/gu, " "));
  expect(names.map((name) => name.replace(/^./u, (first) => first.toUpperCase()))).toEqual(
    sections.map(titleOf).filter((title) => title !== "Before you finish"),
  );
});

test("every section ends with a sentence", () => {
  expect(sections.filter((section) => !/[.)]\n*$/u.test(section)).map(titleOf)).toEqual([]);
});

test("every file with a path exists", () => {
  const paths = [...text.matchAll(/`((?:server|generator|schema|test|docs)\/[\w./-]+\.\w+)`/gu)].map(
    ([, path = ""]) => path,
  );
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !/my-?operation/iu.test(path) && !existsSync(path))).toEqual([]);
});

/** Files of the project whose names a change meets. */
const sources = ["server", "generator", "schema", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|js|xsd|wsdl)$/u.test(name) && !/(?:^|\/)(?:dist|node_modules)\//u.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
);
const words = new Set(sources.flatMap((source) => source.match(/\w+/gu) ?? []));

test("every name in it exists", () => {
  const names = [...text.matchAll(/`(\w*[a-z]\w*[A-Z]\w*|[A-Z]\w+)(?:\(\))?`/gu)].map(
    ([, name = ""]) => name,
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !/^my/iu.test(name) && !words.has(name))).toEqual([]);
});
