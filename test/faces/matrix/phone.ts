import { mkdirSync } from "node:fs";
import { routeFor } from "#server/faces/web/routes.js";
import { faultsIn, openPage } from "../../browser.js";
import type { Browser, Page } from "../../playwright.js";
import type { PlainBrowser } from "../console/console-server.js";
import type { SiteUnderTest } from "./site.js";

/** What an element is: its name, classes and field, and the action of its form with any ids. */
const kindOf = `(element) => [
  element.closest("form")?.getAttribute("action").replaceAll(/\\d+/g, "") ?? "",
  element.localName, element.className, element.getAttribute("name"), element.getAttribute("type"),
].join(" ")`;

const elements = `document.querySelectorAll("main *:not(svg *, tr:nth-child(n + 4) *, option)")`;

/** Opens what is folded. Resolves with the kinds of the elements. */
const unfold = `(() => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
  return [...new Set([...${elements}].map(${kindOf}))];
})()`;

/** Marks the forms and sections that have elements of some kinds. */
const mark = (kinds: readonly string[]): string => `(() => {
  const kinds = new Set(${JSON.stringify(kinds)});
  for (const element of ${elements})
    if (kinds.has((${kindOf})(element)))
      (element.closest("form") ?? element.closest("section, header, nav, main")).setAttribute("data-unseen", "");
})()`;

/** Kinds of the elements of a page as it is sent, as `kindOf` has them: an element with other classes, fields or form is another one. */
function kindsIn(html: string): readonly string[] {
  let form = "";
  return [...html.matchAll(/<(?<end>\/?)(?<name>[a-z]\w*)(?<rest>[^>]*)>/gu)].flatMap(({ groups }) => {
    const { end, name = "", rest = "" } = groups ?? {};
    const of = (key: string): string => new RegExp(` ${key}="([^"]*)"`, "u").exec(rest)?.[1] ?? "";
    if (name === "form") form = end === "" ? of("action").replaceAll(/\d+/gu, "") : "";
    return end === "" ? [[form, name, of("class"), of("name"), of("type")].join(" ")] : [];
  });
}

/** A phone with the sessions of browsers without scripts, one after the other light and dark. */
export class Phone {
  readonly #page: Page;
  readonly #site: SiteUnderTest;
  #isDark = false;
  /** Kinds of elements that were looked at: those of another page are not looked at again, but for the width of the page. */
  readonly #known = new Set<string>();
  /** The same of pages that follow, as they are sent. */
  readonly #sent = new Set<string>();
  readonly faults: string[] = [];
  /** Routes of the pages that were looked at. */
  readonly routes = new Set<string>();

  private constructor(page: Page, site: SiteUnderTest) {
    this.#page = page;
    this.#site = site;
  }

  static async in(browser: Browser, site: SiteUnderTest): Promise<Phone> {
    return new Phone(await openPage(browser, [], { viewport: { width: 390, height: 844 } }), site);
  }

  /** The route of a place; undefined for one that is no page. */
  routeOf(place: string): string | undefined {
    const { base, pages } = this.#site;
    const { pathname } = new URL(place, "http://site");
    return routeFor(pages, pathname.slice(base.length) || "/")?.route.path;
  }

  /** Looks at a page that follows, unless pages before had all kinds of its elements: a page that has a notice and nothing else of its own. */
  async lookIfNew(what: string, plain: PlainBrowser, place: string): Promise<void> {
    const { text } = await plain.request(place);
    const unseen = kindsIn(text).filter((kind) => !this.#sent.has(kind));
    for (const kind of unseen) this.#sent.add(kind);
    if (unseen.length > 0 || !this.routes.has(this.routeOf(place) ?? "")) await this.look(what, plain, place);
  }

  /** Looks at a place with all that is folded open, in the session of a browser. */
  async look(what: string, { origin, cookies }: PlainBrowser, place: string): Promise<void> {
    this.#isDark = !this.#isDark;
    const colorScheme = this.#isDark ? "dark" : "light";
    await this.#page.emulateMedia({ colorScheme });
    const pairs = cookies.split("; ").map((cookie) => cookie.split("="));
    await this.#page
      .context()
      .addCookies(pairs.map(([name = "", value = ""]) => ({ name, value, url: origin })));
    await this.#page.goto(`${origin}${place}`);
    const kinds = await this.#page.evaluate<readonly string[]>(unfold);
    this.routes.add(this.routeOf(place) ?? place);
    await this.#picture(what);
    const unseen = kinds.filter((kind) => !this.#known.has(kind));
    for (const kind of unseen) this.#known.add(kind);
    if (unseen.length > 0) await this.#page.evaluate(mark(unseen));
    const found = await faultsIn(this.#page, unseen.length > 0 ? "[data-unseen]" : undefined);
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
}
