import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";
import type { OperatorRole } from "../domain/accounts/operators.js";
import { assetUrls } from "./assets.js";
import { type IconName, icons } from "./icons.js";
import { prepared } from "./prepared.js";
import { clockTime, type PageClock, zoneText } from "./times.js";
import type { Page } from "./view.js";

/** `templates/console/` of this package, beside the compiled code. */
const folder = new URL("../templates/console/", import.meta.url);

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly text: string;
  readonly href: string;
  readonly icon: IconName;
  readonly current: boolean;
  /** Things that wait for a decision. */
  readonly count?: number | undefined;
}

export interface NavigationGroup {
  readonly heading?: string | undefined;
  readonly entries: readonly NavigationEntry[];
}

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Layout around a page. */
export interface Frame extends PageClock {
  readonly operator: { readonly name: string; readonly role: OperatorRole } | undefined;
  readonly navigation: readonly NavigationGroup[];
  /** The places at the bottom of a phone. */
  readonly places: readonly NavigationEntry[];
  /** Token of the forms. */
  readonly token: string;
  readonly theme: Theme;
  /** Path and query of the page, to return to. */
  readonly place: string;
  /** What an action has done. */
  readonly done?: string | undefined;
  readonly error?: string | undefined;
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

const roleNames = { viewer: "Viewer", support: "Support", admin: "Administrator" } as const;

/** Compiles the templates; each is a partial of the others. */
export function pageRenderer(): Render {
  const handlebars = Handlebars.create();
  handlebars.registerHelper("icon", iconMarkup);
  const files = readdirSync(folder).filter((name) => name.endsWith(".hbs"));
  for (const file of files)
    handlebars.registerPartial(file.slice(0, -4), readFileSync(new URL(file, folder), "utf8").trimEnd());
  const options = { knownHelpersOnly: true, knownHelpers: { icon: true }, preventIndent: true };
  const render = handlebars.compile<object>("{{> page}}", options);
  return (page, frame) => {
    const { operator, theme, now, zone } = frame;
    return render({
      ...frame,
      ...prepared(page, frame),
      urls: assetUrls(),
      fixedTheme: theme === "system" ? undefined : theme,
      otherTheme: theme === "dark" ? "light" : "dark",
      zoneText: zoneText(zone, now),
      loaded: clockTime(now, zone),
      initials: operator?.name.slice(0, 2),
      roleName: operator && roleNames[operator.role],
    });
  };
}
