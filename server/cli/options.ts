import { type Command, Option } from "commander";
import type { ConfigFile } from "../config/config-file.js";
import { optionName, type Setting, variableName } from "../config/setting.js";

/** The option that restricts a command to a customer; a required customer is an argument instead. */
export const ofCustomer = ["--customer <id>", "only of this customer"] as const;

export interface CustomerOption {
  readonly customer?: string;
}

/** Collects the values of an option that may be repeated; one text may hold several, separated by spaces. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...value.split(/\s+/u).filter((part) => part !== "")];
}

/** The option of a setting, which is also a variable `MESSENGER_…`. */
export function settingOption(name: string, { check, meaning, initial }: Setting): Option {
  const option = new Option(`${optionName(name)} <${check.form}>`, meaning).env(variableName(name));
  return (Array.isArray(initial) ? option.argParser(collect) : option).default(initial);
}

export interface GlobalOptions {
  readonly database: string;
  readonly config?: string;
  /** URL of the admin listener of a service on another machine. */
  readonly server?: string;
  readonly json: boolean;
}

/** The configuration file of a command, whose readers are loaded only with it: they have a hundred modules. */
export async function configFileOf({
  config,
}: Pick<GlobalOptions, "config">): Promise<ConfigFile | undefined> {
  if (config === undefined) return undefined;
  return (await import("../config/config-file.js")).readConfigFile(config);
}

/** The database URL of a command: that of the flag or the environment, of the configuration file, or the default. */
export async function databaseOf(command: Command): Promise<string> {
  const { database, config } = command.optsWithGlobals<GlobalOptions>();
  if (config === undefined || command.getOptionValueSourceWithGlobals("database") !== "default")
    return database;
  return (await configFileOf({ config }))?.settings.database ?? database;
}
