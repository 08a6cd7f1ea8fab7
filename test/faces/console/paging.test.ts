import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Cell, Page, Table } from "#server/faces/web/view.js";
import { paged } from "#server/faces/web/paging.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

const table = (caption: string, count: number) => ({
  ...{ caption, columns: ["Row"], empty: "" },
  rows: Array.from({ length: count }, (_, row) => [{ text: String(row + 1) }]),
});

/** The first and the last row of each table, and the text and the links of its foot. */
function shown(page: Page) {
  const tables = page.sections.flatMap(({ tables: found = [] }) => found);
  return {
    rows: tables.map(({ rows }) => `${rows[0]?.[0]?.text ?? ""}-${rows.at(-1)?.[0]?.text ?? ""}`),
    feet: tables.map(({ foot }) => foot?.text ?? ""),
    links: tables.flatMap(({ foot }) => [foot?.newer, foot?.older].filter((href) => href !== undefined)),
  };
}

describe("a page with long tables", () => {
  const page: Page = {
    title: "Page",
    sections: [
      { heading: "A", tables: [table("short", 50), table("long", 1_001)] },
      { heading: "B", links: [{ text: "Other", href: "/other" }], tables: [table("other", 51)] },
    ],
  };
  test.each([
    {
      query: "",
      want: {
        rows: ["1-50", "1-50", "1-50"],
        feet: ["", "1 to 50 of 1,001", "1 to 50 of 51"],
        links: ["/a?rows2=50", "/a?rows3=50"],
      },
    },
    {
      query: "period=day&rows2=130&rows3=50",
      want: {
        rows: ["1-50", "101-150", "51-51"],
        feet: ["", "101 to 150 of 1,001", "51 to 51 of 51"],
        links: [
          "/a?period=day&rows2=50&rows3=50",
          "/a?period=day&rows2=150&rows3=50",
          "/a?period=day&rows2=130&rows3=0",
        ],
      },
    },
    { query: "rows2=1000", want: { rows: ["1-50", "1001-1001", "1-50"] } },
    { query: "rows2=1001", want: { rows: ["1-50", "1-50", "1-50"] } },
    { query: "rows2=-1&rows3=1e9", want: { rows: ["1-50", "1-50", "1-50"] } },
  ])("$query", ({ query, want }) => {
    const values = new Map(new URLSearchParams(query));
    expect(shown(paged(page, "/a", values))).toMatchObject(want);
  });
});

test("a column of buttons is none that can be hidden", () => {
  const button = { text: "", form: { action: "/remove", button: "Remove", fields: [] } };
  const cells = Array.from({ length: 5 }, (_, column) => ({ text: String(column) }));
  const columns = ["A", "B", "C", "D", "E", "Action"];
  const buttons = { caption: "a", columns, rows: [[...cells, button]], empty: "" };
  const page: Page = { title: "Page", sections: [{ heading: "A", tables: [buttons] }] };
  const [shownTable] = paged(page, "/a", new Map()).sections[0]?.tables ?? [];
  expect(shownTable?.choices?.map(({ text }) => text)).toEqual(["B", "C", "D", "E"]);
});

