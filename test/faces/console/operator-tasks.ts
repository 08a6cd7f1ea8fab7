import { expect } from "@jest/globals";
import { Clicks } from "../../counted-clicks.js";
import type { Page } from "../../playwright.js";
import { blacklistOf } from "../../storage/fixtures.js";
import { addLink } from "../../storage/claims.js";
import type { ConsoleServer } from "./console-server.js";

/** An operator whose clicks are counted from the overview on. */
export class OperatorClicks extends Clicks {
  constructor(page: Page, { origin }: Pick<ConsoleServer, "origin">) {
    super(page, `${origin}/console`);
  }

  /** A customer, by the search of every page. */
  async customer(id: number, tab?: string): Promise<void> {
    await this.page.keyboard.press("/");
    await this.page.keyboard.type(String(id));
    await this.page.keyboard.press("Enter");
    this.count++;
    await this.page.waitForURL(/customers/u);
    const parts = this.page.getByRole("navigation", { name: "Parts of" });
    if (tab !== undefined) await this.click(parts.getByRole("link", { name: tab, exact: true }));
  }
}

const csv = (text: string) => ({ name: "file.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

const prices = "prefix,price\n49,0.9\n4915,1.2\n33,none\n";

export type Task = readonly [
  name: string,
  does: (operator: OperatorClicks, server: ConsoleServer) => Promise<void>,
  /** What the database has afterwards. */
  found: (server: ConsoleServer) => Promise<unknown>,
  want: unknown,
];

/** General prices, without that of all numbers, which the server has set. */
async function generalPrices({ store }: ConsoleServer): Promise<readonly unknown[]> {
  const prices = (await store.coverage.allPrices(undefined)).filter(({ prefix }) => prefix !== "");
  return prices.map(({ prefix, price }) => [prefix, price]).sort();
}

async function routeNumber({ store }: ConsoleServer, prefix: string): Promise<number> {
  return (await store.links.routes()).find((route) => route.prefix === prefix)?.id ?? 0;
}

/** Tasks of an operator from the overview. */
export const tasks: readonly Task[] = [
  [
    "block a number",
    async (operator) => {
      await operator.place("Blocked numbers");
      await operator.form("Block a number").getByLabel("Number").fill("+1 202 555 0166");
      await operator.send("Block a number");
      await operator.done("The number is blocked.");
      await operator.page.getByRole("cell", { name: "+1 202 555 0166" }).waitFor();
    },
    async ({ store }) => (await blacklistOf(store, undefined)).map(({ phone }) => phone),
    ["12025550166"],
  ],
  [
    "set a general price",
    async (operator) => {
      await operator.place("Prices");
      await operator.click(operator.page.getByText("Set a price").first());
      await operator.form("Set a price").getByLabel("Prefix").fill("49");
      await operator.form("Set a price").getByLabel("Credits per part").fill("0.8");
      await operator.send("Set a price");
      await operator.done("The price was set.");
    },
    generalPrices,
    [["49", 800]],
  ],
  [
    "import a price file from a day on",
    async (operator) => {
      await operator.place("Prices");
      await operator.form("Import a price file").getByLabel("Price file").setInputFiles(csv(prices));
      await operator.form("Import a price file").getByLabel("First day").fill("2040-01-15");
      await operator.send("Import a price file");
      await operator.page.getByText("3 prices, 3 differences, from 2040-01-15, UTC.").waitFor();
      await operator.page.getByRole("row", { name: "49 0.8 0.9" }).waitFor();
      await operator.click(operator.page.getByRole("button", { name: "Set 3 prices" }));
      await operator.done("The prices were set.");
    },
    generalPrices,
    [
      ["33", undefined],
      ["49", 800],
      ["49", 900],
      ["4915", 1200],
    ],
  ],
  [
    "change the weight of a route",
    async (operator, server) => {
      await addLink(server.store, "west");
      await server.store.links.addRoute({
        ...{ prefix: "49", customerId: undefined, originator: undefined, kind: undefined, link: "west" },
        ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: false },
      });
      await operator.place("Routes");
      await operator.click(
        operator.page.getByRole("row", { name: "49" }).getByRole("link", { name: "Change" }),
      );
      await operator.form("Change the route").getByLabel("Weight").fill("20");
      await operator.send("Change the route");
      await operator.done("The route was changed.");
    },
    async ({ store }) => (await store.links.routes()).map(({ prefix, weight }) => [prefix, weight]),
    [["49", 20]],
  ],
  [
    "try a number",
    async (operator, server) => {
      await operator.place("Routes");
      await operator.form("Try a number").getByLabel("Number").fill("+49 151 2345678");
      await operator.send("Try a number");
      const id = await routeNumber(server, "49");
      await operator.page
        .getByText(new RegExp(`\\+49 \\S.* (?:goes to|waits for) west by route ${id}`, "u"))
        .waitFor();
      expect(operator.page.url()).not.toContain("151");
    },
    async () => undefined,
    undefined,
  ],
  [
    "last month's statement",
    async (operator, { store }) => {
      await operator.customer(42, "Statement");
      const month = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 4);
      await operator.page
        .getByText(new RegExp(`Statement ${month}`, "u"))
        .first()
        .waitFor();
      const [account] = await store.ledger.periods(42, 0, Date.now());
      expect(account).toBeDefined();
    },
    async () => undefined,
    undefined,
  ],
  [
    "change the role of an operator",
    async (operator) => {
      await operator.place("Operators");
      const row = operator.page.getByRole("row", { name: "viewer" });
      await row.getByLabel("Role").selectOption("support");
      await operator.click(row.getByRole("button", { name: "Change the role" }));
      await operator.done("The role was changed.");
    },
    async ({ store }) => (await store.operators.find("viewer"))?.role,
    "support",
  ],
  [
    "add an operator",
    async (operator) => {
      await operator.place("Operators");
      await operator.click(operator.page.getByText("Add an operator").first());
      const form = operator.form("Add an operator");
      await form.getByLabel("Name", { exact: true }).fill("maria");
      await form.getByLabel("Password").fill("seven green bicycles");
      await form.getByLabel("Role").selectOption("support");
      await operator.send("Add an operator");
      await operator.done("The operator was added.");
    },
    async ({ store }) => (await store.operators.find("maria"))?.role,
    "support",
  ],
  [
    "set the credit limit of a postpaid customer",
    async (operator) => {
      await operator.customer(42, "Settings");
      await operator.form("Payment").getByLabel("Payment").selectOption("postpaid");
      await operator.form("Payment").getByLabel("Credit limit").fill("250");
      await operator.send("Payment");
      await operator.done("The payment was changed.");
    },
    async ({ store }) => {
      const { payment, limit } = (await store.accounts.customer(42)) ?? {};
      return [payment, limit];
    },
    ["postpaid", 250_000],
  ],
  [
    "note a payment of a postpaid customer",
    async (operator) => {
      await operator.customer(42);
      await operator.click(operator.page.getByRole("link", { name: "Add credit" }));
      await operator.form("Add credit").getByLabel("Credits").fill("75");
      await operator.form("Add credit").getByLabel("Reference").fill("INV-2030-018");
      await operator.send("Add credit");
      await operator.done("The credit was added.");
    },
    async ({ store }) =>
      (await store.ledger.refills(42, 0, Date.now() + 1))
        .map(({ delta, reference }) => [delta, reference])
        .at(-1),
    [75_000, "INV-2030-018"],
  ],
  [
    "import a list of a customer",
    async (operator) => {
      await operator.customer(42, "Lists");
      const form = operator.form("Import a list");
      await form.getByLabel("Name", { exact: true }).fill("Clients");
      await form
        .getByLabel("File", { exact: true })
        .setInputFiles(csv("phone\n+12025550101\n+12025550102\n+12025550101\nnobody\n"));
      await operator.send("Import a list");
      await operator.page.getByRole("row", { name: "5" }).waitFor();
    },
    async ({ store }) => (await store.lists.all(42)).map(({ name, recipients }) => [name, recipients]),
    [["Clients", 2]],
  ],
  [
    "new customer",
    async (operator) => {
      await operator.place("Customers");
      await operator.click(operator.page.getByRole("link", { name: "New customer" }));
      const form = operator.form("New customer");
      for (const [label, value] of [
        ["Number", "90"],
        ["Name", "Harbor Trading"],
        ["SMS credits", "12.5"],
        ["Prices", "49=0.8"],
        ["Sender", "Harbor"],
        ["User", "maria"],
        ["API key", "shop"],
        ["SMPP account", "harbor"],
      ] as const)
        await form.getByLabel(label, { exact: true }).fill(value);
      await operator.send("New customer");
      await operator.page.getByText("Copy it now, and hand it over").waitFor();
      await operator.page.getByText(/^mk_/u).waitFor();
      await operator.page.getByText(/^curl -sS http.*Bearer mk_/u).waitFor();
      const shown = operator.page.url();
      await operator.page.goBack();
      await operator.page.goto(shown);
      await operator.page.getByText(/^mk_/u).waitFor();
    },
    async ({ store }) => [
      (await store.accounts.customer(90))?.name,
      (await store.accounts.balances(90)).map(({ amount }) => amount),
      (await store.apiKeys.list(90)).map(({ name }) => name),
      (await store.smpp.accounts(90)).map(({ systemId }) => systemId),
      (await store.coverage.allPrices(90)).map(({ price }) => price),
    ],
    ["Harbor Trading", [12_500], ["shop"], ["harbor"], [800]],
  ],
];
