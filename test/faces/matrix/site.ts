import { routeFor } from "#server/faces/web/routes.js";
import type { PlainBrowser } from "../console/console-server.js";
import { crawl, type Found } from "./crawl.js";
import { type Filling, fillings } from "./given-values.js";
import { formsOn, type PageForm } from "./page-forms.js";
import type { Spot } from "./attempts.js";
import type { Subject } from "./matrix.js";
import type { Scene } from "./scene.js";

export interface SiteAction {
  /** For example `/links/:name/stop`. */
  readonly path: string;
  readonly role: string;
  /** Empty for what changes nothing. */
  readonly done: string;
  readonly danger?: unknown;
  readonly identity?: string | undefined;
  readonly upload?: boolean | undefined;
  readonly typedIn?: ((params: Readonly<Record<string, string>>) => string) | undefined;
}

/** A site with its actions and pages, and who may do what there. */
export interface SiteUnderTest {
  readonly name: "console" | "portal";
  /** Path of the site. */
  readonly base: string;
  readonly actions: readonly SiteAction[];
  readonly pages: readonly { readonly path: string }[];
  readonly roles: readonly string[];
  /** The role that may do everything. */
  readonly best: string;
  readonly may: (role: string, need: string) => boolean;
  /** Logs in as the user of a role; `name`: as another one. */
  readonly logIn: (scene: Scene, role: string) => Promise<PlainBrowser>;
  /** Values of the form of the log-in for a role. */
  readonly logInAs: (role: string) => Readonly<Record<string, string>>;
  /** Logs in somebody who may do everything, and is blocked or removed later. */
  readonly leaving: (
    scene: Scene,
  ) => Promise<{ readonly browser: PlainBrowser; readonly block: () => Promise<unknown> }>;
  /** A form of the action for things of another customer. */
  readonly otherForm: (subject: Subject) => Promise<Spot | undefined>;
  /** The path of an own form with the other customer's ids; undefined if it has none. */
  readonly otherPath: (own: PageForm, other: PageForm) => string | undefined;
  /** Places where the crawl begins. */
  readonly start: readonly string[];
  /** Actions whose form is on the page that follows another action. */
  readonly behind: Readonly<Record<string, string>>;
  /** Actions whose forms are there for a moment, with the suite that has them. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

/** The action that a form is for. */
export const actionOf = ({ actions, base }: SiteUnderTest, { action }: PageForm): string | undefined =>
  action.startsWith(base) ? routeFor(actions, action.slice(base.length))?.route.path : undefined;

export const fillingOf = ({ name }: SiteUnderTest, path: string): Filling | undefined => fillings[name][path];

/** The form with its hidden values, to be told from others of its action. */
const formText = ({ action, fields }: PageForm): string =>
  [action, ...fields.flatMap(({ type, value }) => (type === "hidden" ? [value] : []))].join(" ");

/** The form of an action on a page, if it is there. */
export function formFor(site: SiteUnderTest, path: string, text: string): PageForm | undefined {
  const which = fillingOf(site, path)?.which;
  return formsOn(text).find(
    (form) => actionOf(site, form) === path && (which === undefined || which.test(formText(form))),
  );
}

/** All pages that a role reaches. */
export const pagesFor = (site: SiteUnderTest, browser: PlainBrowser): Promise<readonly Found[]> =>
  crawl(browser, { base: site.base, routes: site.pages, each: 10, start: site.start });

/** Places of the forms of a site, by the path of their actions: the first page that has each. */
export function placesOf(site: SiteUnderTest, pages: readonly Found[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { place, text } of pages)
    for (const { path } of site.actions)
      if (!places.has(path) && formFor(site, path, text) !== undefined) places.set(path, place);
  return places;
}
