import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { listBlacklist } from "#server/actions/blacklist.js";
import { machine } from "#server/actions/rights.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const database = await newDatabase();
const to = "12025550100";
let store: Store;

beforeAll(async () => {
  store = await openStore(database);
});
afterAll(() => store.close());

/** A customer with so many opt-outs of each form, over several blocks of the last digits. */
async function optedOut(id: number, nationals: number, others: number) {
  const number = `${to}${id}`;
  await openAccount(store, { id });
  await store.incoming.addNumber({ number, customerId: id }, noon);
  await store.optOuts.setRule({
    ...{ customerId: id, number: "", languages: ["en"], stopWords: [], startWords: [] },
    ...{ stopText: "", startText: "", helpText: "" },
  });
  const national = Array.from({ length: nationals }, (_, index) => `0${7_700_900_995 + 4 * index}`);
  const other = Array.from({ length: others }, (_, index) => String(12_025_550_990 + 4 * index));
  const stops = national.map((from) => ({ from, to: number, text: "STOP", linkId: 1, at: noon }));
  if (nationals > 0) await store.incoming.receive(stops);
  await store.coverage.addToBlacklist(id, other.toReversed(), noon);
  return [...national, ...other];
}

const use = { by: { name: "ann", source: "test" }, now: noon, caller: machine };

const pageOf = (id: number, after: string | undefined, limit: number) =>
  listBlacklist.part(store, { customer: String(id) }, use, { limit, after });

/** All pages by the addresses of the next ones. */
async function pagesOf(id: number, limit: number) {
  const pages: (readonly string[])[] = [];
  const places: string[] = [];
  for (let from: string | undefined; ;) {
    const { rows, next } = await pageOf(id, from, limit);
    pages.push(rows.map(({ number }) => number));
    if (next === null) return { pages, places };
    places.push(next);
    from = next;
  }
}

describe("opt-outs of a customer, those by numbers in national form first, page by page", () => {
  test.each([
    { nationals: 0, others: 0, limit: 2, want: [0] },
    { nationals: 0, others: 5, limit: 2, want: [2, 2, 1] },
    { nationals: 1, others: 0, limit: 2, want: [1] },
    { nationals: 2, others: 0, limit: 2, want: [2] },
    { nationals: 2, others: 1, limit: 2, want: [2, 1] },
    { nationals: 1, others: 1, limit: 2, want: [2] },
    { nationals: 1, others: 2, limit: 2, want: [2, 1] },
    { nationals: 3, others: 2, limit: 2, want: [2, 2, 1] },
    { nationals: 3, others: 3, limit: 3, want: [3, 3] },
    { nationals: 5, others: 0, limit: 1, want: [1, 1, 1, 1, 1] },
    { nationals: 7, others: 8, limit: 4, want: [4, 4, 4, 3] },
    { nationals: 9, others: 9, limit: 5, want: [5, 5, 5, 3] },
    { nationals: 2, others: 2, limit: 200, want: [4] },
    { nationals: 260, others: 290, limit: 200, want: [200, 200, 150] },
  ])("$nationals and $others by $limit: $want", async ({ nationals, others, limit, want }) => {
    const id = 100 + nationals * 1_000 + others * 10 + (limit % 10);
    const numbers = await optedOut(id, nationals, others);
    const { pages, places } = await pagesOf(id, limit);
    expect(pages.flat()).toEqual(numbers);
    expect(pages.map(({ length }) => length)).toEqual(want);
    // The last digits are masked for some operators.
    for (const place of places) expect(place).toMatch(/^0?\d{7,8}\.\d{1,4}$/u);
  });

  test("each customer is counted whole, however many others have", async () => {
    const counts = new Map(
      (await store.coverage.nationalOptOuts(99, 999)).map((row) => [row.customerId, row.count]),
    );
    expect(counts.get(100 + 260 * 1_000 + 290 * 10)).toBe(260);
    expect(counts.get(100 + 9 * 1_000 + 9 * 10 + 5)).toBe(9);
    expect(await store.coverage.nationalOptOuts(2, 999)).toHaveLength(2);
    const most = (await store.coverage.nationalOptOuts(99, 7)).map(({ count }) => count);
    expect(Math.max(...most)).toBe(7);
  });

  test.each(["", "x", "0", "0.", "1.x", "99999999999999.1", "-1.2", "0x1.1"])(
    "the place %j is the first page",
    async (from) => {
      const id = 100 + 2 * 1_000 + 1 * 10 + 2;
      const first = await pageOf(id, undefined, 2);
      expect(await pageOf(id, from, 2)).toEqual(first);
    },
  );
});
