import { type Command, Option } from "commander";
import { copyStore, placeOf } from "../storage/index.js";
import type { RestoredLinks } from "../storage/place.js";
import { listBackups, recordBackup, type WrittenBackup } from "../actions/backups.js";
import type { ActorAndTime } from "../admin/recorded.js";
import { counted, sizeText } from "../admin/values.js";
import { StoreError } from "../storage/errors.js";
import { printDone, printRows, tableText, withStore } from "./account-output.js";
import { addEntries } from "./action-commands.js";
import { refused } from "./exit-codes.js";
import { operatorAt } from "./operator.js";
import { databaseOf } from "./options.js";
import { progressOn } from "./input-file.js";
import { printError } from "./terminal.js";

interface RestoreOptions {
  readonly links: RestoredLinks;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Adds the commands that back the database up and restore it. */
export function databaseCommands(program: Command): void {
  const database = program
    .command("database")
    .description("The database as a whole: migrate, check, stats, compact, backup, backups, restore, copy");
  migrateCommand(database);
  inspectionCommands(database);
  backupCommand(database);
  copyCommand(database);
  database
    .command("restore [file]")
    .description(
      "Restore a backup as a new database; an existing one is refused. PostgreSQL: run it without a file after pg_restore or a recovery, before processes start. Example: messenger database restore /backup/messenger-1.db --links stopped",
    )
    .addOption(
      new Option(
        "--links <state>",
        "stopped: links and campaigns are stopped, waiting messages become uncertain, nothing is sent until you decide; kept: everything continues, for a backup that was taken after the last server stopped (required)",
      )
        .choices(["stopped", "kept"])
        .makeOptionMandatory(),
    )
    .action(async (file: string | undefined, { links }: RestoreOptions, command: Command) => {
      const place = await placeOf(await databaseOf(command));
      const { milliseconds, ...restored } = await place.restore(file, links, await place.time());
      const { bytes, messages } = restored;
      const lines = [
        `${file === undefined ? "prepared the restored database" : `restored ${file}`}: ${sizeText(bytes)} in ${seconds(milliseconds)}`,
        ...(links === "kept"
          ? []
          : [
              `stopped: ${counted(restored.links, "link")}, ${counted(restored.campaigns, "campaign")}; uncertain: ${counted(messages, "message")}`,
              "decide with: messenger queue uncertain list, resend or fail; then: messenger link start NAME",
            ]),
      ];
      printDone(command, { ...restored, milliseconds: Math.round(milliseconds) }, lines.join("\n"));
    });
}

/** Records a backup; one of an older schema is complete, too. */
async function record(command: Command, backup: WrittenBackup, begun: ActorAndTime): Promise<void> {
  try {
    await withStore(command, (store) => recordBackup(store, backup, begun));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    printError(`warning: the backup is complete, but is not recorded: ${error.message}\n`);
  }
}

/** Adds `database backup` and `database backups`. */
function backupCommand(database: Command): void {
  database
    .command("backup <target>")
    .description(
      "Copy the database into a new file, or into a folder under a name with the time; the server may run. The copy is checked, and only its owner can read it; the audit log records it. Example: messenger database backup /backup",
    )
    .action(async (target: string, _options: unknown, command: Command) => {
      const bar = progressOn(process.stderr, "backup", "MB");
      const place = await placeOf(await databaseOf(command));
      const begun = operatorAt(await place.time());
      const backup = place.backup(target, begun.now, (done, total) => {
        bar.show(done / total, Math.floor(done / 1_000_000));
      });
      const { milliseconds, ...copy } = await backup.finally(() => {
        bar.end();
      });
      await record(command, copy, begun);
      const until = new Date(copy.until).toISOString();
      printDone(
        command,
        { ...copy, until, milliseconds: Math.round(milliseconds) },
        `backup ${copy.file} written: ${sizeText(copy.bytes)} in ${seconds(milliseconds)}, all changes before ${until}`,
      );
    });
  addEntries(database, [listBackups]);
}

/** Adds `database copy`. */
function copyCommand(database: Command): void {
  database
    .command("copy <from> <to>")
    .description(
      "Copy all data of one database URL into an empty one, for example from SQLite to PostgreSQL; no server may use either. The copy is compared with its source. An interrupted copy leaves nothing: run it again. Example: messenger database copy sqlite:./data/messenger.db postgres://messenger@db.example.com/messenger",
    )
    .action(async (from: string, to: string, _options: unknown, command: Command) => {
      const bar = progressOn(process.stderr, "copy", "rows");
      const { now: at, by: actor } = operatorAt(await (await placeOf(to)).time());
      const { tables, milliseconds } = await copyStore(from, to, { at, actor }, (done, total) => {
        bar.show(done / total, done);
      }).finally(() => {
        bar.end();
      });
      const rows = tables.reduce((sum, each) => sum + each.rows, 0);
      const lines = [
        `copied and compared: ${counted(rows, "row")} in ${seconds(milliseconds)}`,
        tableText(
          ["name", "rows"],
          tables.filter(({ rows: count }) => count > 0),
        ).trimEnd(),
        "do not start a server with the source again: it would send the same messages",
      ];
      printDone(command, { tables, rows, milliseconds: Math.round(milliseconds) }, lines.join("\n"));
    });
}

/** Adds `database migrate`. */
function migrateCommand(database: Command): void {
  database
    .command("migrate")
    .description(
      "Migrate the database to the schema of this version, or create it; the server must not run. An SQLite file is first copied to the same folder. Example: messenger database migrate --dry-run",
    )
    .option("--dry-run", "only print the steps")
    .action(async ({ dryRun = false }: { readonly dryRun?: boolean }, command: Command) => {
      const place = await placeOf(await databaseOf(command));
      const row = await place.migrate(dryRun, await place.time());
      const { from, to, steps, copy } = row;
      const change = `schema ${from} to ${to}: ${steps.join(", ")}`;
      const lines = [
        steps.length === 0 ? `the schema is current: ${to}` : `${dryRun ? "to do: " : "migrated: "}${change}`,
        ...(copy === null ? [] : [`copy of the database before: ${copy}`]),
      ];
      printDone(command, row, lines.join("\n"));
    });
}

/** Adds `database check`, `stats` and `compact`. */
function inspectionCommands(database: Command): void {
  database
    .command("check")
    .description(
      "Check the database: integrity, sums of the ledger, counters; the server may run. Ends with 1 if a check fails",
    )
    .action(async (_options: unknown, command: Command) => {
      const results = await (await placeOf(await databaseOf(command))).check();
      printRows(command, ["check", "ok", "problem"], results);
      if (results.some(({ ok }) => !ok)) process.exitCode = refused;
    });
  database
    .command("stats")
    .description("Show size, free space, schema, oldest message and the rows of each table")
    .action(async (_options: unknown, command: Command) => {
      const { tables, ...stats } = await (await placeOf(await databaseOf(command))).stats();
      const oldest = stats.oldest === null ? null : new Date(stats.oldest).toISOString();
      const lines = [
        `${stats.driver}, schema ${stats.schema}, ${sizeText(stats.bytes)}`,
        ...(stats.free === null ? [] : [`free for new rows: ${sizeText(stats.free)}`]),
        `oldest message: ${oldest ?? "none"}`,
        tableText(["name", "rows"], tables).trimEnd(),
      ];
      printDone(command, { ...stats, oldest, tables }, lines.join("\n"));
    });
  database
    .command("compact")
    .description("Return the space of deleted rows to the file system; the server must not run")
    .action(async (_options: unknown, command: Command) => {
      const row = await (await placeOf(await databaseOf(command))).compact();
      printDone(command, row, `compacted: ${sizeText(row.before)} to ${sizeText(row.after)}`);
    });
}
