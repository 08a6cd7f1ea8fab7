import { expect } from "@jest/globals";
import { creditsText } from "#server/domain/credit/credit.js";
import { openAccount } from "../../storage/fixtures.js";
import type { ConsoleServer } from "./console-server.js";
import type { OperatorClicks, Task } from "./operator-tasks.js";

/** How an operator arranges tables: their rows are those of the database. */

const names = [
  ["Alder", 3_000_000],
  ["Birch", 1_000_000],
  ["Cedar", 2_000_000],
] as const;

/** Three customers with balances that no other one has. */
async function addCustomers({ store }: ConsoleServer): Promise<void> {
  for (const [index, [name, credit]] of names.entries()) {
    await openAccount(store, { id: 71 + index, credit });
    await store.accounts.changeCustomer(71 + index, { name: `${name} Timber` });
  }
}

const timber = ({ page }: OperatorClicks) => page.getByRole("row").filter({ hasText: "Timber" });

async function rowsOf(operator: OperatorClicks): Promise<readonly string[]> {
  const rows: string[] = [];
  for (let row = 0; row < (await timber(operator).count()); row++)
    rows.push(await timber(operator).nth(row).innerText());
  return rows;
}

/** Names of the customers by their stored balances, the highest first. */
async function byBalance({ store }: ConsoleServer): Promise<readonly string[]> {
  const found = await Promise.all(
    names.map(async ([name], index) => {
      const balances = await store.accounts.balances(71 + index);
      return [name, balances.find(({ kind }) => kind === "SMS")?.amount ?? 0] as const;
    }),
  );
  return found.toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

const head = (operator: OperatorClicks, name: string) =>
  operator.page.getByRole("columnheader", { name }).getByRole("link");

export const tableTasks: readonly Task[] = [
  [
    "find the customers with the highest balance",
    async (operator, server) => {
      await addCustomers(server);
      await operator.place("Customers");
      await operator.click(head(operator, "Balance"));
      await operator.page.waitForURL(/sort\d=/u);
      const shown = await rowsOf(operator);
      expect(shown.map((row) => row.trim().split(" ")[0])).toEqual(await byBalance(server));
      for (const [index, name] of (await byBalance(server)).entries()) {
        const stored = names.find(([each]) => each === name)?.[1] ?? 0;
        expect(shown[index]?.replaceAll(",", "")).toContain(creditsText(stored));
      }
    },
    byBalance,
    ["Alder", "Cedar", "Birch"],
  ],
  [
    "keep a filter, with the order, under an address",
    async (operator) => {
      await operator.place("Customers");
      await operator.form("Find customers").getByLabel("Number or name").fill("timber");
      await operator.send("Find customers");
      await operator.page.waitForURL(/text=timber/u);
      await operator.click(head(operator, "Balance"));
      await operator.page.waitForURL(/text=timber.*sort\d=/u);
      const shown = await rowsOf(operator);
      await operator.page.goto(operator.page.url());
      expect(await rowsOf(operator)).toEqual(shown);
      await operator.page.getByText("3 of").first().waitFor();
    },
    async ({ store }) =>
      (await store.accounts.customers()).filter(({ name }) => name.includes("Timber")).length,
    3,
  ],
  [
    "hide a column of a table",
    async (operator) => {
      await operator.place("Customers");
      const { page } = operator;
      const shown = page.getByRole("columnheader", { name: "Days left" });
      await shown.waitFor();
      await operator.click(page.getByText("Columns", { exact: true }).first());
      await operator.click(page.locator("details.arrange").getByRole("link", { name: "Days left" }));
      await page.waitForURL(/hide\d=/u);
      expect(await shown.count()).toBe(0);
    },
    async () => undefined,
    undefined,
  ],
  [
    "turn to the next page of a ledger",
    async (operator, server) => {
      const { page } = operator;
      await server.store.accounts.addCredit(71, "SMS", 7_000, Date.now() - 1, "the oldest");
      for (let entry = 0; entry < 50; entry++)
        await server.store.accounts.addCredit(71, "SMS", 1_000, Date.now());
      await operator.customer(71, "Ledger");
      const entries = page.getByRole("table", { name: /^Entries of/u }).getByRole("row");
      await page.getByText("50 entries").first().waitFor();
      expect(await entries.count()).toBe(51);
      await operator.click(page.getByRole("link", { name: "Older" }).first());
      await page.getByText("the oldest").first().waitFor();
    },
    async ({ store }) => (await store.ledger.refills(71, 0, Date.now() + 1)).length,
    51,
  ],
];
