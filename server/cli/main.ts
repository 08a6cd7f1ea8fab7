import { Command, CommanderError } from "commander";
import { accountCommands } from "./accounts.js";
import { inboxCommands } from "./inbox.js";
import { listCommands } from "./lists.js";
import { coverageCommands } from "./coverage.js";
import { locationCommands } from "./locations.js";
import { serveCommand } from "./serve.js";
import { startCommand } from "./start.js";
import { tubeCommands } from "./tube.js";

/** The `messenger` command with all its subcommands. */
export function messenger(): Command {
  const program = new Command("messenger")
    .description("The Messenger SMS and MMS service")
    .option(
      "--database <url>",
      "where the data is, for example sqlite:./data/messenger.db",
      process.env["MESSENGER_DATABASE"] ?? "sqlite:./data/messenger.db",
    )
    .option("--json", "print JSON", false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  serveCommand(program);
  startCommand(program);
  accountCommands(program);
  coverageCommands(program);
  inboxCommands(program);
  listCommands(program);
  locationCommands(program);
  tubeCommands(program);
  return program;
}

/**
 * Runs one command line. Sets the exit code: 0 done, 1 refused or failed (one line on standard error), 2 wrong usage.
 */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await messenger().parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`messenger: ${message.replace(/\s*\n\s*/g, " ")}\n`);
  return 1;
}
