import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { listBlacklist } from "#server/actions/blacklist.js";
import { type Caller, machine } from "#server/actions/rights.js";
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

const operator = { kind: "operator", role: "viewer", openedAt: noon, refundLimit: 10 } as const;
const use = { by: { name: "ann", source: "test" }, now: noon };

/** A customer with so many opt-outs of each form, over several blocks of the last digits. */
async function optedOut(id: number, nationals: number, others: number, of = store) {
  const number = `${to}${id}`;
  await openAccount(of, { id });
  await of.incoming.addNumber({ number, customerId: id }, noon);
  await of.optOuts.setRule({
    ...{ customerId: id, number: "", languages: ["en"], stopWords: [], startWords: [] },
    ...{ stopText: "", startText: "", helpText: "" },
  });
  const national = Array.from({ length: nationals }, (_, index) => `0${7_700_900_995 + 4 * index}`);
  const other = Array.from({ length: others }, (_, index) => String(12_025_550_990 + 4 * index));
  const stops = national.map((from) => ({ from, to: number, text: "STOP", linkId: 1, at: noon }));
  if (nationals > 0) await of.incoming.receive(stops);
  await of.coverage.addToBlacklist(id, other.toReversed(), noon);
  return [...national, ...other];
}

const pageOf = (id: number, after: string | undefined, limit: number, caller: Caller = operator) =>
  listBlacklist.part(store, { customer: String(id) }, { ...use, caller }, { limit, after });

/** All pages by the addresses of the next ones. */
async function pagesOf(id: number, limit: number, caller?: Caller) {
  const pages: (readonly string[])[] = [];
  const places: string[] = [];
  for (let from: string | undefined; ;) {
    const { rows, next } = await pageOf(id, from, limit, caller);
    pages.push(rows.map(({ number }) => number));
    if (next === null) return { pages, places };
    places.push(next);
    from = next;
  }
}

/** The number that a masked one stands for, by its place. */
const whole =
  (numbers: readonly string[]) =>
  (shown: string, index: number): string =>
    numbers[index]?.startsWith(shown.replace(/\D+$/u, "")) === true ? (numbers[index] ?? "") : shown;

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
    expect(pages.flat().map(whole(numbers))).toEqual(numbers);
    expect(pages.map(({ length }) => length)).toEqual(want);
    // The last digits are masked for some operators.
    for (const place of places) expect(place).toMatch(/^0?\d{7,8}\.\d{1,4}$/u);
    const open = await pagesOf(id, limit, machine);
    expect(open.pages.flat()).toEqual(numbers);
    expect(open.pages.map(({ length }) => length)).toEqual(want);
    expect(open.places).toEqual(want.slice(0, -1).map((_, index) => open.pages[index]?.at(-1)));
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

describe("the blacklist of all, part by part", () => {
  let all: Store;
  const numbers: string[] = [];
  const customers = [undefined, 7, 8, 9] as const;

  beforeAll(async () => {
    all = await openStore(await newDatabase());
    for (const [id, nationals, others] of [
      [7, 3, 4],
      [8, 2, 0],
      [9, 0, 3],
    ] as const)
      await optedOut(id, nationals, others, all);
    await all.coverage.addToBlacklist(undefined, ["12025550993", "12025550994"], noon);
    const whole = await partOfAll(undefined, 99, machine);
    numbers.push(...whole.rows.map(({ customer, number }) => `${customer ?? 0} ${number}`));
  });
  afterAll(() => all.close());

  const partOfAll = (after: string | undefined, limit: number, caller: Caller) =>
    listBlacklist.part(all, {}, { ...use, caller }, { limit, after });

  /** Reads all; between the parts something is done. */
  async function read(limit: number, caller: Caller, between = async (): Promise<unknown> => undefined) {
    const rows: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const part = await partOfAll(after ?? undefined, limit, caller);
      rows.push(...part.rows.map(({ customer, number }) => `${customer ?? 0} ${number}`));
      after = part.next;
      await between();
    }
    return rows;
  }

  test("has national numbers of each customer first, then the others, those of everybody first", () => {
    expect(
      numbers.map((each) => each.replace(/\d+$/u, (number) => (number.startsWith("0") ? "0" : "1"))),
    ).toEqual([
      ...["7 0", "7 0", "7 0", "8 0", "8 0"],
      ...["0 1", "0 1", "7 1", "7 1", "7 1", "7 1", "9 1", "9 1", "9 1"],
    ]);
  });

  const support = { ...operator, role: "support" } as const;
  const key = { kind: "key", role: "support", trusted: false, refundLimit: 10 } as const;
  test.each<{ readonly limit: number; readonly name: string; readonly caller: Caller }>(
    [1, 2, 7].flatMap((limit) => [
      { limit, name: "the command", caller: machine },
      { limit, name: "a page", caller: support },
      { limit, name: "a program", caller: key },
    ]),
  )("$limit at a time, for $name", async ({ limit, caller }) => {
    expect(await read(limit, caller)).toEqual(numbers);
  });

  test.each([1, 2, 7])("%i at a time while numbers of the same block come and go", async (limit) => {
    const turns = { added: false };
    const turn = async () => {
      turns.added = !turns.added;
      for (const id of customers)
        if (turns.added) await all.coverage.addToBlacklist(id, ["12025550001"], noon);
        else await all.coverage.removeFromBlacklist(id, ["12025550001"]);
    };
    const rows = await read(limit, key, turn);
    if (turns.added) await turn();
    expect(rows.filter((each) => !each.endsWith("12025550001"))).toEqual(numbers);
  });

  test("a number as a cursor, also of one that was removed, is for programs that see whole ones", async () => {
    const behind = async (after: string, caller: Caller) => (await partOfAll(after, 99, caller)).rows.length;
    expect(await behind("7/12025550993", machine)).toBe(6);
    expect(await behind("7/12025550994", key)).toBe(5);
    expect(await behind("0/12025550992", key)).toBe(9);
    for (const caller of [operator, support, { ...key, role: "viewer" } as const])
      expect(await behind("7/12025550994", caller)).toBe(numbers.length);
  });
});
