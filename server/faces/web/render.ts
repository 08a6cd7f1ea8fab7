import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { assetUrls } from "./assets.js";
import { placeBelow } from "./places.js";
import { type IconName, icons } from "./icons.js";
import { prepared } from "./prepared.js";
import { clockTime, type PageClock, zoneText } from "./times.js";
import type { SiteIdentity } from "./tokens.js";
import type { Notice, Page } from "./view.js";

/** Templates of this package, beside the compiled code: those of all sites, and those of each one. */
const folderOf = (name: SiteIdentity["name"] | "web"): URL =>
  new URL(`../../templates/${name}/`, import.meta.url);

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly text: string;
  readonly href: string;
  readonly icon: IconName;
  readonly current: boolean;
  /** Things that wait for a decision. */
  readonly count?: number | undefined;
  /** Key of the live text of `count`, which is empty for 0. */
  readonly live?: string | undefined;
}

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export interface NavigationGroup {
  readonly heading?: string | undefined;
  readonly entries: readonly NavigationEntry[];
}

/** What a site shows around a page. */
export interface Layout {
  /** Who is logged in; undefined before the log-in. */
  readonly person: { readonly name: string; readonly role: string } | undefined;
  readonly navigation?: readonly (NavigationEntry | NavigationGroup)[];
  /** The places at the bottom of a phone. */
  readonly places?: readonly NavigationEntry[];
  /** What every page says first. */
  readonly banner?: Notice | undefined;
  /** The customer whose portal an operator looks at. */
  readonly support?: { readonly customer: number; readonly name: string } | undefined;
}

/** Layout around a page. */
export interface Frame extends PageClock {
  /** Path above all pages. */
  readonly base: string;
  /** Token of the forms. */
  readonly token: string;
  readonly theme: Theme;
  /** Path and query of the page, to return to. */
  readonly place: string;
  /** What an action has done. */
  readonly done?: string | undefined;
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
  /** Time of the oldest content that was read from a replica, in milliseconds since the epoch; undefined without any. */
  readonly asOf?: number | undefined;
  readonly around: Layout;
}

/** Renders a page as an HTML document; every value is escaped. */
export type Render = (page: Page, frame: Frame) => string;

/** An icon by its name. */
function iconMarkup(name: unknown): Handlebars.SafeString {
  const shapes = typeof name === "string" && Object.hasOwn(icons, name) ? icons[name as IconName] : undefined;
  if (shapes === undefined) throw new Error(`there is no icon ${String(name)}`);
  return new Handlebars.SafeString(
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shapes}</svg>`,
  );
}

/** The address of a path of the site: `{{at href}}`. */
function addressOf(path: unknown, { data }: Handlebars.HelperOptions): string {
  const { base } = (data as { readonly root: Pick<Frame, "base"> }).root;
  return placeBelow(base, String(path));
}

/** Compiles the templates of a site and those of all; each is a partial of the others. */
export function pageRenderer({ name }: Pick<SiteIdentity, "name">): Render {
  const handlebars = Handlebars.create();
  handlebars.registerHelper("icon", iconMarkup);
  handlebars.registerHelper("at", addressOf);
  for (const folder of [folderOf("web"), folderOf(name)]) {
    const files = readdirSync(folder).filter((file) => file.endsWith(".hbs"));
    for (const file of files)
      handlebars.registerPartial(file.slice(0, -4), readFileSync(new URL(file, folder), "utf8").trimEnd());
  }
  const options = { knownHelpersOnly: true, knownHelpers: { icon: true, at: true }, preventIndent: true };
  const render = handlebars.compile<object>("{{> page}}", options);
  return (page, frame) => {
    const { around, theme, now, zone, base, asOf } = frame;
    return render({
      ...frame,
      ...around,
      ...prepared(page, frame),
      urls: assetUrls(base),
      fixedTheme: theme === "system" ? undefined : theme,
      otherTheme: theme === "dark" ? "light" : "dark",
      zoneText: zoneText(zone, now),
      loaded: clockTime(now, zone),
      replica: asOf === undefined ? undefined : clockTime(asOf, zone),
      initials: around.person?.name.slice(0, 2),
    });
  };
}
