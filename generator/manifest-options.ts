import { isAbsolute } from "node:path";
import { isRecord } from "./option-checks.js";
import type { ManifestForm, OptionRow } from "./option-row.js";
import { optionRows, type OptionName } from "./option-table.js";
import type { Settings } from "./options.js";
import { isWebUrl, shownAddress } from "./origin.js";
import { realPath, shownFrom } from "./read/source.js";
import type { OutputOptions } from "./write/manifest.js";

/** In the order of the manifest. */
const forms: readonly ManifestForm[] = ["always", "given", "printed", "files"];

/** The options that the output depends on, as the manifest has them. */
export function manifestOptions(settings: Settings): OutputOptions {
  const rows = Object.entries<OptionRow>(optionRows);
  const held = forms.flatMap((form) =>
    rows.flatMap(([name, row]) => {
      const value =
        row.manifest === form ? heldValue(form, row, settings[name as OptionName], settings.base) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return Object.fromEntries(held);
}

type Held = OutputOptions[string] | undefined;

function heldValue(form: ManifestForm, { standard }: OptionRow, value: unknown, base: string): Held {
  if (form === "files") return shownFiles(value, base);
  if (form === "printed" && standard !== undefined && isEmpty(value)) return undefined;
  if (Array.isArray(value)) return value.map(String);
  if (isRecord(value)) return JSON.stringify(value);
  return typeof value === "string" || typeof value === "boolean" ? value : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === false || (isRecord(value) && Object.keys(value).length === 0);
}

/** Paths, or `location=target` in order, relative to the base folder; undefined for none. */
function shownFiles(files: unknown, base: string): readonly string[] | undefined {
  const shown = Array.isArray(files)
    ? files.map((file) => shownFrom(base, realPath(String(file))))
    : Object.entries(isRecord(files) ? files : {})
        .map(([location, given]) => {
          const target = String(given);
          const name = isAbsolute(location) ? shownFrom(base, location) : shownAddress(location);
          return `${name}=${isWebUrl(target) ? shownAddress(target) : shownFrom(base, realPath(target))}`;
        })
        .toSorted();
  return shown.length === 0 ? undefined : shown;
}
