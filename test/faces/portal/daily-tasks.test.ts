/** What a user of a customer does every day, in a browser: its clicks are those of the guide, its figures those of the database. */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { launchBrowser, openPage } from "../../browser.js";
import { Clicks, clicksOf } from "../../counted-clicks.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import type { Browser } from "../../playwright.js";
import { logInOn, own, type PortalServer, startPortal } from "./portal-server.js";
import { portalTasks } from "./portal-tasks.js";

let portal: PortalServer;
let browser: Browser;
let user: Clicks;
const complaints: string[] = [];

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  portal = await startPortal();
  await portal.store.accounts.addCredit(own, "SMS", 1_000_000, Date.now());
  await portal.store.accounts.changeCustomer(own, { timeZone: "America/New_York" });
  browser = await launchBrowser();
  const page = await openPage(browser, complaints, { viewport: { width: 1440, height: 900 } });
  await logInOn(page, portal);
  user = new Clicks(page, `${portal.origin}/`);
});
afterAll(async () => {
  if (!isInstalled("chromium")) return;
  await browser.close();
  await portal.close();
});

const balance = async (): Promise<number> =>
  (await portal.store.accounts.balances(own)).find(({ kind }) => kind === "SMS")?.amount ?? 0;

for (const [name, does, found, want] of portalTasks)
  testWithPeer("chromium", name, async () => {
    const before = await balance();
    await does(await user.start(), portal);
    const spent = before - (await balance());
    expect([user.count, await found(portal, spent)]).toEqual([clicksOf(name), want]);
  });

testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
  expect(complaints).toEqual([]);
});
