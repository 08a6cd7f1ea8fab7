import type { ServeSettings } from "./config/config.js";
import { settingEntries } from "./config/settings.js";
import type { ShownSetting } from "./faces/console/system.js";
import { withoutPassword } from "./domain/delivery/links/url-secrets.js";

/** Settings that the console shows with the links, and those that only the command uses. */
const notShown: ReadonlySet<string> = new Set<keyof ServeSettings>([
  "delivery",
  "mayLoopback",
  "logLevel",
  "logFormat",
  "pidFile",
]);

/** The other settings for the console, without passwords; those of TLS are names of files. */
export function shownSettings(settings: object): readonly ShownSetting[] {
  const meanings: ReadonlyMap<string, string> = new Map(
    settingEntries.map(([name, { meaning }]) => [name, meaning]),
  );
  return Object.entries(settings)
    .filter(([name, value]) => !notShown.has(name) && value !== undefined)
    .map(([name, value]) => ({
      name,
      value: settingText(value),
      // A setting that may be repeated is a list here: `mount` is `mounts`.
      meaning: meanings.get(name) ?? meanings.get(name.replace(/s$/u, "")) ?? "",
    }));
}

/** A value for people, for example `127.0.0.1:9464, console`. */
function settingText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(settingText).join(", ");
  if (typeof value !== "object" || value === null) return withoutPassword(String(value));
  const { host, port, ...rest } = value as Readonly<Record<string, unknown>>;
  const place = typeof host === "string" ? [`${host}:${String(port)}`] : [];
  const others = Object.entries(rest).flatMap(([name, each]) =>
    each === true ? [name] : each === false || each === undefined ? [] : [settingText(each)],
  );
  return [...place, ...others].join(", ");
}
