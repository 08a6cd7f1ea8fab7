import { afterAll, beforeAll, expect } from "@jest/globals";
import { launchBrowser } from "../../browser.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import type { Browser } from "../../playwright.js";
import type { Found } from "./crawl.js";
import { asks, filledAt, readyForm, spotAt } from "./attempts.js";
import { type FilledForm, placeOf, sendForm } from "./filled-form.js";
import { settled, type Subject } from "./matrix.js";
import type { PageField, PageForm } from "./page-forms.js";
import { Phone } from "./phone.js";
import type { SiteUnderTest } from "./site.js";
import { Stage } from "./stage.js";

const isTyped = ({ type }: PageField): boolean => ["text", "textarea", "date", "number"].includes(type);
const tooLong = "W".repeat(300);

/** A form as somebody sends it who has left out what it needs, or typed what it cannot take; undefined if it has no such field. */
function wrong(form: FilledForm, { fields }: PageForm): FilledForm | undefined {
  const visible = fields.filter(({ type }) => type !== "hidden");
  const missing = visible.find(({ required }) => required);
  const field = missing ?? visible.find(isTyped);
  if (field === undefined) return undefined;
  const value = missing === undefined ? tooLong : "";
  return { ...form, values: { ...form.values, [field.name]: value } };
}

/** Looks at all that a form of an action leads to: the page that refuses it, the one that asks before, and the one that follows. */
async function lookAfter(phone: Phone, subject: Subject): Promise<void> {
  const { scene, site, action, places } = subject;
  const what = `${site.name} ${action.path}`;
  const plain = await site.logIn(scene, site.best);
  const spot = await spotAt(plain, site, action.path, places);
  if (spot === undefined) throw new Error(`no page has a form for ${action.path}`);
  if (site.behind[action.path] !== undefined) await phone.look(`${what} before it`, plain, spot.place);
  const sent = async (which: string, form: FilledForm): Promise<void> => {
    const received = await sendForm(plain, form);
    // The page of a run is loaded again until it is over.
    await settled(scene);
    // What was typed wrong may be wide; other pages are like those before.
    const page = [`${what}, ${which}`, plain, placeOf(received)] as const;
    if (received.status === 303) await (which === "refused" ? phone.look(...page) : phone.lookIfNew(...page));
    else phone.faults.push(`${what}, ${which}: status ${received.status}`);
  };
  const form = filledAt(site, action.path, spot);
  const mayAsk = asks(action, spot.form);
  const mistaken = wrong(form, spot.form);
  const refused = mistaken && (await readyForm(plain, mistaken, mayAsk));
  if (refused !== undefined) await sent("refused", refused);
  if (mayAsk) await sent("asked", form);
  const ready = await readyForm(plain, form, mayAsk);
  if (ready === undefined) phone.faults.push(`${what}: no page asks before`);
  else await sent("done", ready);
}

/** Pages that no link or form leads to. */
const fixedPages = ({ base, pages }: SiteUnderTest): readonly string[] =>
  pages.flatMap(({ path }) => (path.includes(":") ? [] : [`${base}${path === "/" ? "" : path}` || "/"]));

/** The first place that leads to each route. */
function firstPlaces(
  phone: Phone,
  site: SiteUnderTest,
  found: readonly Found[],
): ReadonlyMap<string, string> {
  const linked = found.filter(({ status, place }) => status === 200 && !place.includes("csv="));
  const first = new Map<string, string>();
  for (const place of [...linked.map((each) => each.place), ...fixedPages(site)]) {
    const route = phone.routeOf(place);
    if (route !== undefined && !first.has(route)) first.set(route, place);
  }
  return first;
}

/** Every page and every form of a site on a phone: with what is folded open, and all that follows from sending it. */
export function describePhone(site: SiteUnderTest): void {
  const stage = new Stage(site);
  let browser: Browser;
  let phone: Phone;
  let places: ReadonlyMap<string, string>;

  beforeAll(async () => {
    if (!isInstalled("chromium")) return;
    browser = await launchBrowser();
    await stage.open();
    phone = await Phone.in(browser, site);
    places = firstPlaces(phone, site, await stage.findPlaces());
  });
  afterAll(async () => {
    if (!isInstalled("chromium")) return;
    await browser.close();
    await stage.scene?.close();
  });

  // Other pages are those that actions lead to: the last test asks for all of them.
  for (const { path } of site.pages)
    testWithPeer("chromium", `page ${path}`, async () => {
      const place = places.get(path);
      if (place !== undefined) await phone.look(place, await stage.browserOf(site.best), place);
      expect(phone.faults.splice(0)).toEqual([]);
    });

  for (const path of stage.paths)
    testWithPeer("chromium", path, async () => {
      await lookAfter(phone, await stage.subject(path));
      expect(phone.faults.splice(0)).toEqual([]);
    });

  testWithPeer("chromium", "had each of its pages looked at", () => {
    expect(site.pages.filter(({ path }) => !phone.routes.has(path)).map(({ path }) => path)).toEqual([]);
  });
}
