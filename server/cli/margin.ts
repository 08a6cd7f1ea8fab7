import type { Command } from "commander";
import { buyPrices } from "../actions/buy-prices.js";
import { marginGroupings, type MarginInput, marginReport, type MarginRow } from "../admin/margin.js";
import { csvText, printRows, withStore } from "./account-output.js";
import { subjectCommands } from "./action-commands.js";
import { type GlobalOptions, ofCustomer } from "./options.js";
import { print } from "./terminal.js";

const columns: readonly (keyof MarginRow)[] = ["key", "parts", "unpriced", "cost", "revenue", "margin"];

/** Adds the commands about what messages cost and what is left. They may run beside the server. */
export function marginCommands(program: Command): void {
  subjectCommands(program, buyPrices);
  program
    .command("margin")
    .description(
      "Print what messages cost by buy prices, what customers paid, and the difference, in credits. Example: messenger margin --from 2030-01 --to 2030-01",
    )
    .option(...ofCustomer)
    .option("--from <day>", "first day, UTC: 2030-01-15 or 2030-01 (default: the first one)")
    .option("--to <day>", "last day, UTC: 2030-01-15 or 2030-01 (default: today)")
    .option("--by <grouping>", `one of ${marginGroupings.join(", ")}`, "customer")
    .option("--csv", "print CSV")
    .action(async ({ csv = false, ...input }: MarginInput & { readonly csv?: boolean }, command: Command) => {
      const rows = await withStore(command, (store) => marginReport(store, input), { isReport: true });
      if (csv && !command.optsWithGlobals<GlobalOptions>().json) print(csvText(columns, rows));
      else printRows(command, columns, rows);
    });
}
