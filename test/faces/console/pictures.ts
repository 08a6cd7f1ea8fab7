import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../../browser.js";
import type { Page } from "../../playwright.js";

/**
 * Takes the pictures of the guides from a demo that it starts, a minute after its start: `node dist/test/faces/console/pictures.js`. The folder
 * of the browser's package is in MESSENGER_FRAMEWORKS.
 */

/** First of three ports. */
const port = 19_760;

/** What a picture shows: a path, or the page to which the second of such links on it leads. */
type Picture = readonly [name: string, path: string, follow?: string];

const consolePictures: readonly Picture[] = [
  ["overview", ""],
  ["traffic", "/traffic"],
  ["links", "/links"],
  ["customer", "/customers/7"],
  ["message", "/customers/7", 'main td a[href*="/messages/1"]'],
  ["deliverability", "/deliverability?by=prefix"],
];
const portalPictures: readonly Picture[] = [
  ["overview", "/"],
  ["send", "/send"],
  ["message", "/messages?state=failed", 'main td a[href*="/messages/1"]'],
];

/** Milliseconds. */
const settled = 65_000;
/** Pixels; a longer page is cut. */
const size = { width: 1_360, height: 800 };
const mostHeight = 1_420;
/** Pictures are part of the repository. */
const mostBytes = 250_000;

/** Starts a demo; resolves with what it printed. */
async function demo(folder: string) {
  const database = `sqlite:${join(folder, "demo.db")}`;
  const run = ["bin/messenger.js", "--database", database, "start", "--port", String(port)];
  const child = spawn(process.execPath, run, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk) => {
      printed += String(chunk);
      if (printed.includes("Stop with Ctrl-C")) resolve();
    });
  });
  return { child, printed };
}

async function logIn(page: Page, address: string, values: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(address);
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value);
  await page.locator("main form button").first().click();
  await page.locator("h1").waitFor();
}

async function take(page: Page, base: string, folder: string, pictures: readonly Picture[]): Promise<void> {
  for (const [name, path, follow] of pictures) {
    await page.goto(`${base}${path}`);
    if (follow !== undefined) {
      // The latest failure of the demo is a number that is not valid, which has no history.
      const href = await page.locator(follow).nth(1).getAttribute("href");
      await page.goto(new URL(href ?? "/", base).href);
    }
    if (path === "/send") {
      await page.getByLabel("To", { exact: true }).fill("12025550184\n12025550185");
      await page.getByLabel("Text", { exact: true }).fill("Your parcel arrives today between 9 and 12.");
      await page.getByRole("button", { name: "Check the cost" }).click();
      await page.getByText("Balance after it").waitFor();
    }
    const file = `docs/guides/${folder}/${name}.png`;
    const clip = { x: 0, y: 0, width: size.width, height: mostHeight };
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    const { length } = await page.screenshot({
      path: file,
      fullPage: true,
      ...(height > mostHeight ? { clip } : {}),
    });
    console.log(`${file}: ${length} bytes${length > mostBytes ? ", which is too large" : ""}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const { child, printed } = await demo(folder);
const passwordOf = (who: RegExp): string =>
  new RegExp(`${who.source}, password (\\S+)`, "u").exec(printed)?.[1] ?? "";
const browser = await launchBrowser();
try {
  await new Promise((resolve) => setTimeout(resolve, settled));
  const page = await (await browser.newContext({ colorScheme: "light" })).newPage();
  await page.setViewportSize(size);
  const console_ = `http://127.0.0.1:${port + 1}/console`;
  await logIn(page, console_, { name: "demo", password: passwordOf(/operator demo/u) });
  await take(page, console_, "console", consolePictures);
  const portal = `http://127.0.0.1:${port + 2}`;
  const password = passwordOf(/customer 7, user demo/u);
  await logIn(page, `${portal}/`, { customer: "7", name: "demo", password });
  await take(page, portal, "portal", portalPictures);
} finally {
  await browser.close();
  child.kill();
  rmSync(folder, { recursive: true });
}