describe("a table that an address arranges", () => {
  const columns = ["Name", "State", { text: "Sent", number: true }, "Seen", "Share", "Rate", ""];
  const cells = (
    name: string,
    word: string,
    sent: string,
    time: number | undefined,
    share: string,
  ): Cell[] => [
    { text: name },
    { text: "", pill: { word, tone: "ok", icon: "check" } },
    { text: sent, number: true },
    time === undefined ? { text: "—" } : { text: "", time },
    { text: share, number: true },
    { text: "" },
    { text: "x", form: { action: "/a", button: "Remove", fields: [] } },
  ];
  const rows = [
    cells("shop 10", "Waiting", "1,204", 5, "94.1 %"),
    cells("Shop 9", "Active", "< 0.1", undefined, "—"),
    cells("Ärzte", "Blocked", "−3", 9, "100.0 %"),
    cells("bank", "Active", "—", 1, "9.5 %"),
  ];
  const arranged = (query: string, more: Partial<Table> = {}) => {
    const whole: Table = { caption: "T", columns, rows, empty: "", ...more };
    const page: Page = { title: "P", sections: [{ heading: "A", tables: [whole] }] };
    const [found] = paged(page, "/a", new Map(new URLSearchParams(query))).sections[0]?.tables ?? [];
    if (found === undefined) throw new Error("no table");
    return found;
  };
  const names = ({ rows: found }: Table): readonly string[] => found.map(([cell]) => cell?.text ?? "");

  test.each([
    ["", ["shop 10", "Shop 9", "Ärzte", "bank"]],
    ["sort1=1", ["Ärzte", "bank", "Shop 9", "shop 10"]],
    ["sort1=-1", ["shop 10", "Shop 9", "bank", "Ärzte"]],
    ["sort1=2", ["Shop 9", "bank", "Ärzte", "shop 10"]],
    ["sort1=3", ["Ärzte", "Shop 9", "shop 10", "bank"]],
    ["sort1=-3", ["shop 10", "Shop 9", "Ärzte", "bank"]],
    ["sort1=-4", ["Ärzte", "shop 10", "bank", "Shop 9"]],
    ["sort1=5", ["bank", "shop 10", "Ärzte", "Shop 9"]],
    ["sort1=7", ["shop 10", "Shop 9", "Ärzte", "bank"]],
    ["sort1=8", ["shop 10", "Shop 9", "Ärzte", "bank"]],
    ["sort1=x&sort2=1", ["shop 10", "Shop 9", "Ärzte", "bank"]],
  ])("%s", (query, want) => {
    expect(names(arranged(query))).toEqual(want);
  });

  test("its heads lead to the other orders, and keep what the address has", () => {
    const heads = arranged("text=a&rows1=50&sort1=-3&done=1").columns.map((column) =>
      typeof column === "string" ? column : `${column.sortHref ?? "none"} ${column.sorted ?? ""}`.trim(),
    );
    expect(heads).toEqual([
      ...["/a?text=a&sort1=1", "/a?text=a&sort1=2", "/a?text=a&sort1=3 descending", "/a?text=a&sort1=-4"],
      ...["/a?text=a&sort1=-5", "none", "none"],
    ]);
  });

  test.each<[string, Partial<Table>]>([
    ["a part of a longer one", { foot: { text: "1 to 4", older: "/a?after=4" } }],
    ["rows below rows", { rows: [...rows, [{ text: "child", layout: "child" }]] }],
    ["one row", { rows: rows.slice(0, 1) }],
  ])("%s is not sorted", (_, more) => {
    const { columns: heads, rows: found } = arranged("sort1=1", more);
    expect(heads.every((head) => typeof head === "string" || head.sortHref === undefined)).toBe(true);
    expect(found).toEqual(more.rows ?? rows);
  });

  test.each([
    ["", "1234567"],
    ["hide1=2.4", "13567"],
    ["hide1=1.2", "134567"],
    ["hide1=x.99", "1234567"],
  ])("%s shows the columns %s", (query, want) => {
    const kept = arranged(query);
    const all = ["Name", "State", "Sent", "Seen", "Share", "Rate", ""];
    const heads = kept.columns.map((column) => (typeof column === "string" ? column : column.text));
    expect(heads).toEqual(Array.from(want, (digit) => all[Number(digit) - 1]));
    expect(kept.rows.every((row) => row.length === want.length)).toBe(true);
  });

  test("each column but the first can be shown and hidden", () => {
    expect(arranged("hide1=3&sort1=2").choices).toEqual([
      { text: "State", href: "/a?hide1=2.3&sort1=2", current: true },
      { text: "Sent", href: "/a?sort1=2", current: false },
      { text: "Seen", href: "/a?hide1=3.4&sort1=2", current: true },
      { text: "Share", href: "/a?hide1=3.5&sort1=2", current: true },
      { text: "Rate", href: "/a?hide1=3.6&sort1=2", current: true },
    ]);
    expect(
      arranged("", { columns: ["A", "B"], rows: [[{ text: "1" }, { text: "2" }]] }).choices,
    ).toBeUndefined();
  });
});

describe("10,001 customers", () => {
  let server: ConsoleServer;
  let viewer: PlainBrowser;
  beforeAll(async () => {
    server = await startConsole();
    const { accounts } = server.store;
    for (let first = 100; first < 10_100; first += 2_000) {
      const ids = Array.from({ length: 2_000 }, (_, index) => first + index);
      await Promise.all(
        ids.map((id) =>
          accounts.addCustomer({ id, name: `Customer ${id}`, payment: "prepaid", limit: undefined }, 0),
        ),
      );
    }
    viewer = await new PlainBrowser(server.origin).logIn("viewer");
  });
  afterAll(() => server.close());

  const rowsOf = (text: string): number => (text.match(/<tr>/gu)?.length ?? 1) - 1;

  test("are shown 50 at a time, and found by number or name", async () => {
    const first = await viewer.get("/customers");
    expect([first.status, rowsOf(first.text)]).toEqual([200, 50]);
    expect(first.text).toContain("1 to 50 of 10,001");
    const last = await viewer.get("/customers?rows1=10000");
    const ofLast = [last.status, rowsOf(last.text), last.text.includes("Customer 10099")];
    expect(ofLast).toEqual([200, 1, true]);
    const found = await viewer.get("/customers?text=4242");
    expect([rowsOf(found.text), found.text.includes("/console/customers/4242")]).toEqual([1, true]);
    const many = await viewer.get("/customers?text=CUSTOMER");
    expect([rowsOf(many.text), /10,00[01] of 10,001 customers/u.test(many.text)]).toEqual([50, true]);
  });

  test("do not lengthen the overview", async () => {
    expect((await viewer.get("")).status).toBe(200);
  });
});
