import { type Command, Option } from "commander";
import { type ServeOptions, serveSettings, type ServeSettings } from "../config/config.js";
import { serveDefaults, type SettingName, variableName } from "../config/defaults.js";
import { type ResolvedOptions, settingPlace, type Source, withFile } from "../config/sources.js";
import { collect, configFileOf, type GlobalOptions } from "./options.js";

const list = (flags: string, text: string, initial: readonly string[]): Option =>
  new Option(flags, text).argParser(collect).default(initial);
const single = (flags: string, text: string, initial?: string): Option =>
  new Option(flags, text).default(initial);

/** Options of `messenger serve`, each also a variable `MESSENGER_…`. */
const options = (): readonly Option[] => [
  single("--host <address>", "listen address", serveDefaults.host),
  single("--port <number>", "listen port, 0 for a free one", serveDefaults.port),
  list(
    "--mount <path[=mode[,charset]]>",
    "path of the service, with =strict or =lenient, and ,CHARSET of GET and POST; may be repeated",
    serveDefaults.mount,
  ),
  single("--namespace <uri>", "target namespace to serve instead of the one in the schema"),
  single(
    "--compatibility <strict|lenient>",
    "strict or lenient, for mounts without a mode",
    serveDefaults.compatibility,
  ),
  single("--public-url <url>", "service address in the WSDL"),
  list(
    "--trust-proxy <cidr>",
    "trusted proxy, whose X-Forwarded-For is used; may be repeated",
    serveDefaults.trustProxy,
  ),
  single("--tls-cert <file>", "certificate in PEM"),
  single("--tls-key <file>", "private key in PEM"),
  single(
    "--smsc <url>",
    "destination of messages: smpp://SYSTEM_ID:PASSWORD@HOST:PORT, or loopback, which delivers nothing; use the variable or --config to keep the password out of the process list",
  ),
  list(
    "--role <api|delivery|maintenance>",
    "role of this process: api, delivery or maintenance; may be repeated (default: all); needs PostgreSQL",
    serveDefaults.role,
  ),
  single("--greeting <text>", "response of GetGreeting", serveDefaults.greeting),
  single(
    "--keep-messages <days>",
    "retention of messages in days; older ones are deleted, credit never",
    serveDefaults.keepMessages,
  ),
  single(
    "--keep-texts <days>",
    "retention of the texts, octets and pictures of messages in days; by default that of the messages",
  ),
  single("--keep-inbox <days>", "retention of messages in inboxes in days; by default that of the messages"),
  single("--keep-audit <days>", "retention of the audit log in days; by default permanently"),
  single(
    "--keep-ledger <days>",
    "retention of the ledger in days, at least that of the messages; the sums of older entries are carried forward; by default permanently",
  ),
  single(
    "--largest-file <MiB>",
    "maximum request size of SendSms2 and SendMMS; up to 4 are in memory at once",
    serveDefaults.largestFile,
  ),
  single("--body-memory <MiB>", "memory of request bodies, half per address", serveDefaults.bodyMemory),
  ...adminOptions(),
  ...processOptions(),
];

const adminOptions = (): readonly Option[] => [
  single(
    "--admin <address>",
    "PORT or HOST:PORT of /metrics, /healthz, /readyz and /console (default host: 127.0.0.1)",
  ),
  single(
    "--admin-tls <on|off>",
    "use --tls-cert and --tls-key for the admin listener too",
    serveDefaults.adminTls,
  ),
  single(
    "--console <on|off>",
    "serve the console for operators on the admin listener",
    serveDefaults.console,
  ),
];

const processOptions = (): readonly Option[] => [
  single("--test-form <on|off>", "help pages have a form that calls the operation", serveDefaults.testForm),
  single("--mm7-path <path>", "path on which MMSCs report and deliver", serveDefaults.mm7Path),
  single("--log-level <error|warn|info>", "error, warn or info", serveDefaults.logLevel),
  single("--log-format <json|text>", "json or text", serveDefaults.logFormat),
  single("--pid-file <file>", "file for the id of the process, which messenger reload reads"),
];

/** Adds the options of `messenger serve`. */
export function addServeOptions(command: Command): Command {
  for (const option of options()) command.addOption(option.env(variableName(option.attributeName())));
  return command;
}

const sources: Readonly<Record<string, Source>> = { cli: "flag", env: "environment" };

/** The options of a command line with those of its configuration file. Rejects with a `SettingError`. */
export async function resolvedOptions(command: Command): Promise<ResolvedOptions> {
  const given = command.optsWithGlobals<ServeOptions & GlobalOptions>();
  const sourceOf = (name: SettingName): Source =>
    sources[command.getOptionValueSourceWithGlobals(name) ?? ""] ?? "default";
  return withFile({ options: given, sourceOf }, await configFileOf(given));
}

/** The settings of a command line. @throws SettingError */
export function settingsOf(resolved: ResolvedOptions): ServeSettings {
  return serveSettings(resolved.options, { file: resolved.file, placeOf: settingPlace(resolved) });
}
