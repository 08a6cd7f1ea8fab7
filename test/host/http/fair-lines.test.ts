import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { FairLines } from "#host/http/fair-lines.js";

const share = 10;

/** Adds `owner cost` items, and removes all. */
function order(items: readonly (readonly [string, number])[]): string[] {
  const lines = new FairLines<string>(share);
  for (const [index, [owner, cost]] of items.entries()) lines.add(owner, cost, `${owner}${index}`);
  return removed(lines);
}

function removed(lines: FairLines<string>): string[] {
  const all: string[] = [];
  for (let next = lines.next(); next !== undefined; next = lines.next()) all.push(next);
  return all;
}

describe("items leave", () => {
  test.each<[string, readonly (readonly [string, number])[], readonly string[]]>([
    [
      "in order, for one owner",
      [
        ["a", 50],
        ["a", 1],
        ["a", 90],
      ],
      ["a0", "a1", "a2"],
    ],
    [
      "in turns of their owners",
      [
        ["a", 10],
        ["a", 10],
        ["b", 10],
        ["a", 10],
      ],
      ["a0", "b2", "a1", "a3"],
    ],
    [
      "cheap ones before expensive ones of others",
      [
        ["a", 40],
        ["a", 40],
        ["b", 5],
        ["c", 10],
      ],
      ["b2", "c3", "a0", "a1"],
    ],
    [
      "several cheap ones in one turn",
      [
        ["a", 5],
        ["a", 5],
        ["a", 5],
        ["b", 5],
      ],
      ["a0", "a1", "b3", "a2"],
    ],
    [
      "by what they cost",
      [
        ["a", 20],
        ["a", 20],
        ["b", 10],
        ["b", 10],
        ["b", 10],
      ],
      ["b2", "a0", "b3", "b4", "a1"],
    ],
  ])("%s", (_, items, want) => {
    expect(order(items)).toEqual(want);
  });
});

const owner = fc.constantFrom("a", "b", "c", "d");

test("every item leaves once, those of an owner in order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(owner, fc.nat(100))), (items) => {
      const all = order(items);
      for (const each of ["a", "b", "c", "d"]) {
        const own = items.flatMap(([name], index) => (name === each ? [`${name}${index}`] : []));
        expect(all.filter((item) => item.startsWith(each))).toEqual(own);
      }
    }),
  );
});

test("a cheap item of another owner waits for at most one expensive item of each", () => {
  const expensive = fc.tuple(owner, fc.integer({ min: share, max: 50 * share }));
  fc.assert(
    fc.property(fc.array(expensive), fc.nat(40), (items, before) => {
      const lines = new FairLines<string>(share);
      for (const [name, cost] of items) lines.add(name, cost, name);
      for (let index = 0; index < before; index++) lines.next();
      lines.add("other", share, "other");
      const all = removed(lines);
      const ahead = all.slice(0, all.indexOf("other"));
      expect(new Set(ahead).size).toBe(ahead.length);
    }),
  );
});

test("an item that goes first leaves before the others of its owner, and takes its credit", () => {
  const lines = new FairLines<string>(share);
  lines.add("a", 1, "second");
  lines.add("b", 1, "other");
  lines.add("a", share + 1, "first", true);
  expect(removed(lines)).toEqual(["other", "first", "second"]);
});
