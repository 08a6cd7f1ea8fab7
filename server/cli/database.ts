import { type Command, Option } from "commander";
import { backupStore, migrateStore, restoreStore } from "../storage/index.js";
import type { RestoredLinks } from "../storage/sqlite/restore.js";
import { printDone } from "./account-output.js";

interface RestoreOptions {
  readonly links: RestoredLinks;
}

function databaseOf(command: Command): string {
  return command.optsWithGlobals<{ readonly database: string }>().database;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Adds the commands that back the database up and restore it. */
export function databaseCommands(program: Command): void {
  const database = program
    .command("database")
    .description("The database as a whole: migrate, backup, restore");
  migrateCommand(database);
  database
    .command("backup <file>")
    .description(
      "Copy the database into a new file that only its owner can read; the server may run. The copy is checked. Example: messenger database backup /backup/messenger-1.db",
    )
    .action(async (file: string, _options: unknown, command: Command) => {
      const { bytes, milliseconds } = await backupStore(databaseOf(command), file);
      printDone(
        command,
        { file, bytes, milliseconds: Math.round(milliseconds) },
        `backup ${file} written: ${megabytes(bytes)} in ${seconds(milliseconds)}`,
      );
    });
  database
    .command("restore <file>")
    .description(
      "Put a backup into an empty place. Example: messenger database restore /backup/messenger-1.db --links stopped",
    )
    .addOption(
      new Option(
        "--links <state>",
        "stopped: links and campaigns are stopped, waiting messages become uncertain, nothing is sent until you decide; kept: everything continues, for a backup that was taken after the last server stopped (required)",
      )
        .choices(["stopped", "kept"])
        .makeOptionMandatory(),
    )
    .action(async (file: string, { links }: RestoreOptions, command: Command) => {
      const { milliseconds, ...restored } = await restoreStore(databaseOf(command), file, links, Date.now());
      const { bytes, messages } = restored;
      const lines = [
        `restored ${file}: ${megabytes(bytes)} in ${seconds(milliseconds)}`,
        ...(links === "kept"
          ? []
          : [
              `stopped: ${restored.links} links, ${restored.campaigns} campaigns; uncertain: ${messages} messages`,
              "decide with: messenger queue uncertain list, resend or fail; then: messenger link start NAME",
            ]),
      ];
      printDone(command, { ...restored, milliseconds: Math.round(milliseconds) }, lines.join("\n"));
    });
}

/** Adds `database migrate`. */
function migrateCommand(database: Command): void {
  database
    .command("migrate")
    .description(
      "Migrate the database to the schema of this version, or create it; the server must not run. An SQLite file is copied before, beside it. Example: messenger database migrate --dry-run",
    )
    .option("--dry-run", "only print the steps")
    .action(async ({ dryRun = false }: { readonly dryRun?: boolean }, command: Command) => {
      const row = await migrateStore(databaseOf(command), dryRun, Date.now());
      const { from, to, steps, copy } = row;
      const change = `schema ${from} to ${to}: ${steps.join(", ")}`;
      const lines = [
        steps.length === 0 ? `the schema is current: ${to}` : `${dryRun ? "to do: " : "migrated: "}${change}`,
        ...(copy === null ? [] : [`copy of the database before: ${copy}`]),
      ];
      printDone(command, row, lines.join("\n"));
    });
}
