import { describe, expect, test } from "@jest/globals";
import { InvalidInput } from "#server/admin/refusal.js";
import { allParts, partById, partOf, partOfPages, type Wanted } from "#server/actions/parts.js";

const rows = [1, 2, 3, 4, 5];

describe("a part of rows that were read at once", () => {
  test.each<Wanted & { readonly want: readonly number[]; readonly next: string | null }>([
    { limit: 2, want: [1, 2], next: "2" },
    { limit: 2, after: "0", want: [1, 2], next: "2" },
    { limit: 2, after: "2", want: [3, 4], next: "4" },
    { limit: 2, after: "4", want: [5], next: null },
    { limit: 5, want: rows, next: null },
    { limit: Infinity, want: rows, next: null },
    { limit: 1, after: "4", want: [5], next: null },
    { limit: 2, after: "5", want: [], next: null },
    // Rows were removed since the cursor was given.
    { limit: 2, after: "6", want: [], next: null },
    { limit: 2, after: "9007199254740991", want: [], next: null },
  ])("$limit behind $after: $want", ({ want, next, ...wanted }) => {
    expect(partOf(rows, wanted)).toEqual({ rows: want, next });
  });

  test.each(["", "x", "-1", "1.5", "0x1", " 1", "9007199254740993"])("%j is no cursor", (after) => {
    expect(() => partOf(rows, { limit: 2, after })).toThrow(InvalidInput);
  });
});

describe("a part of rows that were read at once, by id", () => {
  test.each<
    { readonly ids: readonly number[] } & Wanted & {
        readonly want: readonly number[];
        readonly next: string | null;
      }
  >([
    { ids: [], limit: 2, want: [], next: null },
    { ids: rows, limit: 2, want: [1, 2], next: "2" },
    { ids: rows, limit: 2, after: "2", want: [3, 4], next: "4" },
    { ids: rows, limit: 3, after: "2", want: [3, 4, 5], next: null },
    { ids: rows, limit: Infinity, want: rows, next: null },
    { ids: [2, 5, 9], limit: 1, after: "2", want: [5], next: "5" },
    // Rows before the cursor, the last one too, were removed, or some were added.
    { ids: [4, 5], limit: 2, after: "2", want: [4, 5], next: null },
    { ids: [1, 3, 4], limit: 2, after: "2", want: [3, 4], next: null },
    { ids: [0, 1, 2, 3], limit: 2, after: "2", want: [3], next: null },
    { ids: rows, limit: 2, after: "9", want: [], next: null },
  ])("$limit of $ids behind $after: $want", ({ ids, want, next, ...wanted }) => {
    expect(partById(ids, wanted, (id) => id)).toEqual({ rows: want, next });
  });
});

/** Pages of two rows behind an id. */
const pagesOf = (ids: readonly number[]) =>
  async function* (after: number) {
    const left = ids.filter((id) => id > after).map((id) => ({ id }));
    for (let at = 0; at < left.length; at += 2) yield left.slice(at, at + 2);
  };

describe("a part of rows by id", () => {
  test.each<
    Wanted & {
      readonly ids: readonly number[];
      readonly want: readonly number[];
      readonly next: string | null;
    }
  >([
    { ids: [], limit: 2, want: [], next: null },
    { ids: rows, limit: 1, want: [1], next: "1" },
    { ids: rows, limit: 2, want: [1, 2], next: "2" },
    { ids: rows, limit: 3, want: [1, 2, 3], next: "3" },
    { ids: rows, limit: 3, after: "3", want: [4, 5], next: null },
    { ids: [1, 4, 5], limit: 3, after: "3", want: [4, 5], next: null },
    { ids: [2, 4, 5], limit: 1, after: "3", want: [4], next: "4" },
    { ids: rows, limit: 2, after: "9", want: [], next: null },
    { ids: rows, limit: 5, want: rows, next: "5" },
    { ids: rows, limit: 6, want: rows, next: null },
  ])("$limit of $ids behind $after: $want", async ({ ids, want, next, ...wanted }) => {
    expect(await partOfPages(pagesOf(ids), wanted, ({ id }) => id)).toEqual({ rows: want, next });
  });

  test("all parts have each row once, at the lengths of parts and pages too", async () => {
    for (const count of [0, 1, 499, 500, 501, 1_000, 1_001]) {
      const ids = Array.from({ length: count }, (_, index) => 3 * index + 1);
      const read: number[] = [];
      for await (const part of allParts((wanted) => partOfPages(pagesOf(ids), wanted, ({ id }) => id)))
        read.push(...part);
      expect(read).toEqual(ids);
    }
  });
});
