import type { Command } from "commander";
import { serveSettings, type ServeSettings } from "../config/config.js";
import { settingEntries, type SettingName, type SettingTexts } from "../config/settings.js";
import { type ResolvedOptions, settingPlace, type Source, withFile } from "../config/sources.js";
import { configFileOf, type GlobalOptions, settingOption } from "./options.js";

/** Adds the options of `messenger serve`, except that of the database, which all commands have. */
export function addServeOptions(command: Command): Command {
  for (const [name, setting] of settingEntries)
    if (name !== "database") command.addOption(settingOption(name, setting));
  return command;
}

const sources: Readonly<Record<string, Source>> = { cli: "flag", env: "environment" };

/** The options of a command line with those of its configuration file. Rejects with a `SettingError`. */
export async function resolvedOptions(command: Command): Promise<ResolvedOptions> {
  const given = command.optsWithGlobals<SettingTexts & GlobalOptions>();
  const sourceOf = (name: SettingName): Source =>
    sources[command.getOptionValueSourceWithGlobals(name) ?? ""] ?? "default";
  return withFile({ options: given, sourceOf }, await configFileOf(given));
}

/** The settings of a command line. @throws SettingError */
export function settingsOf(resolved: ResolvedOptions): ServeSettings {
  return serveSettings(resolved.options, { file: resolved.file, placeOf: settingPlace(resolved) });
}
