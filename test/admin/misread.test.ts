import { expect, test } from "@jest/globals";
import { importList } from "#server/actions/list-import.js";
import { machine } from "#server/actions/rights.js";
import { isMisread } from "#server/domain/recipients/misread.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const numbers: readonly (readonly [number: string, want: boolean])[] = [
  ["4407700900123", true],
  ["447700900123", false],
  ["490301234567", true],
  ["49301234567", false],
  ["9720501234567", true],
  ["972501234567", false],
  ["390612345678", false],
  ["2250700000000", false],
  ["24106031234", false],
  ["1202555010112", true],
  ["120255501010", true],
  ["12025550101", false],
  ["79161234567", false],
  ["791612345670", true],
  ["3580401234567", true],
  ["1234567", false],
];

test.each(numbers)("%s can only be misread: %p", (number, want) => {
  expect(isMisread(number)).toBe(want);
});

test("the store finds the same numbers in lists and blacklists", async () => {
  const store = await openStore(await newDatabase());
  try {
    await openAccount(store);
    const use = { by: { name: "ann", source: "test" }, now: noon, caller: machine };
    const importing = (name: string, phones: readonly string[]) =>
      importList.run(store, { customer: "42", name, file: ["phone", ...phones].join("\n") }, use);
    const phones = numbers.map(([number]) => number);
    await importing("All", phones);
    await importing("Right", ["447700900123", "12025550101"]);
    await store.coverage.addToBlacklist(42, ["4407700900124", "447700900123"], noon);
    expect(await store.lists.misread()).toEqual([
      { customerId: 42, list: "All", count: phones.filter(isMisread).length, example: "120255501010" },
      { customerId: 42, list: undefined, count: 1, example: "4407700900124" },
    ]);
  } finally {
    await store.close();
  }
});
