import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Browser, Page } from "../playwright.js";
import { staticFiles } from "messenger-gen-host";
import { sendFixed } from "messenger-gen-host/listener";
import { buildSite } from "../../tools/site/build.js";
import { launchBrowser, openPage, tooWide, violationsOf } from "../browser.js";
import { isInstalled, testWithPeer } from "../peers.js";

const shown = [
  "index.html",
  "codes.html",
  "packages.html",
  "packages/messenger-gen-runtime-node.html",
  "guides/callbacks.html",
  "reference/result-texts.html",
  "reference/configuration.html",
  "reference/diagnostics.html",
  "api/index.html",
  "api/reference/sendMessage.html",
  "api/problems/InsufficientCredit.html",
];

let folder: string;
let server: Server;
let origin: string;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  folder = mkdtempSync(join(tmpdir(), "messenger-site-"));
  buildSite(folder);
  // As the service and the console serve it.
  const files = staticFiles("/docs", folder);
  server = createServer(({ url = "/" }, response) => {
    void files.document(url).then((document) => {
      sendFixed(response, document, 60_000);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`;
  browser = await launchBrowser();
});
afterAll(async () => {
  if (!isInstalled("chromium")) return;
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const newPage = (options: Parameters<typeof openPage>[2] = {}): Promise<Page> =>
  openPage(browser, complaints, options);

describe("the site in a browser", () => {
  testWithPeer("chromium", "is accessible in both colors, and fits every screen", async () => {
    const page = await newPage();
    const faults: string[] = [];
    for (const path of shown) {
      await page.goto(`${origin}/${path}`);
      faults.push(...(await violationsOf(page)));
      faults.push(...(await tooWide(page, [390, 1440])));
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  testWithPeer("chromium", "searches from a folder, with the keyboard", async () => {
    const page = await newPage();
    await page.goto(pathToFileURL(join(folder, "guides", "callbacks.html")).href);
    await page.keyboard.press("/");
    await page.keyboard.type("404.2 user is unknown");
    await page.getByRole("option", { name: /^404\.2 FAILURE.*Result texts/u }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/reference\/result-texts\.html#404\.2$/u);
    await page.getByRole("combobox").fill("qqqqqq");
    await page.getByText('No page contains "qqqqqq".').waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("listbox").isVisible()).toBe(false);
    await page.context().close();
  });

  testWithPeer("chromium", "the list of results is accessible", async () => {
    const page = await newPage();
    await page.goto(`${origin}/index.html`);
    await page.getByRole("combobox").fill("expired");
    await page.getByRole("option").first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  testWithPeer("chromium", "copies code, and keeps the chosen colors", async () => {
    const page = await newPage({ permissions: ["clipboard-read", "clipboard-write"], colorScheme: "light" });
    await page.goto(`${origin}/guides/getting-started.html`);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain("npx messenger customer add 42");
    await page.getByRole("button", { name: "Dark" }).click();
    await page.goto(`${origin}/index.html`);
    await page.getByRole("button", { name: "Light" }).waitFor();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.context().close();
  });

  testWithPeer("chromium", "works without JavaScript: navigation, codes, next page", async () => {
    const page = await newPage({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
    await page.goto(pathToFileURL(join(folder, "index.html")).href);
    expect(await page.getByRole("combobox").isVisible()).toBe(false);
    await page.getByRole("link", { name: "Codes", exact: true }).click();
    await page.getByRole("link", { name: /^404\.2 / }).click();
    await page.getByRole("heading", { name: "Result texts" }).waitFor();
    const next = page.getByRole("link", { name: /^Next/u });
    const [, title = ""] = /^Next\s+(.+)$/u.exec(await next.innerText()) ?? [];
    await next.click();
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    expect(title).toMatch(/^\p{Lu}/u);
    await page.context().close();
  });

  testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
    expect(complaints).toEqual([]);
  });
});
