import { notEmpty, type SettingCheck } from "./setting-checks.js";

/** A setting of `messenger serve`. */
export interface Setting<T = unknown> {
  readonly check: SettingCheck<T>;
  /** Text of the help page and of the reference page. */
  readonly meaning: string;
  /** Text of the default; a list if the setting may be repeated; absent if it has no value by default. */
  readonly initial?: string | readonly string[];
  /** Whether a running server applies a change; the others need a restart. */
  readonly reloads?: boolean;
}

/** The setting that all commands have; they do not load the others. */
export const databaseSetting = {
  check: notEmpty("url"),
  meaning: "database URL: sqlite:PATH, or postgres://USER@HOST/DATABASE",
  initial: "sqlite:./data/messenger.db",
} as const satisfies Setting;

/** Name of the command-line option of a setting: `publicUrl` is `--public-url`. */
export function optionName(setting: string): string {
  return `--${setting.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

/** Name of the environment variable of a setting: `publicUrl` is `MESSENGER_PUBLIC_URL`. */
export function variableName(setting: string): string {
  return `MESSENGER_${setting.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase()}`;
}
