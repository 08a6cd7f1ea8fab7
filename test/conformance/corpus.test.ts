import { describe, expect, test } from "@jest/globals";
import {
  hashesIn,
  indexOf,
  type IndexedContract,
  presenceOf,
  presenceText,
  readIndex,
} from "../../bench/conformance/corpus.js";
import { withRun } from "../../bench/conformance/results-page.js";
import { totalsOf } from "../../bench/conformance/report.js";
import { folderWith } from "../generator/read/contract-files.js";

/** SHA-256 of `a` and of `b`. */
const a = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
const b = "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d";
const c = "2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6";

const one: IndexedContract = { id: "one", main: "a.wsdl", files: { "a.wsdl": a, "types/b.xsd": b } };
const two: IndexedContract = { id: "two", main: "c.wsdl", files: { "c.wsdl": c } };

describe("which contracts of the corpus a folder has", () => {
  test.each<{
    title: string;
    files: Record<string, string>;
    there: string[];
    missing: string[];
    unknown: string[];
  }>([
    { title: "none", files: {}, there: [], missing: ["one", "two"], unknown: [] },
    { title: "one", files: { "two/c.wsdl": c }, there: ["two"], missing: ["one"], unknown: [] },
    {
      title: "all",
      files: { "one/a.wsdl": a, "one/types/b.xsd": b, "two/c.wsdl": c },
      there: ["one", "two"],
      missing: [],
      unknown: [],
    },
    {
      title: "other places and names",
      files: { "x.wsdl": a, "deep/y/z.xsd": b, "c.wsdl": c },
      there: ["one", "two"],
      missing: [],
      unknown: [],
    },
    { title: "a part", files: { "one/a.wsdl": a }, there: [], missing: ["one", "two"], unknown: [] },
    {
      title: "a document that was changed",
      files: { "one/a.wsdl": a, "one/types/b.xsd": "0" },
      there: [],
      missing: ["one", "two"],
      unknown: ["one/types/b.xsd"],
    },
    {
      title: "others",
      files: { "new/n.wsdl": "1" },
      there: [],
      missing: ["one", "two"],
      unknown: ["new/n.wsdl"],
    },
    {
      title: "one document twice",
      files: { "two/c.wsdl": c, "copy/c.wsdl": c },
      there: ["two"],
      missing: ["one"],
      unknown: [],
    },
  ])("$title", ({ files, there, missing, unknown }) => {
    const presence = presenceOf([one, two], new Map(Object.entries(files)));
    expect(presence).toEqual({ there, missing, unknown });
  });

  test("in words", () => {
    const presence = { there: ["two"], missing: ["one"], unknown: ["new/n.wsdl"] };
    expect(presenceText(presence)).toBe(
      "1 of the 2 contracts of the corpus are there, by SHA-256\nmissing (1): one\nnot of the corpus (1): new/n.wsdl",
    );
    expect(presenceText({ there: [], missing: ["one"], unknown: ["x"] })).toBe(
      "0 of the 1 contracts of the corpus are there, by SHA-256",
    );
  });
});

test("an index has the hash of each document of a contract, and no content", () => {
  const documents = { "one/a.wsdl": "a", "one/types/b.xsd": "b" };
  const folder = folderWith({ "index.json": "[]", "README.md": "", ...documents });
  expect(indexOf([{ id: "one", main: "a.wsdl" }], hashesIn(folder))).toEqual([one]);
});

test("the index of the project is sorted and complete", () => {
  const index = readIndex();
  const ids = index.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  for (const { main, files } of index) {
    expect(Object.keys(files)).toContain(main);
    for (const hash of Object.values(files)) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  }
});

test("a run replaces its row of the page", () => {
  const page = "| Contracts | Number |\n| --- | --- |\n| published | 1 |\n| others | 2 |\n";
  expect(withRun(page, "published", totalsOf([]))).toBe(
    "| Contracts | Number |\n| --- | --- |\n| published | 0 | 0 | 0 | 0 | 0 | 0 of 0 | 0 | 0 |\n| others | 2 |\n",
  );
  expect(() => withRun(page, "mine", totalsOf([]))).toThrow("has no row mine");
});
