import type { Page } from "../../playwright.js";
import type { ConsoleServer } from "./console-server.js";
import { twice } from "./open-browser.js";

/** What an administrator does with a customer in the browser, form by form. */

/** Adds a customer, changes all that it has, and blocks it. */
export async function manageCustomer(admin: Page, server: ConsoleServer): Promise<void> {
  const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
  await admin.goto(`${server.origin}/console/customers`);
  await admin.getByRole("link", { name: "New customer" }).click();
  const add = admin.getByRole("form", { name: "New customer" });
  await add.getByLabel("Number", { exact: true }).fill("77");
  await add.getByLabel("Name", { exact: true }).fill("Example <b>Ltd</b>");
  await add.getByRole("button").click();
  await admin.getByText("Copy it now, and hand it over").waitFor();
  await admin.goto(`${server.origin}/console/customers`);
  await admin.getByLabel("Number or name").fill("b>ltd");
  await admin.getByRole("button", { name: "Find" }).click();
  await admin.getByRole("link", { name: "Example <b>Ltd</b>" }).click();
  const tab = (name: string) =>
    admin.getByRole("navigation", { name: "Parts of" }).getByRole("link", { name }).click();
  /** A form, opened if it is folded. */
  const form = async (name: string) => {
    const found = admin.getByRole("form", { name, exact: true });
    if (!(await found.isVisible())) await admin.getByText(name, { exact: true }).first().click();
    return found;
  };
  const fill = async (name: string, values: Readonly<Record<string, string>>): Promise<void> => {
    const found = await form(name);
    for (const [label, value] of Object.entries(values)) await found.getByLabel(label).fill(value);
    await found.getByRole("button").click();
  };
  await tab("Settings");
  await fill("Change the settings", { "Messages per second": "50" });
  await done("The settings were changed.");
  await tab("Users");
  await fill("Add a user", { Name: "bob", Password: "a long password" });
  await done("The user was added.");
  await fill("Add an originator", { Originator: "Shop" });
  await done("The originator was added.");
  const bob = admin.getByRole("row", { name: "bob" });
  await bob.getByLabel("Password").fill("another password");
  await bob.getByRole("button", { name: "Replace" }).click();
  await done("The password was replaced.");
  await server.store.tube.change(77, "bob", { defaultProvider: "7c9e6679-7425-40de-944b-e07fc1f90ae7" });
  await tab("Users");
  await bob.getByLabel("Provider").selectOption("any link");
  await bob.getByRole("button", { name: "Prefer" }).click();
  await done("The provider was changed.");
  await bob.getByRole("button", { name: "Block" }).click();
  await admin.getByRole("button", { name: "Block the user" }).click();
  await done("The user was blocked.");
  await bob.getByRole("button", { name: "Unblock" }).click();
  await done("The user was unblocked.");
  await admin.getByRole("row", { name: "Shop" }).getByRole("button").click();
  await admin.getByRole("button", { name: "Remove the originator" }).click();
  await done("The originator was removed.");
  await tab("Prices");
  await fill("Set a price", { Prefix: "49", "Credits per part": "1.5" });
  await done("The price was set.");
  await admin.getByRole("row", { name: "49" }).getByRole("button").click();
  await admin.getByRole("button", { name: "Remove the price" }).click();
  await done("The price was removed.");
  await tab("Ledger");
  await fill("Add credit", { Credits: "10" });
  await done("The credit was added.");
  await fill("Deduct credit", { Credits: "1" });
  await admin.getByRole("button", { name: "Deduct the credit" }).click();
  await done("The credit was deducted.");
  await tab("Overview");
  await twice(admin, "Block the customer");
  await done("The customer was blocked.");
  await admin.getByRole("button", { name: "Unblock the customer" }).click();
  await done("The customer was unblocked.");
}

/** Sets stop words, adds a number that opted out, and removes both. */
export async function setStopWords(admin: Page, server: ConsoleServer): Promise<void> {
  const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
  await admin.goto(`${server.origin}/console/customers/42`);
  await admin.getByRole("link", { name: "Opt-outs" }).click();
  await admin.getByText("Set the stop words").first().click();
  const words = admin.getByRole("form", { name: "Set the stop words" });
  await words.getByLabel("Languages").fill("en xx");
  await words.getByRole("button").click();
  await admin.getByRole("alert").getByText("1 field needs a change").waitFor();
  await words.getByLabel("Languages").fill("en de");
  await words.getByLabel("Confirmation of a stop").fill("No more messages. START resumes them.");
  await words.getByRole("button").click();
  await done("The stop words were set.");
  await admin.getByRole("cell", { name: "No more messages. START resumes them." }).waitFor();
  await admin.getByText("Add an opt-out").click();
  await admin.getByLabel("Number", { exact: true }).fill("+12025550177");
  await admin.getByRole("button", { name: "Add the number" }).click();
  await done("The number is on the list of opt-outs.");
  await admin.getByRole("row", { name: "+1 202 555 0177" }).getByRole("button").click();
  await admin.getByRole("button", { name: "Remove the opt-out" }).click();
  await done("The number was removed.");
  await admin.getByRole("row", { name: "All numbers" }).getByRole("button").click();
  await admin.getByRole("button", { name: "Remove the stop words" }).click();
  await done("The stop words were removed.");
}
