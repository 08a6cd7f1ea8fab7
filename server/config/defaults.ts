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
  mm7Path: "/mm7",
  logLevel: "info",
  logFormat: "json",
} as const;
