import type { Command } from "commander";
import { type UsageInput, type UsageRow, usageReport } from "../admin/usage.js";
import { csvText, printRows, withStore } from "./account-output.js";
import { type GlobalOptions, ofCustomer } from "./options.js";

interface UsageOptions extends UsageInput {
  readonly csv?: boolean;
}

/** The columns of a report: those of the wanted dimensions. */
function usageColumns(by: string): readonly (keyof UsageRow)[] {
  const wanted = (["day", "user", "prefix", "originator", "state"] as const).filter((name) =>
    by.split(",").some((given) => given.trim() === name),
  );
  return ["customer", ...wanted, "messages", "parts"];
}

function usageCommand(program: Command): void {
  program
    .command("usage")
    .description(
      "Count accepted messages by customer, from counters. Example: messenger usage --from 2030-01 --to 2030-01 --by prefix,state",
    )
    .option(...ofCustomer)
    .option("--user <name>", "only of this user")
    .option(
      "--from <day>",
      "first day of acceptance, UTC: 2030-01-15 or 2030-01 (default: the first one counted)",
    )
    .option("--to <day>", "last day of acceptance, UTC: 2030-01-15 or 2030-01 (default: today)")
    .option(
      "--by <dimensions>",
      "some of day, user, prefix (country calling code), originator, state",
      "state",
    )
    .option("--csv", "print CSV")
    .action(async ({ csv = false, ...input }: UsageOptions, command: Command) => {
      const rows = await withStore(command, (store) => usageReport(store, input));
      const columns = usageColumns(input.by);
      if (csv && !command.optsWithGlobals<GlobalOptions>().json) process.stdout.write(csvText(columns, rows));
      else printRows(command, columns, rows);
    });
}

/** Adds the commands that print what customers have used. They may run beside the server. */
export function billingCommands(program: Command): void {
  usageCommand(program);
}
