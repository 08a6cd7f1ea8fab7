import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isAction } from "#server/actions/action.js";
import type { Given } from "#server/actions/fields.js";
import { addToList, removeFromList } from "#server/actions/list-members.js";
import { machine } from "#server/actions/rights.js";
import { apiTable } from "#server/faces/operators/calls.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

type Values = Readonly<Record<string, Given>>;

let store: Store;
beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store, { id: 42, user: "api" });
  await carryOut("list create", { customer: "42", name: "Shops" });
  await carryOut("location add", { name: "Station" });
});
afterAll(() => store.close());

async function carryOut(name: string, given: Values): Promise<object> {
  const { calls } = await apiTable();
  const entry = calls.get(name.replaceAll(" ", "/"))?.entry;
  if (entry === undefined || !isAction(entry)) throw new Error(`there is no action ${name}`);
  const use = { caller: machine, by: { name: "root", source: "test" }, now: Date.now() };
  return (await entry.run(store, given, use)).row;
}

const file = (...lines: readonly string[]) => [Buffer.from(lines.join("\n"))];
const [a, b, c, d] = ["12025550101", "12025550102", "12025550103", "12025550104"];
const ofShops = { customer: "42", list: "Shops" };

/** In this order: an action with some things that are as it wants them already, what it counts, and what its entries count. */
const rows: readonly (readonly [
  name: string,
  given: Readonly<Record<string, Given | readonly Buffer[]>>,
  row: object,
  entries: readonly object[],
])[] = [
  ["list number remove", { ...ofShops, numbers: [a] }, { changed: 0, recipients: 0 }, []],
  ["list number add", { ...ofShops, numbers: [a, b, a] }, { changed: 2, recipients: 2 }, [{ added: 2 }]],
  ["list number add", { ...ofShops, numbers: [b, a] }, { changed: 0, recipients: 2 }, []],
  ["list number add", { ...ofShops, numbers: [b, c] }, { changed: 1, recipients: 3 }, [{ added: 1 }]],
  [
    "list number import",
    { ...ofShops, file: file("phone", a, d, "x") },
    { changed: 1, entries: 4, invalid: 2, recipients: 4 },
    [{ added: 1 }],
  ],
  ["list number import", { ...ofShops, file: file(a, d) }, { changed: 0, recipients: 4 }, []],
  ["list number remove", { ...ofShops, numbers: [a, "12025550199"] }, { changed: 1 }, [{ removed: 1 }]],
  ["list number remove", { ...ofShops, numbers: [a, a] }, { changed: 0 }, []],
  ["blacklist add", { numbers: [a, a, b] }, { added: 2 }, [{ added: 2 }]],
  ["blacklist add", { numbers: [a] }, { added: 0 }, []],
  ["blacklist add", { numbers: [a], customer: "42" }, { added: 1 }, [{ added: 1 }]],
  [
    "blacklist import",
    { file: file(a, c, c, "x") },
    { entries: 4, accepted: 3, added: 1, invalid: 1 },
    [{ added: 1 }],
  ],
  ["blacklist import", { file: file(a, c) }, { accepted: 2, added: 0 }, []],
  ["blacklist remove", { numbers: [a, a] }, {}, [{ removed: 1 }]],
  ["price import", { file: file("prefix,price", "49,1", "48,1") }, { prices: 2 }, [{ changed: 2 }]],
  ["price import", { file: file("prefix,price", "49,1", "48,2") }, { prices: 2 }, [{ changed: 1 }]],
  ["location import", { location: "1", file: file(a, b, a) }, { added: 2, doubled: 1 }, [{ count: 2 }]],
  ["location import", { location: "1", file: file(a, b) }, { added: 0, doubled: 2 }, []],
  ["callback retry", { all: "on" }, { callbacks: 0 }, []],
  ["queue uncertain resend", { all: "on" }, { messages: 0 }, []],
  ["queue uncertain fail", { all: "on" }, { messages: 0 }, []],
];

const newest = async (): Promise<number> => (await store.audit.entries(1))[0]?.id ?? 0;

describe("an action and its entry of the audit log count what was done, not what was given", () => {
  test.each(rows)("%s %j", async (name, { file: bytes, ...given }, row, entries) => {
    const before = await newest();
    const values = bytes === undefined ? given : { ...given, file: Readable.from(bytes) };
    expect(await carryOut(name, values as Values)).toMatchObject(row);
    const recorded = (await store.audit.entries(99)).filter(({ id }) => id > before);
    expect(recorded.map(({ after }) => after)).toEqual(entries);
  });
});

describe("the page that follows counts the same", () => {
  test.each([
    [addToList, 0, 1, "Nothing was added: the list has these numbers already."],
    [addToList, 1, 1, "1 number was added."],
    [addToList, 2, 3, "2 numbers were added. The list had 1 already."],
    [removeFromList, 0, 2, "Nothing was removed: the list has none of these numbers."],
    [removeFromList, 1, 2, "1 number was removed. The list did not have 1."],
    [removeFromList, 2, 2, "2 numbers were removed."],
  ])("%#", ({ counted }, changed, given, text) => {
    expect(counted?.({ changed, given })).toBe(text);
  });
});
