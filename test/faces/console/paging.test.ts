import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "#server/faces/web/view.js";
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
      { heading: "A", tables: [table("short", 200), table("long", 1_001)] },
      { heading: "B", links: [{ text: "Other", href: "/other" }], tables: [table("other", 201)] },
    ],
  };
  test.each([
    {
      query: "",
      want: {
        rows: ["1-200", "1-200", "1-200"],
        feet: ["", "1 to 200 of 1,001", "1 to 200 of 201"],
        links: ["/a?rows2=200", "/a?rows3=200"],
      },
    },
    {
      query: "period=day&rows2=450&rows3=200",
      want: {
        rows: ["1-200", "401-600", "201-201"],
        feet: ["", "401 to 600 of 1,001", "201 to 201 of 201"],
        links: [
          "/a?period=day&rows2=200&rows3=200",
          "/a?period=day&rows2=600&rows3=200",
          "/a?period=day&rows2=450&rows3=0",
        ],
      },
    },
    { query: "rows2=1000", want: { rows: ["1-200", "1001-1001", "1-200"] } },
    { query: "rows2=1001", want: { rows: ["1-200", "1-200", "1-200"] } },
    { query: "rows2=-1&rows3=1e9", want: { rows: ["1-200", "1-200", "1-200"] } },
  ])("$query", ({ query, want }) => {
    const values = new Map(new URLSearchParams(query));
    expect(shown(paged(page, "/a", values))).toMatchObject(want);
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

  test("are shown 200 at a time, and found by number or name", async () => {
    const first = await viewer.get("/customers");
    expect([first.status, rowsOf(first.text)]).toEqual([200, 200]);
    expect(first.text).toContain("1 to 200 of 10,001");
    const last = await viewer.get("/customers?rows1=10000");
    expect([rowsOf(last.text), last.text.includes("Customer 10099")]).toEqual([1, true]);
    const found = await viewer.get("/customers?text=4242");
    expect([rowsOf(found.text), found.text.includes("/console/customers/4242")]).toEqual([1, true]);
    const many = await viewer.get("/customers?text=CUSTOMER");
    expect([rowsOf(many.text), /10,00[01] of 10,001 customers/u.test(many.text)]).toEqual([200, true]);
  });

  test("do not lengthen the overview", async () => {
    expect((await viewer.get("")).status).toBe(200);
  });
});
