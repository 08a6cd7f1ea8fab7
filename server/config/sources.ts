import type { ConfigFile } from "./config-file.js";
import { optionName, variableName } from "./setting.js";
import { settingNames, type SettingName, type SettingTexts } from "./settings.js";

/** Origin of the value of a setting: the first of these that has one. */
export type Source = "flag" | "environment" | "file" | "default";

/** Parsed options of a command line, with the source of each. */
export interface GivenOptions {
  readonly options: SettingTexts;
  readonly sourceOf: (name: SettingName) => Source;
}

/** Options after the configuration file has filled in what neither a flag nor the environment sets. */
export interface ResolvedOptions extends GivenOptions {
  readonly file: ConfigFile | undefined;
}

/** Adds the values of the configuration file: flags and environment variables win. */
export function withFile({ options, sourceOf }: GivenOptions, file: ConfigFile | undefined): ResolvedOptions {
  const ofFile = new Set<SettingName>(
    settingNames.filter((name) => sourceOf(name) === "default" && file?.settings[name] !== undefined),
  );
  const values = Object.fromEntries([...ofFile].map((name) => [name, file?.settings[name]]));
  return {
    options: { ...options, ...values },
    sourceOf: (name) => (ofFile.has(name) ? "file" : sourceOf(name)),
    file,
  };
}

/** Place of a setting in an error: the flag, the variable or the line of the file that sets it. */
export function settingPlace({ sourceOf, file }: ResolvedOptions): (name: SettingName) => string {
  return (name) => {
    switch (sourceOf(name)) {
      case "environment":
        return variableName(name);
      case "file":
        return `${file?.placeOf([name]) ?? ""}: ${name}`;
      default:
        return optionName(name);
    }
  };
}
