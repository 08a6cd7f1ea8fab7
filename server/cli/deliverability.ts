import type { Command } from "commander";
import {
  type DeliverabilityInput,
  deliverabilityReport,
  type DeliverabilityRow,
  reportGroupings,
} from "../admin/deliverability.js";
import { csvText, printRows, withStore } from "./account-output.js";
import { type GlobalOptions, ofCustomer } from "./options.js";
import { print } from "./terminal.js";

const columns: readonly (keyof DeliverabilityRow)[] = [
  ...(["key", "messages", "delivered", "before", "change", "changed", "delay50", "delay95"] as const),
  ...(["status", "code", "reason", "reasonShare"] as const),
];

/** Adds the command that prints which share of messages was delivered. It may run beside the server. */
export function deliverabilityCommand(program: Command): void {
  program
    .command("deliverability")
    .description(
      "Print the share of messages delivered (%), the delay of receipts (s) and the first reason of failures, against the period before, from counters. Example: messenger deliverability --by prefix --country 49",
    )
    .option("--by <grouping>", `one of ${reportGroupings.join(", ")}`, "country")
    .option("--period <period>", "24h, or 7d or 30d with today, UTC", "7d")
    .option(...ofCustomer)
    .option("--link <name>", "only over this link")
    .option("--country <code>", "only to this country calling code")
    .option("--csv", "print CSV")
    .action(
      async (
        { csv = false, ...input }: DeliverabilityInput & { readonly csv?: boolean },
        command: Command,
      ) => {
        const rows = await withStore(command, (store, { now }) => deliverabilityReport(store, input, now), {
          isReport: true,
        });
        if (csv && !command.optsWithGlobals<GlobalOptions>().json) print(csvText(columns, rows));
        else printRows(command, columns, rows);
      },
    );
}
