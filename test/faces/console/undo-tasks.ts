import { expect } from "@jest/globals";
import type { Page } from "../../playwright.js";
import { blacklistOf } from "../../storage/fixtures.js";
import type { ConsoleServer } from "./console-server.js";
import { twice } from "./open-browser.js";

/** Changes and removes what the tasks of `operator-tasks.ts` have made. */
export async function undoTasks(admin: Page, { store, origin }: ConsoleServer): Promise<void> {
  const open = (path: string) => admin.goto(`${origin}/console${path}`);
  const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
  await open("/blocked");
  await admin.getByRole("row", { name: "0166" }).getByRole("button").click();
  await admin.getByRole("button", { name: "Remove the opt-out" }).click();
  await done("The number was removed.");
  expect(await blacklistOf(store, undefined)).toEqual([]);
  await open("/prices");
  for (const name of ["49 0.8", "49 0.9", "4915", "33"]) {
    await admin.getByRole("row", { name }).first().getByRole("button", { name: "Remove" }).click();
    await admin.getByRole("button", { name: "Remove the price" }).click();
    await done("The price was removed.");
  }
  await open("/customers/42/prices");
  const prices = { name: "p.csv", mimeType: "text/csv", buffer: Buffer.from("prefix,price\n49,2\n") };
  await admin.getByLabel("Price file", { exact: true }).setInputFiles(prices);
  await admin.getByRole("button", { name: "Show what it changes" }).click();
  await admin.getByRole("button", { name: "Set 1 price" }).click();
  await done("The prices were set.");
  expect((await store.coverage.allPrices(42)).map(({ price }) => price)).toEqual([2_000]);
  await open("/customers/42/lists");
  await admin.getByRole("row", { name: "Clients" }).getByRole("link", { name: "Change" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("Guests");
  await admin.getByRole("button", { name: "Change the list" }).click();
  await done("The list was changed.");
  await admin.getByRole("row", { name: "Guests" }).getByRole("button", { name: "Remove" }).click();
  await admin.getByRole("button", { name: "Remove the list" }).click();
  await done("The list was removed.");
  await open("/operators/maria");
  await admin.locator('input[name="password"]').fill("nine purple lanterns");
  await admin.getByRole("button", { name: "Replace" }).click();
  await done("The password was replaced.");
  await admin.getByRole("button", { name: "Ask for a code" }).click();
  await admin.getByRole("button", { name: "Make the secret" }).click();
  await admin.getByText("otpauth://totp/").waitFor();
  await admin.getByRole("link", { name: "Back" }).click();
  await admin.getByRole("button", { name: "Log in without a code" }).click();
  await done("The log-in needs the password alone.");
  await twice(admin, "Remove");
  await done("The operator was removed.");
  await store.operators.change("viewer", { role: "viewer" }, { name: "test", source: "test" }, Date.now());
  for (const { id } of await store.links.routes()) await store.links.removeRoute(id);
  await store.links.remove("west");
  await open("/customers/42/settings");
  await admin.locator('select[name="payment"]').selectOption("prepaid");
  await admin.getByLabel("Credit limit").fill("");
  await admin.getByRole("button", { name: "Change the payment" }).click();
  await done("The payment was changed.");
}
