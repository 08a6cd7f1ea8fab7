/** Chromium for tests, and what is wrong with a page that it shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { framework, frameworksFolder } from "./interop/framework-project.js";
import type { Browser, ContextOptions, Page, Playwright } from "./playwright.js";

export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await framework<Playwright>("playwright-core/index.js");
  return chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
}

/** A page of a context of its own; errors of its scripts and what its policy has blocked go to `complaints`. */
export async function openPage(
  browser: Browser,
  complaints: string[],
  options: ContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  // Bounds a hang, as the time of a test does: on a busy machine a page comes late.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return page;
}

/** Records method and path of what a page requests, below `base`. */
export function recordRequests(page: Page, requests: string[], base = ""): void {
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    requests.push(
      `${request.method()} ${pathname.startsWith(base) ? pathname.slice(base.length) : pathname}`,
    );
  });
}

/** Routes that no recorded request matches. */
export function unused(
  method: "GET" | "POST",
  routes: readonly { readonly path: string }[],
  requests: readonly string[],
): readonly string[] {
  return routes
    .map(({ path }) => path)
    .filter((path) => {
      const pattern = new RegExp(`^${method} ${path.replace(/:\w+/gu, "[^/]+")}$`, "u");
      return !requests.some((request) => pattern.test(request));
    });
}

/** How a page is shown: the width of the window in pixels, and the colors. */
export interface Look {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

/** A phone and a desktop, light and dark; MESSENGER_LOOKS=all takes each with both colors, which doubles the time. */
export const looks: readonly Look[] = [
  { width: 390, colorScheme: "light" },
  { width: 1440, colorScheme: "dark" },
  ...(process.env["MESSENGER_LOOKS"] === "all"
    ? ([
        { width: 390, colorScheme: "dark" },
        { width: 1440, colorScheme: "light" },
      ] as const)
    : []),
];

let axe = "";

/** Puts axe-core into the shown page. */
async function bringAxe(page: Page): Promise<void> {
  axe ||= readFileSync(join(frameworksFolder, "axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
}

/** @param part selector of the elements that are looked at */
async function violations(page: Page, part = "html"): Promise<string[]> {
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return found.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html ?? ""}`);
}

/** What is wrong with the shown page as it is: serious violations in a part of it, and elements beside the window. */
export async function faultsIn(page: Page, part: string | undefined): Promise<readonly string[]> {
  if (part !== undefined) await bringAxe(page);
  const found = part === undefined ? [] : await violations(page, part);
  const [shown = 0, width = 0] = await page.evaluate<number[]>(
    "[document.documentElement.scrollWidth, window.innerWidth]",
  );
  return [
    ...found.filter((each) => /^(?:serious|critical) /u.test(each)),
    ...(shown > width ? [`${shown} px wide`] : []),
  ];
}

/** The rules of accessibility (axe-core) that the shown page breaks in each look, with the element of each. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await bringAxe(page);
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    for (const each of await violations(page))
      found.push(`${page.url()} at ${width}, ${colorScheme}: ${each}`);
  }
  return found;
}

/** What is wrong with a page as a whole: violations of axe in every look, and widths of a window in which it does not fit. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  return [...(await violationsOf(page)), ...(await tooWide(page, [320, 390, 1024, 1440]))];
}

/** The widths in which the shown page is wider than its window. */
export async function tooWide(page: Page, widths: readonly number[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const shown = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (shown > width) found.push(`${page.url()} at ${width} is ${shown} wide`);
  }
  return found;
}
