import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Page } from "../../playwright.js";
import { defaultSmppSettings } from "#server/domain/smpp/accounts.js";
import { pagesOf, type SiteSources } from "#server/faces/console/site-map.js";
import { tooWide, violationsOf } from "../../browser.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import { type ConsoleServer, openSmppSession } from "./console-server.js";
import { definition, importList } from "../../storage/list-cases.js";
import { openBrowser, type OpenBrowser, usedHere } from "./open-browser.js";

let open: OpenBrowser;
let server: ConsoleServer;
let admin: Page;

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  open = await openBrowser();
  ({ server } = open);
  const account = { systemId: "shop01", customerId: 42, userName: "Ann", passwordHash: "hash" };
  await server.store.smpp.add({ ...defaultSmppSettings, ...account });
  await openSmppSession(server.store, "shop01");
  await server.store.links.addRoute({
    ...{ prefix: "1", customerId: undefined, originator: undefined, kind: undefined, link: "test" },
    ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: false },
  });
  await importList(server.store.lists, definition({ name: "Clients" }), []);
  admin = await open.logIn("admin");
});
afterAll(async () => {
  if (isInstalled("chromium")) await open.close();
});

const paths = [
  "",
  "/traffic",
  "/traffic?period=week&link=test",
  "/messages",
  "/links",
  "/links/test",
  "/routes",
  "/routes/1",
  "/prices",
  "/blocked",
  "/operators",
  "/operators/viewer",
  "/smpp",
  "/smpp/shop01",
  "/customers",
  "/customers?text=nobody",
  "/new-customer",
  "/customers/42",
  "/customers/42/ledger",
  "/customers/42/users",
  "/customers/42/prices",
  "/customers/42/settings",
  "/customers/42/statement",
  "/customers/42/lists",
  "/customers/42/lists/Clients",
  "/customers/42/inbox",
  "/customers/42/opt-outs",
  "/customers/42/callbacks",
  "/customers/42/keys",
  "/keys",
  "/deliverability",
  "/deliverability?by=country&period=30d&open=1",
  "/uncertain",
  "/campaigns",
  "/audit",
  "/settings",
  "/database",
  "/search",
  "/preferences",
  "/sessions",
  "/problems",
  "/more",
  "/components",
  "/nowhere",
] as const;

/** The paths above, and those of a message and of the result of a search. */
async function allPaths(): Promise<readonly string[]> {
  const [message] = await server.store.desk.candidates({ kind: "transaction", id: "lost" }, undefined, 1);
  const actor = { name: "admin", source: "test" };
  const entry = { at: Date.now(), actor, action: "message find", subject: { customer: "42" } } as const;
  const search = await server.store.audit.add(entry);
  return [...paths, `/messages/${String(message?.id)}`, `/messages/found/${search}`];
}

describe("every page", () => {
  testWithPeer(
    "chromium",
    "is accessible in both colors, and fits every screen: only tables scroll",
    async () => {
      const faults: string[] = [];
      for (const path of await allPaths()) {
        await admin.goto(`${server.origin}/console${path}`);
        faults.push(...(await violationsOf(admin)));
        faults.push(...(await tooWide(admin, [320, 390, 1024, 1440, 1920])));
      }
      const anonymous = await open.browser.newPage();
      await anonymous.goto(`${server.origin}/console/log-in`);
      faults.push(...(await violationsOf(anonymous)));
      await anonymous.close();
      expect(faults).toEqual([]);
    },
  );

  testWithPeer("chromium", "has the sizes of type that the tokens name", async () => {
    await admin.goto(`${server.origin}/console/components`);
    const sizes: Record<string, string> = {};
    for (const part of [
      "h1",
      "h2",
      "main td",
      ".tile .figure",
      ".time-line .what",
      ".places a",
      ".pill",
      "button",
    ])
      sizes[part] = await admin.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(part)})).fontSize`,
      );
    expect(sizes).toEqual({
      ...{ h1: "22px", h2: "11px", "main td": "13px", ".tile .figure": "26px", ".time-line .what": "14px" },
      ...{ ".places a": "14px", ".pill": "12px", button: "13px" },
    });
  });

  testWithPeer("chromium", "has on a phone places of at least 36 pixels", async () => {
    await admin.setViewportSize({ width: 390, height: 844 });
    const low: string[] = [];
    for (const path of ["", "/messages", "/customers/42", "/components"]) {
      await admin.goto(`${server.origin}/console${path}`);
      const heights = await admin.evaluate<number[]>(
        "[...document.querySelectorAll('button, .button, .bottom a')].map((each) => each.getBoundingClientRect().height).filter((height) => height > 0)",
      );
      low.push(...heights.filter((height) => height < 36).map((height) => `${path} ${height}`));
    }
    await admin.setViewportSize({ width: 1100, height: 800 });
    expect(low).toEqual([]);
  });

  testWithPeer("chromium", "works without scripts: a form, a confirmation, a preference", async () => {
    const page = await open.logIn("admin", { javaScriptEnabled: false });
    await page.goto(`${server.origin}/console/customers/42/ledger`);
    await page.getByText("Deduct credit").first().click();
    const form = page.getByRole("form", { name: "Deduct credit" });
    await form.getByLabel("Credits").fill("1");
    await form.getByRole("button", { name: "Deduct credit" }).click();
    await page.getByRole("link", { name: "No, go back" }).waitFor();
    await page.getByRole("button", { name: "Deduct the credit" }).click();
    await page.getByRole("status").getByText("The credit was deducted.").waitFor();
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.context().close();
  });
});

testWithPeer("chromium", "every page was opened in the browser", async () => {
  // Routes are listed without being called.
  const sources = { store: server.store, wakeDelivery: () => undefined } as SiteSources;
  const opened = await allPaths();
  const unopened = usedHere.pages(pagesOf(sources)).filter(({ path }) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/gu, "[^/?]+")}(?:[?].*)?$`, "u");
    return !opened.some((each) => pattern.test(each === "" ? "/" : each));
  });
  expect(unopened.map(({ path }) => path)).toEqual([]);
});

testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
  expect(open.complaints.filter((each) => !each.includes("status of 404"))).toEqual([]);
});
