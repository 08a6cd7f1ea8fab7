import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type CountryShare, spendingDay } from "#server/domain/credit/country-credits.js";
import { eventually } from "../../eventually.js";
import { submission } from "../../storage/fixtures.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

let server: ConsoleServer;
let admin: PlainBrowser;

beforeAll(async () => {
  server = await startConsole();
  admin = await new PlainBrowser(server.origin).logIn("admin");
});
afterAll(() => server.close());

test("limits by country are set in the form; the customer's page and the problems show what was reached", async () => {
  const page = "/customers/42";
  expect((await admin.get(page)).text).not.toContain("Credits by country");
  expect((await admin.submit(`${page}/change`, { countryCredits: "44=x" })).text).toContain(
    "Use credits, or CODE",
  );
  await admin.submit(`${page}/change`, { countryCredits: "2,960=none" });
  expect(await server.store.accounts.customer(42)).toMatchObject({
    countryCredits: [
      { country: "", credits: 2_000 },
      { country: "960", credits: undefined },
    ],
  });
  const shares: readonly CountryShare[] = [{ country: "44", amount: 2_000, limit: 2_000 }];
  const spending = { day: spendingDay(Date.now()), shares };
  const send = (id: string) =>
    server.store.outbox.submit(
      submission(id, { spending, at: Date.now(), charge: { kind: "SMS", amount: 0 } }),
    );
  expect((await send("limit-1")).kind).toBe("accepted");
  expect(await send("limit-2")).toEqual({ kind: "countryLimit", country: "44" });
  const { text } = await admin.get(page);
  expect(text).toMatch(/Credits by country[^]*United Kingdom[^]*\+44/u);
  expect((await admin.get(`${page}?csv=credits-by-country`)).text).toMatch(/United Kingdom.*,2,2,1/u);
  // Problems are read again after some seconds.
  const words = /credits of today for \+44: 1 call refused/iu;
  await eventually(async () => words.test((await admin.get("/problems")).text));
});
