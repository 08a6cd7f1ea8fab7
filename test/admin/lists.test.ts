import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { listLists, removeList, showList } from "#server/actions/lists.js";
import { machine } from "#server/actions/rights.js";
import { importList } from "#server/actions/list-import.js";
import { Refusal } from "#server/admin/refusal.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { messenger } from "../cli/messenger.js";
import { noon, openAccount, temporaryFolder } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
let store: Store;
let database: string;

beforeEach(async () => {
  database = await newDatabase();
  store = await openStore(database);
  await openAccount(store);
});

afterEach(async () => {
  await store.close();
});

afterAll(() => {
  folder.remove();
});

const by = { name: "ann", source: "test" };
const use = { by, now: noon, caller: machine };

type Given = Parameters<typeof importList.run>[1];

async function importText(text: string, change: Given = {}, progress?: (rows: number) => void) {
  const given = { customer: "42", name: "Clients", file: text, ...change };
  return (await importList.run(store, given, { ...use, progress })).row;
}

async function phones(filters: Parameters<Store["lists"]["select"]>[1]["filters"] = []): Promise<string[]> {
  const [list] = await store.lists.all();
  const found: string[] = [];
  const selection = {
    filters,
    offset: 0,
    count: 1e6,
    listId: list?.id ?? "",
    type: list?.type ?? "SmartList",
  };
  await store.lists.select({ customerId: 42, userName: "Ann" }, selection, (slice) => found.push(...slice));
  return found;
}

const notNumber =
  " is not a phone number: write 7 to 15 digits with the country code, in a column formatted as text";

describe("an import", () => {
  test("imports the phones in order and reports the other rows", async () => {
    const report = await importText(
      "Name,Phone\r\nAnn,+1 (202) 555-0102\r\n\r\nBob,0012025550101\r\nCid,12025550102\r\nDan,12\r\nEve\r\nFay,\r\n",
    );
    expect(report).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ customer: 42, name: "Clients", type: "DistributionList", version: 1 },
      ...{ rows: 6, accepted: 2, doubled: 1, invalid: 3 },
      problems: [
        { line: 6, reason: `column 2: "12"${notNumber}` },
        { line: 7, reason: "1 field where the header has 2: write a separator for each empty field" },
        { line: 8, reason: `column 2: ""${notNumber}` },
      ],
    });
    expect(await phones()).toEqual(["12025550102", "12025550101"]);
    expect(await showList.row(store, { customer: "42", name: "clients" }, use)).toMatchObject({
      id: report.id,
      columns: ["Phone"],
    });
  });

  test("of a smart list keeps the columns, trimmed, the phone first", async () => {
    await importText("City , Mobile,Age\n Cairo ,12025550101,31\nTunis,12025550102,9\n", {
      ...{ smart: "on", phone: "mobile", category: "Sales", owner: "ANN" },
    });
    expect(await listLists.rows(store, { customer: "42" }, use)).toMatchObject([
      { type: "SmartList", category: "Sales", owner: "Ann" },
    ]);
    expect((await showList.row(store, { customer: "42", name: "Clients" }, use)).columns).toEqual([
      "Mobile",
      "City",
      "Age",
    ]);
    expect(await phones([{ column: "city", operator: "Equal", operands: ["cairo"] }])).toEqual([
      "12025550101",
    ]);
    expect(await phones([{ column: "age", operator: "Less", operands: ["10"] }])).toEqual(["12025550102"]);
  });

  test("of a file with semicolons keeps the commas", async () => {
    await importText("Phone;City;Share\r\n+1 202 555 0101;Cairo, East;2,5\r\n", { smart: "on" });
    expect(await phones([{ column: "city", operator: "Equal", operands: ["Cairo, East"] }])).toEqual([
      "12025550101",
    ]);
  });

  test("of a long file is imported piece by piece", async () => {
    const seen: number[] = [];
    const rows = Array.from({ length: 4500 }, (_, index) => `${12_025_550_000 + (index % 4400)}\n`);
    const report = await importText(`phone\n${rows.join("")}`, {}, (count) => seen.push(count));
    expect(report).toMatchObject({ rows: 4500, accepted: 4400, doubled: 100, invalid: 0 });
    expect(seen).toEqual([2000, 4000, 4500]);
  });

  test("names the first invalid rows only", async () => {
    const report = await importText(`phone\n${"x\n".repeat(50)}`);
    expect(report).toMatchObject({ rows: 50, accepted: 0, invalid: 50 });
    expect(report.problems).toHaveLength(20);
  });

  test.each([
    { text: "", change: {}, want: /empty/ },
    { text: "phone\n", change: { customer: "43" }, want: /no customer 43/ },
    { text: "phone\n", change: { customer: "x" }, want: /invalid customer id/ },
    { text: "phone\n", change: { owner: "Bob" }, want: /no user Bob/ },
    { text: "phone\n", change: { name: " " }, want: /the name of a list/ },
    { text: "phone\n", change: { category: " x" }, want: /the category of a list/ },
    {
      text: "name,number\n",
      change: {},
      want: /name the column of the phones with --phone; the header has name, number/,
    },
    { text: "phone\n", change: { phone: "mobile" }, want: /no column mobile: the header has phone/ },
    { text: "12025550101\n", change: {}, want: /first line must name the columns/ },
    { text: "phone,City,city\n", change: {}, want: /names the column city twice/ },
    { text: `phone,${"x".repeat(65)}\n`, change: {}, want: /invalid name of column 2 in the header/ },
    { text: 'phone\n12025550101\n"x', change: {}, want: /line 3, column 1: the quote/ },
  ])("is refused: $want", async ({ text, change, want }) => {
    const error: unknown = await importText(text, change).catch((reason: unknown) => reason);
    expect(error instanceof Refusal ? error.message : error).toMatch(want);
    expect(await listLists.rows(store, {}, use)).toEqual([]);
    expect(await store.lists.purgeLists(noon + 1e9)).toBe(false);
  });

  test("replaces a list only with --replace, and not if the file cannot be read", async () => {
    const { id } = await importText("phone\n12025550101\n");
    await expect(importText("phone\n12025550102\n")).rejects.toThrow("--replace");
    await expect(importText('phone\n12025550102\n"', { replace: "on" })).rejects.toThrow("line 3");
    expect(await phones()).toEqual(["12025550101"]);
    const report = await importText("phone\n12025550102\n", { name: "CLIENTS", replace: "on" });
    expect(report).toMatchObject({ id, version: 2 });
    expect(await phones()).toEqual(["12025550102"]);
    await expect(removeList.run(store, { customer: "42", name: "Other" }, use)).rejects.toThrow(
      "no list Other",
    );
    await removeList.run(store, { customer: "42", name: "clients" }, use);
    expect(await listLists.rows(store, {}, use)).toEqual([]);
    await expect(showList.row(store, { customer: "42", name: "Clients" }, use)).rejects.toThrow(
      "no list Clients",
    );
  });
});

