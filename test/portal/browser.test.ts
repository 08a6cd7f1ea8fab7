import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { pagesOf } from "#server/portal/site-map.js";
import type { PortalSources } from "#server/portal/sources.js";
import { launchBrowser, openPage, tooWide, violationsOf } from "../browser.js";
import { isInstalled, testWithPeer } from "../peers.js";
import { own, password, type PortalServer, startPortal } from "./portal-server.js";

let portal: PortalServer;
let browser: Browser;
let owner: Page;
const complaints: string[] = [];

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  portal = await startPortal();
  browser = await launchBrowser();
  owner = await openPage(browser, complaints, { viewport: { width: 1440, height: 900 } });
  await logIn(owner);
});
afterAll(async () => {
  if (!isInstalled("chromium")) return;
  await browser.close();
  await portal.close();
});

async function logIn(page: Page): Promise<void> {
  await page.goto(`${portal.origin}/log-in`);
  await page.getByLabel("Customer number").fill(String(own));
  await page.getByLabel("User", { exact: true }).fill("owner");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

/** Every page; the search is one of the customer. */
async function allPaths(): Promise<readonly string[]> {
  const actor = { name: `${own}/owner`, source: "test" };
  const entry = {
    at: Date.now(),
    actor,
    action: "message find",
    subject: { customer: String(own) },
  } as const;
  const ids: Readonly<Record<string, string | number | undefined>> = {
    "/messages/:id": portal.messages[own],
    "/messages/found/:id": await portal.store.audit.add(entry),
    "/transactions/:id": `sent-${own}`,
  };
  const pages = pagesOf({ store: {} } as PortalSources);
  return [...pages.map(({ path }) => path.replace(":id", String(ids[path]))), "/preferences", "/nowhere"];
}

testWithPeer("chromium", "every page is accessible in both colors, and fits every screen", async () => {
  const faults: string[] = [];
  for (const path of await allPaths()) {
    await owner.goto(`${portal.origin}${path}`);
    faults.push(...(await violationsOf(owner)));
    faults.push(...(await tooWide(owner, [320, 390, 1024, 1440, 1920])));
  }
  expect(faults).toEqual([]);
});

describe("without scripts", () => {
  testWithPeer("chromium", "a message is checked, sent and found", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await logIn(page);
    await page.getByRole("link", { name: "Send a message" }).click();
    await page.getByLabel("To").fill("12025550184");
    await page.getByLabel("Text").fill("Your parcel arrives today");
    await page.getByRole("button", { name: "Check the cost" }).click();
    await page.getByRole("button", { name: "Send to 1 for 1 credit" }).click();
    await page.getByRole("status").getByText("The message was accepted.").waitFor();
    await page.getByRole("link", { name: "12025550184" }).click();
    await page.getByText("Accepted from you").waitFor();
    await context.close();
  });
});

describe("the forms of the pages", () => {
  const done = (text: string): Promise<void> => owner.getByRole("status").getByText(text).waitFor();

  testWithPeer("chromium", "set stop words and remove them, and end other sessions", async () => {
    const context = await browser.newContext();
    await logIn(await context.newPage());
    await owner.goto(`${portal.origin}/opt-outs`);
    await owner.getByText("Set the stop words").first().click();
    const words = owner.getByRole("form", { name: "Set the stop words" });
    await words.getByLabel("Further stop words").fill("fini");
    await words.getByRole("button").click();
    await done("The stop words were set.");
    await owner.getByRole("row", { name: "fini" }).getByRole("button").click();
    await owner.getByRole("button", { name: "Remove the stop words" }).click();
    await done("The stop words were removed.");
    await owner.goto(`${portal.origin}/account`);
    await owner.getByRole("link", { name: "Your sessions" }).click();
    await owner.getByRole("button", { name: "End the other sessions" }).click();
    await done("The other sessions have ended.");
    await context.close();
  });

  testWithPeer("chromium", "change the role of a user, whose choices are whole on a phone", async () => {
    await owner.setViewportSize({ width: 390, height: 844 });
    await owner.goto(`${portal.origin}/users`);
    const width = await owner.evaluate<number>("document.querySelector('td select').clientWidth");
    expect(width).toBeGreaterThan(150);
    const kim = owner.getByRole("row", { name: "reader" });
    await kim.getByLabel("Role").selectOption("finance");
    await kim.getByRole("button", { name: "Change" }).click();
    await done("The role was changed.");
    await owner.setViewportSize({ width: 1440, height: 900 });
  });
});

testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
  expect(complaints.filter((each) => !each.includes("status of 404"))).toEqual([]);
});

// MESSENGER_SCREENSHOTS=write updates the pictures of the guide.
if (process.env["MESSENGER_SCREENSHOTS"] === "write")
  testWithPeer("chromium", "pictures of the guide", async () => {
    mkdirSync("docs/guides/portal", { recursive: true });
    await owner.emulateMedia({ colorScheme: "light" });
    await owner.setViewportSize({ width: 1280, height: 760 });
    const message = `/messages/${String(portal.messages[own])}`;
    for (const [name, path] of [
      ["overview", "/"],
      ["message", message],
    ] as const) {
      await owner.goto(`${portal.origin}${path}`);
      await owner.screenshot({ path: `docs/guides/portal/${name}.png` });
    }
    await owner.goto(`${portal.origin}/send`);
    await owner.getByLabel("To").fill("12025550184\n12025550185");
    await owner.getByLabel("Text").fill("Your parcel arrives today between 9 and 12.");
    await owner.getByRole("button", { name: "Check the cost" }).click();
    await owner.screenshot({ path: "docs/guides/portal/send.png" });
  });
