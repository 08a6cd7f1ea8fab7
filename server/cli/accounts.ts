import type { Command } from "commander";
import { credits } from "../actions/credits.js";
import { customers } from "../actions/customers.js";
import { listUnusual } from "../actions/unusual-traffic.js";
import { type LedgerInput, listLedger } from "../admin/ledger.js";
import { csvText, printPages, printRows, withStore } from "./account-output.js";
import { addEntries, subjectCommands } from "./action-commands.js";
import { type GlobalOptions, ofCustomer } from "./options.js";
import { print } from "./terminal.js";

interface UnusualInput {
  readonly customer?: string;
  readonly days: string;
  readonly limit: string;
  readonly before?: string;
  readonly csv?: boolean;
}

/** Adds `customer unusual`. */
function unusualCommand(customer: Command): void {
  addEntries(customer, [listUnusual]);
  customer.commands
    .at(-1)
    ?.option("--csv", "print CSV")
    .action(async ({ csv = false, ...input }: UnusualInput, command: Command) => {
      const rows = await withStore(command, (store, use) => listUnusual.rows(store, input, use));
      const columns = ["id", "customer", "at", "last", "kind", "prefix", "messages", "text"] as const;
      if (csv && !command.optsWithGlobals<GlobalOptions>().json) print(csvText(columns, rows));
      else printRows(command, columns, rows);
    });
}

/** Adds the commands of customers. */
export function customerCommands(program: Command): void {
  const customer = program.command(customers.name).description(customers.help);
  addEntries(customer, customers.entries.slice(0, 5));
  unusualCommand(customer);
  addEntries(customer, customers.entries.slice(5));
}

const ledgerColumns = [
  ...(["id", "at", "customer", "kind", "change", "balance", "reason", "transactionId", "reference"] as const),
];

/** Adds the commands of credit. */
export function creditCommands(program: Command): void {
  const credit = subjectCommands(program, credits);
  credit
    .command("list")
    .description(
      "List balance changes in credits, by customer, oldest first. Changes that several processes make at once are in the order of their calls; the column id has the order in which they were booked",
    )
    .option(...ofCustomer)
    .option("--from <day>", "first day, UTC: 2030-01-15 or 2030-01")
    .option("--to <day>", "last day, UTC: 2030-01-15 or 2030-01")
    .option("--csv", "print CSV")
    .action(async ({ csv = false, ...input }: LedgerInput & { readonly csv?: boolean }, command: Command) => {
      await withStore(command, (store) => printPages(command, ledgerColumns, listLedger(store, input), csv), {
        isReport: true,
      });
    });
}
