import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Filter } from "#server/domain/recipients/filter.js";
import type { ListMember } from "#server/domain/recipients/lists.js";
import { selecting } from "#server/domain/recipients/member-selection.js";

const columns = ["phone", "city"];
const inRome: Filter = { column: "City", operator: "Equal", operands: ["Rome"] };

interface Given {
  readonly filters: readonly Filter[];
  readonly offset: number;
  readonly count: number;
}

/** Reads a list slice by slice; the phones, and how many members were read. */
function read(members: readonly ListMember[], given: Given, most: number) {
  const round = selecting(given, { columns, recipients: members.length });
  if (typeof round === "string") throw new Error(round);
  const phones: string[] = [];
  let reads = 0;
  for (let next = round.next(most); next !== undefined; next = round.next(most)) {
    const found = members.slice(next.start, next.start + next.count);
    reads += found.length;
    phones.push(...round.take(found));
  }
  return { phones, reads };
}

const members: readonly ListMember[] = ["Rome", "Oslo", "Rome", "Rome", "Oslo"].map((city, index) => ({
  phone: String(index),
  attributes: [city],
}));

test.each<Given & { title: string; phones: string[]; reads: number }>([
  { title: "everybody", filters: [], offset: 0, count: 9, phones: ["0", "1", "2", "3", "4"], reads: 5 },
  { title: "the first ones", filters: [], offset: 0, count: 3, phones: ["0", "1", "2"], reads: 3 },
  { title: "from a place on", filters: [], offset: 3, count: 9, phones: ["3", "4"], reads: 2 },
  { title: "behind the end", filters: [], offset: 5, count: 9, phones: [], reads: 0 },
  { title: "nobody", filters: [], offset: 0, count: 0, phones: [], reads: 0 },
  { title: "those in Rome", filters: [inRome], offset: 0, count: 9, phones: ["0", "2", "3"], reads: 5 },
  { title: "two of them", filters: [inRome], offset: 1, count: 2, phones: ["2", "3"], reads: 4 },
])("$title", ({ phones, reads, ...given }) => {
  expect(read(members, given, 2)).toEqual({ phones, reads });
});

test.each([
  { title: "an unknown column", filter: { ...inRome, column: "Street" }, want: "unknownColumn" },
  { title: "too few operands", filter: { ...inRome, operands: [] }, want: "badOperands" },
])("$title", ({ filter, want }) => {
  expect(selecting({ filters: [filter], offset: 0, count: 1 }, { columns, recipients: 5 })).toBe(want);
});

test("slices of any size select the first members from the offset on that match", () => {
  const given = fc.record({
    cities: fc.array(fc.constantFrom("Rome", "Oslo"), { maxLength: 12 }),
    filters: fc.constantFrom<readonly Filter[]>([], [inRome]),
    ...{ offset: fc.nat(6), count: fc.nat(6), most: fc.integer({ min: 1, max: 5 }) },
  });
  fc.assert(
    fc.property(given, ({ cities, filters, offset, count, most }) => {
      const list = cities.map((city, index) => ({ phone: String(index), city }));
      const wanted = list
        .slice(offset)
        .filter(({ city }) => filters.length === 0 || city === "Rome")
        .slice(0, count);
      const all = list.map(({ phone, city }) => ({ phone, attributes: [city] }));
      expect(read(all, { filters, offset, count }, most).phones).toEqual(wanted.map(({ phone }) => phone));
    }),
  );
});
