import { password, type PlainBrowser, type Received } from "../console/console-server.js";
import { followed } from "./crawl.js";
import { fillIn, type FilledForm, placeOf, sendForm } from "./filled-form.js";
import { formsOn, type PageForm } from "./page-forms.js";
import { fillingOf, formFor, type SiteAction, type SiteUnderTest } from "./site.js";

/** A form on a page. */
export interface Spot {
  /** Path of the page on the origin, with its query. */
  readonly place: string;
  readonly form: PageForm;
}

const filledOf = (site: SiteUnderTest, path: string, form: PageForm): FilledForm =>
  fillIn(form, fillingOf(site, path));

export const filledAt = (site: SiteUnderTest, path: string, { form }: Spot): FilledForm =>
  filledOf(site, path, form);

/** Whether a page asks something before the action is carried out. */
export const asks = ({ danger, identity }: SiteAction, { fields }: PageForm): boolean =>
  danger !== undefined || (identity === "always" && !fields.some(({ name }) => name === "ownPassword"));

/** The form of an action as its page has it now; undefined if it is not there. Behind another action, that one is carried out. */
export async function spotAt(
  browser: PlainBrowser,
  site: SiteUnderTest,
  path: string,
  places: ReadonlyMap<string, string>,
): Promise<Spot | undefined> {
  const before = site.behind[path];
  if (before === undefined) return spotIn(site, path, places.get(path) ?? "", browser);
  const first = await spotAt(browser, site, before, places);
  if (first === undefined) return undefined;
  const sent = filledAt(site, before, first);
  const action = site.actions.find((each) => each.path === before);
  const ready = await readyForm(browser, sent, action !== undefined && asks(action, first.form));
  const received = ready && (await sendForm(browser, ready));
  return received && spotIn(site, path, placeOf(received), browser);
}

async function spotIn(
  site: SiteUnderTest,
  path: string,
  place: string,
  browser: PlainBrowser,
): Promise<Spot | undefined> {
  const form = place === "" ? undefined : formFor(site, path, (await followed(browser, place)).text);
  return form && { place, form };
}

/** The form that asks for a confirmation or a password, on the page that a response leads to. */
async function askedBy(browser: PlainBrowser, received: Received, sent: FilledForm) {
  const place = placeOf(received);
  if (received.status !== 303 || !place.includes("?kept=")) return undefined;
  const { text } = await browser.request(place);
  const form = formsOn(text).find(
    ({ action, fields }) => action === sent.action && fields.some(({ name }) => name === "confirm"),
  );
  return form && { ...fillIn(form, { values: { ownPassword: password } }), files: sent.files };
}

/** The form that is carried out when it is sent: the one of a page, or the one that asks something before. */
export async function readyForm(
  browser: PlainBrowser,
  form: FilledForm,
  mayAsk: boolean,
): Promise<FilledForm | undefined> {
  return mayAsk ? askedBy(browser, await sendForm(browser, form), form) : form;
}
