import { describe, expect, test } from "@jest/globals";
import { parts, selected } from "./landing.js";
import type { MutatedRow } from "./mutation.js";

/** A row with a mutation in each file. */
const row = (name: string, ...files: readonly string[]): MutatedRow => ({
  test: `test/${name}.test.ts`,
  name,
  mutations: files.map((file) => ({ file, find: name, replace: "" })),
});

const table = [row("a", "server/a.ts", "server/b.ts"), row("b", "server/b.ts"), row("c", "server/c.ts")];

/** `row:file` of mutations. */
const shown = (rows: readonly MutatedRow[]): readonly string[] =>
  rows.flatMap(({ name, mutations }) => mutations.map(({ file }) => `${name}:${file.slice(7, 8)}`));

describe("the mutations of a landing", () => {
  test.each([
    { title: "no file", files: [], want: [] },
    { title: "no file with a mutation", files: ["docs/README.md", "server/d.ts"], want: [] },
    { title: "one file", files: ["server/c.ts"], want: ["c:c"] },
    { title: "a file of two rows", files: ["server/b.ts"], want: ["a:b", "b:b"] },
    { title: "the file changed last first", files: ["server/c.ts", "server/a.ts"], want: ["c:c", "a:a"] },
    { title: "another order", files: ["server/a.ts", "server/c.ts"], want: ["a:a", "c:c"] },
    { title: "a test", files: ["test/a.test.ts"], want: ["a:a", "a:b"] },
    {
      title: "a row by its mutation changed last",
      files: ["server/b.ts", "server/c.ts", "server/a.ts"],
      want: ["a:a", "a:b", "b:b", "c:c"],
    },
  ])("of $title", ({ files, want }) => {
    expect(shown(selected(table, files, 0).touched)).toEqual(want);
  });

  test("the others are in exactly one of the parts, which take turns", () => {
    const many = Array.from({ length: 50 }, (_, at) => row(String(at), `server/${at}.ts`));
    const namesOf = (turn: number): readonly string[] =>
      selected(many, ["server/7.ts"], turn).others.map(({ name }) => name);
    const all = Array.from({ length: parts }, (_, turn) => namesOf(turn));
    expect(all.flat().toSorted()).toEqual(
      many
        .map(({ name }) => name)
        .filter((name) => name !== "7")
        .toSorted(),
    );
    for (const part of all) expect([6, 7]).toContain(part.length);
    expect(namesOf(parts + 3)).toEqual(all[3]);
  });
});
