import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

let server: ConsoleServer;
let viewer: PlainBrowser;
beforeAll(async () => {
  server = await startConsole();
  viewer = await new PlainBrowser(server.origin).logIn("viewer");
});
afterAll(() => server.close());

test("the ledger is shown by month and day, the newest entry first, in parts", async () => {
  const { accounts } = server.store;
  for (let count = 1; count <= 120; count++)
    await accounts.addCredit(42, "SMS", 1, Date.now(), `Invoice ${count}`);
  const referencesIn = (page: string): readonly number[] =>
    [...page.matchAll(/>Invoice (\d+)</gu)].map(([, number]) => Number(number));
  const first = (await viewer.get("/customers/42/ledger")).text.replaceAll("&#x3D;", "=");
  expect(referencesIn(first)).toEqual(Array.from({ length: 50 }, (_, index) => 120 - index));
  const older = /href="\/console([^"]+)">Older</u.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(referencesIn((await viewer.get(older)).text)).toEqual(
    Array.from({ length: 50 }, (_, index) => 70 - index),
  );
  const payments = await viewer.get("/customers/42/ledger?reason=refill");
  expect(payments.text).not.toContain(">Charge<");
  const charges = await viewer.get("/customers/42/ledger?reason=charge");
  expect([charges.text.includes(">Charge<"), referencesIn(charges.text)]).toEqual([true, []]);
  for (const query of ["reason=x", "before=x", "before=1"])
    expect([query, (await viewer.get(`/customers/42/ledger?${query}`)).status]).toEqual([query, 400]);
});

test("the ledger is a CSV, with times in UTC and no formulas", async () => {
  await server.store.accounts.addCredit(42, "SMS", 1, Date.now(), "=1+1");
  await server.store.accounts.addCredit(42, "SMS", -1, Date.now());
  const { text, headers } = await viewer.get("/customers/42/ledger?csv=ledger");
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="ledger.csv"');
  const lines = text.split("\r\n");
  expect(lines[0]).toBe("Time,Reason,Kind,Change,Balance after,Reference,Transaction");
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Deduction,SMS,-0\.001,[\d.]+,,$/u);
  expect(lines[2]).toContain(",Payment,SMS,0.001,");
  expect(lines[2]).toContain(",'=1+1,");
  expect(lines.length).toBeGreaterThan(120);
  const all = (await viewer.get("/customers?csv=customers")).text;
  expect(all).toMatch(
    /^Customer,State,Payment,Credit limit,Balance,Days left,Accepted today,Delivered,Failed\r\n/u,
  );
  expect((await viewer.get("/customers?csv=nothing")).headers.get("content-type")).toContain("html");
});

test("the ledger has other periods", async () => {
  expect((await viewer.get("/customers/42/ledger?period=2001-01")).text).toContain("There is no entry");
  expect((await viewer.get("/customers/42/ledger?period=x")).status).toBe(400);
  expect((await viewer.get("/customers/x/ledger")).status).toBe(400);
});
