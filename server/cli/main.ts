import { Command, CommanderError, Option } from "commander";
import { defaultDatabase } from "../config/defaults.js";
import { StoreError } from "../storage/errors.js";
import { accountCommands } from "./accounts.js";
import { notNow, refused, usage } from "./exit-codes.js";
import { inboxCommands } from "./inbox.js";
import { linkCommands } from "./links.js";
import { listCommands } from "./lists.js";
import { coverageCommands } from "./coverage.js";
import { databaseCommands } from "./database.js";
import { locationCommands } from "./locations.js";
import { queueCommands } from "./queue.js";
import { routeCommands } from "./routes.js";
import { serveCommand } from "./serve.js";
import { startCommand } from "./start.js";
import { tubeCommands } from "./tube.js";

/** The `messenger` command with all its subcommands. */
export function messenger(): Command {
  const program = new Command("messenger")
    .description("The Messenger SMS and MMS service")
    .addOption(
      new Option("--database <url>", "where the data is, for example sqlite:./data/messenger.db")
        .env("MESSENGER_DATABASE")
        .default(defaultDatabase),
    )
    .option("--json", "print JSON", false)
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
  queueCommands(program);
  routeCommands(program);
  tubeCommands(program);
  return program;
}

/**
 * Runs one command line. Sets the exit code: 0 done, 1 refused or failed (one line on standard error), 2 wrong usage, 3 not possible now (the store is
 * locked, the link is not up).
 */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await messenger().parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usage;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`messenger: ${message.replace(/\s*\n\s*/g, " ")}\n`);
  return error instanceof StoreError && error.retry ? notNow : refused;
}
