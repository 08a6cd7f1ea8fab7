/** Every form of both sites on a phone: its page with folded forms open, its confirmation, and the page that refuses it. */
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { routeFor } from "#server/faces/web/routes.js";
import { faultsIn, launchBrowser, openPage } from "../../browser.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import type { Browser, Page } from "../../playwright.js";
import type { PlainBrowser } from "../console/console-server.js";
import { asks, filledAt, type Spot, spotAt } from "./attempts.js";
import { placeOf, sendForm } from "./filled-form.js";
import type { PageField } from "./page-forms.js";
import { openScene, type Scene } from "./scene.js";
import { pagesFor, placesOf, type SiteAction, type SiteUnderTest } from "./site.js";
import { consoleUnderTest, portalUnderTest } from "./sites.js";

let scene: Scene;
let browser: Browser;

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  scene = await openScene();
  browser = await launchBrowser();
});
afterAll(async () => {
  if (!isInstalled("chromium")) return;
  await browser.close();
  await scene.close();
});

/** A phone with the session of a browser without scripts, one after the other light and dark. */
class Phone {
  readonly #page: Page;
  readonly #origin: string;
  #isDark = false;
  readonly faults: string[] = [];

  private constructor(page: Page, origin: string) {
    this.#page = page;
    this.#origin = origin;
  }

  static async with(plain: PlainBrowser, origin: string): Promise<Phone> {
    const page = await openPage(browser, [], { viewport: { width: 390, height: 844 } });
    const cookies = plain.cookies.split("; ").map((cookie) => {
      const [name = "", value = ""] = cookie.split("=");
      return { name, value, url: origin };
    });
    await page.context().addCookies(cookies);
    return new Phone(page, origin);
  }

  /** Looks at a place with all that is folded open. */
  async look(what: string, place: string): Promise<void> {
    this.#isDark = !this.#isDark;
    const colorScheme = this.#isDark ? "dark" : "light";
    await this.#page.emulateMedia({ colorScheme });
    await this.#page.goto(`${this.#origin}${place}`);
    await this.#page.evaluate(
      "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
    );
    await this.#picture(what);
    const found = await faultsIn(this.#page, "main");
    this.faults.push(...found.map((fault) => `${what}, ${colorScheme}: ${fault}`));
  }

  /** For people, into the folder MESSENGER_LOOK_AT. */
  async #picture(what: string): Promise<void> {
    const folder = process.env["MESSENGER_LOOK_AT"];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const width of [1440, 390]) {
      await this.#page.setViewportSize({ width, height: 844 });
      const path = `${folder}/${what.replaceAll(/[^\w-]+/gu, "_").slice(0, 60)}-${width}.png`;
      await this.#page.screenshot({ path, fullPage: true });
    }
  }

  close = (): Promise<void> => this.#page.context().close();
}

const isTyped = ({ type }: PageField): boolean => ["text", "textarea", "date", "number"].includes(type);
const tooLong = "W".repeat(300);

/** A form as somebody sends it who has left out what it needs, or typed what it cannot take; undefined if it has no such field. */
function wrong(site: SiteUnderTest, path: string, spot: Spot) {
  const form = filledAt(site, path, spot);
  const visible = spot.form.fields.filter(({ type }) => type !== "hidden");
  const missing = visible.find(({ required }) => required);
  const field = missing ?? visible.find(isTyped);
  if (field === undefined) return undefined;
  const value = missing === undefined ? tooLong : "";
  return { ...form, values: { ...form.values, [field.name]: value } };
}

/** The page that asks something before an action, and the one that refuses its form. */
async function placesAfter(
  plain: PlainBrowser,
  site: SiteUnderTest,
  action: SiteAction,
  spot: Spot,
): Promise<readonly (readonly [what: string, place: string])[]> {
  const sent = asks(action, spot.form) ? filledAt(site, action.path, spot) : wrong(site, action.path, spot);
  const place = sent === undefined ? "" : placeOf(await sendForm(plain, sent));
  return place.includes("?kept=") ? [[`${site.name} ${action.path}`, place]] : [];
}

const routeOf = ({ base, pages }: SiteUnderTest, place: string): string | undefined => {
  const { pathname } = new URL(place, "http://site");
  return routeFor(pages, pathname.slice(base.length) || "/")?.route.path;
};

for (const [site, least] of [
  [consoleUnderTest, { pages: 40, forms: 60 }],
  [portalUnderTest, { pages: 15, forms: 20 }],
] as const)
  testWithPeer(
    "chromium",
    `every form of the ${site.name} fits a phone, and can be used by everybody`,
    async () => {
      const plain = await site.logIn(scene, site.best);
      const found = await pagesFor(site, plain);
      const phone = await Phone.with(plain, scene[site.name]);
      const seen = new Set<string>();
      for (const { place, status } of found) {
        const route = routeOf(site, place);
        if (route === undefined || seen.has(route) || status !== 200 || place.includes("csv=")) continue;
        seen.add(route);
        await phone.look(place, place);
      }
      const places = placesOf(site, found);
      let forms = 0;
      for (const action of site.actions.filter(({ path }) => site.elsewhere[path] === undefined)) {
        const spot = await spotAt(plain, site, action.path, places);
        if (spot === undefined) continue;
        if (site.behind[action.path] !== undefined) await phone.look(`${action.path} before it`, spot.place);
        for (const [what, place] of await placesAfter(plain, site, action, spot)) {
          forms++;
          await phone.look(what, place);
        }
      }
      await phone.close();
      expect(phone.faults).toEqual([]);
      expect(seen.size).toBeGreaterThan(least.pages);
      expect(forms).toBeGreaterThan(least.forms);
    },
  );

testWithPeer("chromium", "the faults of a page are found", async () => {
  const page = await openPage(browser, [], { viewport: { width: 390, height: 844 } });
  await page.goto("data:text/html,<html lang=en><main><input><p style='width:900px'>wide</p></main>");
  const found = await faultsIn(page, "main");
  expect(found.map((fault) => /^critical label|px wide$/u.exec(fault)?.[0])).toEqual([
    "critical label",
    "px wide",
  ]);
  await page.context().close();
});
