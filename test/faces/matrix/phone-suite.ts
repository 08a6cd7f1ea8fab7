import { afterAll, beforeAll, expect } from "@jest/globals";
import { launchBrowser } from "../../browser.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import type { Browser } from "../../playwright.js";
import type { PlainBrowser } from "../console/console-server.js";
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

/** Looks at a page of each route, as the first link to it shows it. */
async function lookAtPages(phone: Phone, stage: Stage, plain: PlainBrowser): Promise<void> {
  const found = await stage.findPlaces();
  const places = found.filter(({ status, place }) => status === 200 && !place.includes("csv="));
  for (const place of [...places.map((each) => each.place), ...fixedPages(stage.site)]) {
    const route = phone.routeOf(place);
    if (route !== undefined && !phone.routes.has(route)) await phone.look(place, plain, place);
  }
}

/** Every page and every form of a site on a phone: with what is folded open, and all that follows from sending it. */
export function describePhone(site: SiteUnderTest): void {
  const stage = new Stage(site);
  let browser: Browser;
  let phone: Phone;

  beforeAll(async () => {
    if (!isInstalled("chromium")) return;
    browser = await launchBrowser();
    await stage.open();
    phone = await Phone.in(browser, site);
    await lookAtPages(phone, stage, await stage.browserOf(site.best));
  });
  afterAll(async () => {
    if (!isInstalled("chromium")) return;
    await browser.close();
    await stage.scene?.close();
  });

  testWithPeer("chromium", "has no page with faults", () => {
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
