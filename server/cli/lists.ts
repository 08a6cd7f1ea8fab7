import type { Command } from "commander";
import { lists } from "../actions/lists.js";
import { importList, type ImportReport } from "../admin/list-import.js";
import { ServiceClock } from "../work/coordination/service-clock.js";
import { printDone, withStore } from "./account-output.js";
import { addEntries } from "./action-commands.js";
import { withFile } from "./input-file.js";

interface ImportOptions {
  readonly category: string;
  readonly smart?: boolean;
  readonly private?: string;
  readonly phone?: string;
  readonly replace?: boolean;
}

function reportText({ name, customer, version, id, ...report }: ImportReport): string {
  const { accepted, doubled, invalid, problems } = report;
  const lines = problems.map(({ line, reason }) => `  line ${line}: ${reason}`);
  if (invalid > problems.length) lines.push(`  and ${invalid - problems.length} more`);
  return [
    `list ${name} of customer ${customer}, version ${version}, id ${id}`,
    `${accepted} accepted, ${doubled} doubled, ${invalid} invalid`,
    ...lines,
  ].join("\n");
}

async function importFile(
  command: Command,
  [customer, name, path]: readonly [customer: string, name: string, path: string],
  { category, smart = false, private: owner, phone, replace = false }: ImportOptions,
): Promise<ImportReport> {
  return withFile(path, { label: name, unit: "rows" }, ({ bytes, progress }) =>
    withStore(command, (store, occasion) =>
      importList(
        store,
        { customer, name, file: bytes, category, smart, owner, phone, replace },
        { ...occasion, now: new ServiceClock(occasion.now).now, progress },
      ),
    ),
  );
}

function importCommand(list: Command): void {
  list
    .command("import <customer> <name> <file>")
    .description("Create a list from a CSV file in UTF-8 whose first line names the columns")
    .option("--category <text>", "category of the list", "")
    .option("--smart", "keep every column, for filters (default: the phones only)")
    .option("--private <user>", "only user who may see the list")
    .option("--phone <column>", "name of the column with the phone (default: phone)")
    .option("--replace", "replace the content of a list of this name")
    .action(
      async (customer: string, name: string, path: string, options: ImportOptions, command: Command) => {
        const report = await importFile(command, [customer, name, path], options);
        printDone(command, report, reportText(report));
      },
    );
}

/** Adds the commands for distribution lists and smart lists. They may run beside the server. */
export function listCommands(program: Command): void {
  const list = program.command(lists.name).description(lists.help);
  importCommand(list);
  addEntries(list, lists.entries);
}
