import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Page } from "../../playwright.js";
import { eventually } from "../../eventually.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import { failMessage } from "./console-server.js";
import { openBrowser, type OpenBrowser } from "./open-browser.js";

let open: OpenBrowser;
let admin: Page;
let made = 0;

/** Messages that fail now. */
async function fail(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    made++;
    await failMessage(open.server.store, `live ${made}`, `120255502${String(made).padStart(2, "0")}`);
  }
}

/** As when a hidden tab is seen again: a fresh copy of the page is taken at once. */
const seenAgain = (page: Page): Promise<unknown> =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

/** Places of all that can be clicked or read in the main part, and of every card. */
const boxes = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `JSON.stringify([...document.querySelectorAll("main a, main button:not(.news), main .card, main tr")].map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [each.tagName, ...[left, top, width, height].map(Math.round)];
    }))`,
  );

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  open = await openBrowser();
  await fail(3);
  admin = await open.logIn("admin");
});
afterAll(async () => {
  if (isInstalled("chromium")) await open.close();
});

describe("a page with live parts", () => {
  for (const act of ["hovers over", "has focused", "has not touched"] as const)
    testWithPeer("chromium", `keeps every place of a card that somebody ${act}`, async () => {
      await admin.goto(`${open.server.origin}/console`);
      const failures = admin.locator("section", { hasText: "Latest failures" });
      const link = failures.locator("tbody a").first();
      await admin.getByText("updated").waitFor();
      if (act === "hovers over") await link.hover();
      if (act === "has focused") await link.focus();
      const [before, href] = [await boxes(admin), await link.getAttribute("href")];
      await fail(2);
      await seenAgain(admin);
      const news = failures.locator("[data-news]");
      // A copy that was taken between the two has one of them.
      await eventually(async () => /^[12] new, show$/u.test((await news.textContent()) ?? ""));
      expect(await boxes(admin)).toBe(before);
      expect(await link.getAttribute("href")).toBe(href);
      await news.click();
      await eventually(async () => (await link.getAttribute("href")) !== href);
      expect(await failures.locator(".shown").count()).toBe(0);
    });

  testWithPeer("chromium", "shows numbers in place, but not in the card below the pointer", async () => {
    await admin.goto(`${open.server.origin}/console`);
    const waiting = admin.locator('[data-live="waiting"]');
    await admin.locator(".tile").first().hover();
    const [before, places] = [await waiting.textContent(), await boxes(admin)];
    const { submission } = await import("../../storage/fixtures.js");
    const charge = { kind: "SMS", amount: 0 } as const;
    const dueAt = Date.now() + 86_400_000;
    await open.server.store.outbox.submit(submission("hovered", { at: Date.now(), dueAt, charge }));
    const numbers = async () => (await admin.locator("[data-updated]").textContent()) ?? "";
    await eventually(async () => (await numbers()).includes("updated 1 s"));
    await eventually(async () => (await numbers()).includes("updated 0 s"));
    await eventually(async () => (await numbers()).includes("updated 1 s"));
    expect([await waiting.textContent(), await boxes(admin)]).toEqual([before, places]);
    await admin.locator("h1").hover();
    await admin.locator('[data-live="waiting"]', { hasText: String(Number(before) + 1) }).waitFor();
    expect(await boxes(admin)).toBe(places);
  });

  testWithPeer("chromium", "has the figures under the pointer in the legend of a chart", async () => {
    await admin.goto(`${open.server.origin}/console`);
    const legend = (): Promise<readonly string[]> =>
      admin.evaluate(
        "[...document.querySelectorAll('.legend strong')].map(({ textContent }) => textContent)",
      );
    const area = admin.locator(".chart .area").first();
    const head = admin.locator("h2", { hasText: "Throughput" });
    // What is hovered over is scrolled into the window.
    await area.hover();
    await head.hover();
    const [before, places] = [await legend(), await boxes(admin)];
    await area.hover();
    // A line has no width, for which a locator would wait.
    await eventually(async () => (await admin.locator(".chart .cross").count()) === 1);
    const row = await admin.evaluate<readonly string[]>(`(() => {
      const time = [...document.querySelectorAll(".legend li")].at(-1).textContent;
      const rows = [...document.querySelectorAll(".chart + .figures tbody tr")];
      const index = rows.findIndex(({ cells }) => cells[0].textContent.trim() === time);
      return [String(index), ...[...rows[index].cells].slice(1).map(({ textContent }) => textContent.trim())];
    })()`);
    // The middle of an hour in minutes.
    expect(row[0]).toMatch(/^(?:29|30)$/u);
    expect(await legend()).toEqual(row.slice(1));
    expect(await boxes(admin)).toBe(places);
    await head.hover();
    await eventually(async () => (await legend()).join() === before.join());
    expect(await admin.locator(".chart .cross").count()).toBe(0);
  });

  testWithPeer("chromium", "asks for nothing while its tab is hidden or paused", async () => {
    await admin.goto(`${open.server.origin}/console`);
    await admin.getByText("updated").waitFor();
    const hide = (isHidden: boolean): Promise<unknown> =>
      admin.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, get: () => ${isHidden} });
        document.dispatchEvent(new Event("visibilitychange"));`);
    await hide(true);
    await admin.getByText("no news for 7 s").waitFor();
    const asked = open.requests.length;
    await admin.getByText("no news for 12 s").waitFor();
    expect(open.requests.length).toBe(asked);
    await hide(false);
    await admin.getByText(/updated \d/u).waitFor();
    await admin.getByRole("button", { name: "Pause" }).click();
    await admin.getByText("paused").waitFor();
  });

  testWithPeer("chromium", "says once that the session has ended, and keeps what it shows", async () => {
    const page = await open.logIn("viewer");
    const before = await boxes(page);
    const { store } = open.server;
    await store.operators.change("viewer", { role: "viewer" }, { name: "root", source: "test" }, Date.now());
    await page.getByText("session ended").waitFor();
    expect(await boxes(page).then((now) => now.includes("Latest failures"))).toBe(
      before.includes("Latest failures"),
    );
    expect(await page.getByText("session ended").count()).toBe(1);
    await page.getByRole("link", { name: "log in" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.context().close();
  });

  testWithPeer("chromium", "violates no policy and has no error of a script", async () => {
    expect(open.complaints).toEqual([]);
  });
});
