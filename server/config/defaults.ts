/** Default path of the service. */
export const defaultMount = "/bms/Soap/Messenger.asmx";

/** Default database URL. */
export const defaultDatabase = "sqlite:./data/messenger.db";

/** Options of `messenger serve`, as text, used by default. */
export const serveDefaults = {
  host: "127.0.0.1",
  port: "8080",
  mount: [],
  compatibility: "strict",
  trustProxy: [],
  role: [],
  greeting: "Messenger",
  keepMessages: "90",
  largestFile: "32",
  bodyMemory: "64",
  adminTls: "off",
  console: "on",
  testForm: "on",
  mm7Path: "/mm7",
  logLevel: "info",
  logFormat: "json",
} as const;

/** Settings of `messenger serve` that a flag, an environment variable or the configuration file may set. */
export const settingNames = [
  "database",
  "host",
  "port",
  "mount",
  "namespace",
  "compatibility",
  "publicUrl",
  "trustProxy",
  "tlsCert",
  "tlsKey",
  "smsc",
  "role",
  "greeting",
  "keepMessages",
  "keepTexts",
  "keepInbox",
  "keepAudit",
  "keepLedger",
  "largestFile",
  "bodyMemory",
  "admin",
  "adminTls",
  "console",
  "testForm",
  "mm7Path",
  "logLevel",
  "logFormat",
  "pidFile",
] as const;

export type SettingName = (typeof settingNames)[number];

/** Settings with any number of values. */
export const listSettings: readonly SettingName[] = ["mount", "trustProxy", "role"];

/** Name of the command-line option of a setting: `publicUrl` is `--public-url`. */
export function optionName(setting: string): string {
  return `--${setting.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

/** Name of the environment variable of a setting: `publicUrl` is `MESSENGER_PUBLIC_URL`. */
export function variableName(setting: string): string {
  return `MESSENGER_${setting.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase()}`;
}
