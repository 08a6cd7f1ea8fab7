import { beforeEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Linked, LinkedList } from "#host/http/linked-list.js";

let list: LinkedList<string>;
let members: readonly Linked<string>[];

beforeEach(() => {
  list = new LinkedList();
  members = ["a", "b", "c"].map((value) => list.add(value));
});

test.each([
  { removed: [], left: ["a", "b", "c"] },
  { removed: [0], left: ["b", "c"] },
  { removed: [1], left: ["a", "c"] },
  { removed: [2], left: ["a", "b"] },
  { removed: [2, 0], left: ["b"] },
  { removed: [1, 0, 2], left: [] },
])("without $removed it has $left, in order", ({ removed, left }) => {
  expect(removed.map((at) => members[at]?.remove())).toEqual(removed.map(() => true));
  expect([...list]).toEqual(left);
  expect(list.first).toBe(left[0]);
  for (const value of ["a", "b", "c"])
    expect(list.find((each) => each === value)).toBe(left.find((each) => each === value));
  expect(list.isEmpty).toBe(left.length === 0);
});

test("a removed member refers to no other, and is removed once", () => {
  const [, member] = members;
  expect(member?.remove()).toBe(true);
  expect(member).toEqual({ value: "b", list: undefined, before: undefined, behind: undefined });
  expect(member?.remove()).toBe(false);
  expect([...list]).toEqual(["a", "c"]);
});

test("an iteration leaves out what is removed and added meanwhile", () => {
  const seen: string[] = [];
  for (const value of list) {
    seen.push(value);
    if (value === "a") for (const member of members.slice(0, 2)) member.remove();
    list.add("d").remove();
  }
  expect(seen).toEqual(["a", "c"]);
});

test("keeps the order of a set under any additions and removals", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 12 })), (steps) => {
      const [tried, wanted] = [new LinkedList<number>(), new Set<number>()];
      const places = new Map<number, Linked<number>>();
      for (const value of steps) {
        if (wanted.delete(value)) expect(places.get(value)?.remove()).toBe(true);
        else {
          wanted.add(value);
          places.set(value, tried.add(value));
        }
        expect([...tried]).toEqual([...wanted]);
      }
    }),
  );
});
