import { expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { sourceFiles } from "./source-files.js";

/** Words of exported names, and the term to use in their place. Names inside of generated code go with the contract. */
const terms: readonly (readonly [instead: RegExp, write: string])[] = [
  [/^answers?$/, "response, respond"],
  [/^front$/, "front end"],
  [/^intake$/, "what it holds or does"],
  [/^twins?$/, "what the second one is for"],
  [/^lanes?$/, "queue"],
  [/^rooms?$/, "limit, free slots"],
  [/^strangers?$/, "unauthenticated caller"],
  [/^stray$/, "unmatched"],
  [/^remember(?:s|ed)?$/, "cache, store"],
  [/^passages?$/, "call in flight"],
  [/^bounds$/, "limit"],
  [/^wish(?:es)?$/, "request"],
  [/^occasion$/, "actor and time"],
  [/^figures?$/, "metrics, statistics"],
  [/^centre$/, "MMSC"],
  [/^telling$/, "notifying"],
  [/^moments?$/, "snapshot"],
  [/^entrance$/, "log-in"],
  [/^surroundings$/, "layout"],
];

const packages = ["generator", "runtime", "host", "server"];
const files = packages.flatMap(sourceFiles);
const exported = files.flatMap(({ path, text }) =>
  [...text.matchAll(/^export (?:async |abstract )*(?:function|class|interface|type|const) (\w+)/gmu)].map(
    ([, name = ""]) => ({ path, name }),
  ),
);

/** `readHttpCall` has the words read, http and call; a front end is one. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu) ?? [];
  return words
    .map((each) => each.toLowerCase())
    .filter((each, at, all) => each !== "front" || all[at + 1] !== "end");
}

test("there are exported names to look at", () => {
  expect(exported.length).toBeGreaterThan(1_000);
  expect(wordsOf("FrontEndOptions")).toEqual(["end", "options"]);
  expect(wordsOf("readHTTPAnswer")).toEqual(["read", "http", "answer"]);
});

test.each(terms)("exported names do not have the word %s: write %s", (word) => {
  const wrong = exported.filter(({ name }) => wordsOf(name).some((each) => word.test(each)));
  expect(wrong).toEqual([]);
});

test.each(terms)("files do not have the word %s: write %s", (word) => {
  const wrong = files.filter(({ path }) =>
    wordsOf((path.split("/").at(-1) ?? "").replace(/\.ts$/u, "").replaceAll("-", " ")).some((each) =>
      word.test(each),
    ),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("comments name no declaration in place of a word", () => {
  const wrong = files.filter(({ path }) => /\/\*\* NamespaceNames\b/u.test(readFileSync(path, "utf8")));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