test("the commands do it from a shell", async () => {
  const file = join(folder.path, "clients.csv");
  writeFileSync(file, "phone,city\n12025550101,Cairo\n12025550101,Cairo\nx,Tunis\n");
  const run = async (...args: string[]): Promise<{ code: number | null; out: string; err: string }> => {
    const command = messenger(args, { MESSENGER_DATABASE: database });
    const code = await command.ended();
    return { code, out: command.stdout(), err: command.stderr() };
  };
  const imported = await run("list", "import", "42", "Clients", file, "--smart", "--category", "Sales");
  expect(imported).toMatchObject({ code: 0, err: "" });
  expect(imported.out).toMatch(
    /1 accepted, 1 doubled, 1 invalid\n {2}line 4: column 1: "x" is not a phone number: write [^\n]*\n$/,
  );
  expect((await run("list", "import", "42", "Clients", file)).code).toBe(1);
  expect(await run("list", "import", "42", "Other", join(folder.path, "none.csv"))).toMatchObject({
    code: 1,
  });
  expect((await run("list", "list", "--customer", "42")).out).toMatch(/Clients +Sales +SmartList +- +1 +1 /);
  expect((await run("list", "show", "42", "clients")).out).toMatch(/^columns {13}phone, city$/mu);
  expect(JSON.parse((await run("list", "show", "42", "clients", "--json")).out)).toMatchObject({
    recipients: 1,
  });
  const changed = await run(
    "list",
    "change",
    "42",
    "CLIENTS",
    "--name",
    "Buyers",
    "--category",
    "",
    "--json",
  );
  expect(JSON.parse(changed.out)).toMatchObject({ name: "Buyers", category: "", version: 1, recipients: 1 });
  expect((await run("list", "change", "42", "Clients", "--name", "Other")).code).toBe(1);
  expect((await run("list", "remove", "42", "Buyers")).code).toBe(0);
  expect((await run("list", "list", "--json")).out).toBe("[]\n");
});
