import { readFileSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";
import { defaultDatabase, serveDefaults } from "../config/defaults.js";
import { accountCommands } from "./accounts.js";
import { failureOf } from "./failure.js";
import { inboxCommands } from "./inbox.js";
import { linkCommands } from "./links.js";
import { listCommands } from "./lists.js";
import { coverageCommands } from "./coverage.js";
import { databaseCommands } from "./database.js";
import { locationCommands } from "./locations.js";
import { messageCommands } from "./messages.js";
import { queueCommands } from "./queue.js";
import { routeCommands } from "./routes.js";
import { serveCommand } from "./serve.js";
import { tubeCommands } from "./tube.js";
import type { FirstRunOptions } from "./first-run.js";

/** The `messenger` command with all its subcommands. */
export function messenger(): Command {
  const program = new Command("messenger")
    .description("The Messenger SMS and MMS service")
    .version(packageVersion(), "-V, --version", "print the version")
    .addOption(
      new Option(
        "--database <url>",
        "database URL: sqlite:PATH, or postgres://USER@HOST/DATABASE (experimental)",
      )
        .env("MESSENGER_DATABASE")
        .default(defaultDatabase),
    )
    .option("--json", "print JSON, also for errors", false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  serveCommand(program);
  startCommand(program);
  accountCommands(program);
  coverageCommands(program);
  databaseCommands(program);
  inboxCommands(program);
  linkCommands(program);
  listCommands(program);
  locationCommands(program);
  messageCommands(program);
  queueCommands(program);
  routeCommands(program);
  tubeCommands(program);
  return program;
}

/** The version of this package. */
function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}

/**
 * Runs one command line. Sets the exit code: 0 done, 1 refused or failed (one line on standard error), 2 wrong usage, 3 not possible now (the store is
 * locked, the link is not up).
 */
export async function run(argv: readonly string[]): Promise<void> {
  // Read from the arguments, because an invalid command line has no parsed options.
  const json = argv.includes("--json");
  const program = messenger();
  if (json) silence(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) return;
    process.exitCode = failure.exitCode;
    if (json) process.stderr.write(`${JSON.stringify({ error: failure })}\n`);
    else if (!(error instanceof CommanderError)) process.stderr.write(`messenger: ${failure.message}\n`);
  }
}

/** Keeps Commander from printing its own errors, in all commands. */
function silence(command: Command): void {
  command.configureOutput({ writeErr: () => undefined });
  for (const child of command.commands) silence(child);
}

/** Apart from the data of `messenger serve`, so that trying out leaves no customer there. */
const demoDatabase = "sqlite:./data/demo.db";

/** Adds `messenger start`, which `npm start` calls. */
function startCommand(program: Command): void {
  program
    .command("start")
    .description(
      `Start a demo server on this machine (default database: ${demoDatabase}); the first start creates a customer`,
    )
    .option("--port <number>", "listen port, 0 for a free one", serveDefaults.port)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<FirstRunOptions>();
      const chosen = command.getOptionValueSourceWithGlobals("database") !== "default";
      const { serveForTryingOut } = await import("./first-run.js");
      await serveForTryingOut(chosen ? options : { ...options, database: demoDatabase }, (text) =>
        process.stdout.write(text),
      );
    });
}
