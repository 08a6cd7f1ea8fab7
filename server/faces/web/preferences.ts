import { isTimeZone } from "../../domain/time-zone.js";
import { InvalidInput } from "../../admin/refusal.js";
import { textOf, type Values } from "./form.js";
import { type Theme, themes } from "./render.js";
import { cookieName, keptCookieOf, type SiteIdentity, valueIn } from "./tokens.js";
import type { Page } from "./view.js";

/** What a visitor has chosen in a browser; cookies keep it there. */
export interface Preferences {
  readonly theme: Theme;
  /** Time zone of the pages; undefined for that of the site. */
  readonly zone: string | undefined;
}

const names = { theme: "theme", zone: "zone" } as const;

/** Seconds for which a browser keeps them. */
const keptFor = 365 * 86_400;

/** The preferences in a Cookie header; a value that is not valid is the default. */
export function preferencesIn(cookies: string | undefined, site: SiteIdentity, secure: boolean): Preferences {
  const value = (name: keyof typeof names): string =>
    valueIn(cookies, cookieName(site, name, secure), /^[\w.+-]{1,64}$/u) ?? "";
  const zone = value("zone").replaceAll(".", "/");
  return {
    theme: themes.find((theme) => theme === value("theme")) ?? "system",
    zone: zone !== "" && isTimeZone(zone) ? zone : undefined,
  };
}

/** Set-Cookie headers for the preferences. A cookie has no slash: a zone has dots instead, which no name of a zone contains. */
export function preferenceCookies(
  { theme, zone }: Preferences,
  site: SiteIdentity,
  secure: boolean,
): string[] {
  const cookie = (of: string, value: string): string =>
    keptCookieOf(site, { of, value, path: "", age: keptFor }, secure);
  const themeCookie = cookie(names.theme, theme);
  return zone === undefined ? [themeCookie] : [themeCookie, cookie(names.zone, zone.replaceAll("/", "."))];
}

/** The preferences of a form; those that it does not have stay. @throws InvalidInput */
export function chosenPreferences(form: Values, now: Preferences): Preferences {
  const [theme, zone] = [textOf(form, "theme") ?? now.theme, textOf(form, "zone") ?? now.zone];
  const known = themes.find((each) => each === theme);
  if (known === undefined)
    throw new InvalidInput(`invalid theme ${JSON.stringify(theme)}: use ${themes.join(", ")}`, {
      field: "theme",
    });
  if (zone !== undefined && !isTimeZone(zone))
    throw new InvalidInput(
      `invalid time zone ${JSON.stringify(zone)}: use a name such as UTC or Europe/Berlin`,
      { field: "zone" },
    );
  return { theme: known, zone };
}

export const preferencesPath = "/preferences";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** @param zone of the pages, whether it was chosen or not */
export function preferencesPage({ theme }: Pick<Preferences, "theme">, zone: string): Page {
  return {
    title: "Preferences",
    facts: [{ text: "Of this browser, for a year. A CSV is always in UTC." }],
    sections: [
      {
        heading: "Display",
        width: 6,
        forms: [
          {
            action: preferencesPath,
            caption: "Display",
            button: "Keep the preferences",
            primary: true,
            fields: [
              {
                name: "zone",
                label: "Time zone",
                type: "select",
                value: zone,
                options: zones.includes(zone) ? zones : [zone, ...zones],
                width: "medium",
              },
              {
                name: "theme",
                label: "Theme",
                type: "select",
                value: theme,
                width: "medium",
                options: [
                  { value: "system", text: "As the system" },
                  { value: "light", text: "Light" },
                  { value: "dark", text: "Dark" },
                ],
              },
            ],
          },
        ],
      },
      {
        heading: "Session",
        width: 6,
        text: "Ends the session of this browser. It also ends after 30 minutes without a request, and after 12 hours.",
        links: [{ text: "Your sessions", href: "/sessions" }],
        forms: [{ action: "/log-out", button: "Log out", icon: "log-out", fields: [] }],
      },
    ],
  };
}
