import { type Command, Option } from "commander";
import type { ServeOptions } from "../config/config.js";
import { serveDefaults } from "../config/defaults.js";
import { collect } from "./options.js";
import { warnAboutUrl } from "./secrets.js";

const smscOption = new Option(
  "--smsc <url>",
  "where messages go: smpp://SYSTEM_ID:PASSWORD@HOST:PORT, or loopback, which delivers nothing; also from MESSENGER_SMSC, which the process list does not show",
).env("MESSENGER_SMSC");

const roleOption = new Option(
  "--role <role>",
  "what this process does: api, delivery or maintenance; may be repeated; by default all of them; needs PostgreSQL",
)
  .argParser(collect)
  .default(serveDefaults.role);

function readyText(url: string, roles: readonly string[]): string {
  return url === "" ? `Messenger runs: ${roles.join(", ")}` : `Messenger listens at ${url}`;
}

/** Adds `messenger serve`. */
export function serveCommand(program: Command): void {
  program
    .command("serve")
    .description("Serve the database over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST until stopped")
    .option("--host <address>", "listen address", serveDefaults.host)
    .option("--port <number>", "listen port, 0 for a free one", serveDefaults.port)
    .option(
      "--mount <path[=mode[,charset]]>",
      "path of the service, with =strict or =lenient, and ,CHARSET of GET and POST; may be repeated",
      collect,
      serveDefaults.mount,
    )
    .option("--namespace <uri>", "target namespace to serve instead of the one in the schema")
    .option(
      "--compatibility <mode>",
      "strict or lenient, for mounts without a mode",
      serveDefaults.compatibility,
    )
    .option("--public-url <url>", "service address in the WSDL")
    .option(
      "--trust-proxy <cidr>",
      "trusted proxy, whose X-Forwarded-For is used; may be repeated",
      collect,
      serveDefaults.trustProxy,
    )
    .option("--tls-cert <file>", "certificate in PEM")
    .option("--tls-key <file>", "private key in PEM")
    .addOption(smscOption)
    .option("--config <file>", "JSON file with links and routes")
    .addOption(roleOption)
    .option("--greeting <text>", "response of GetGreeting", serveDefaults.greeting)
    .option(
      "--keep-messages <days>",
      "retention of messages in days; older ones are deleted, credit and its ledger never",
      serveDefaults.keepMessages,
    )
    .option(
      "--largest-file <MiB>",
      "maximum request size of SendSms2 and SendMMS; up to 4 are in memory at once",
      serveDefaults.largestFile,
    )
    .option("--body-memory <MiB>", "memory of request bodies, half per address", serveDefaults.bodyMemory)
    .option(
      "--admin <address>",
      "PORT or HOST:PORT of /metrics, /healthz and /readyz (default host: 127.0.0.1)",
    )
    .option("--mm7-path <path>", "path on which MMSCs report and deliver", serveDefaults.mm7Path)
    .option("--log-level <level>", "error, warn or info", serveDefaults.logLevel)
    .option("--log-format <format>", "json or text", serveDefaults.logFormat)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ServeOptions & { readonly json: boolean }>();
      if (command.getOptionValueSource("smsc") === "cli")
        warnAboutUrl(options.smsc, "--smsc", "the variable MESSENGER_SMSC or --config");
      const { serveUntilStopped } = await import("./run-server.js");
      await serveUntilStopped(options, (url, roles) => {
        process.stdout.write(`${options.json ? JSON.stringify({ url, roles }) : readyText(url, roles)}\n`);
      });
    });
}
