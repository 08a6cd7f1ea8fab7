import type { Command } from "commander";
import { blacklist } from "../actions/blacklist.js";
import { importBlacklist, importPrices, type PriceReport } from "../actions/coverage-import.js";
import { listPrices, prices, removePrice, setPrice, since } from "../actions/prices.js";
import { listBlacklist } from "../admin/blacklist.js";
import { counted } from "../admin/values.js";
import { printDone, printPages, tableText, withStore } from "./account-output.js";
import { addEntries, subjectCommands } from "./action-commands.js";
import { withFile } from "./input-file.js";
import type { CustomerOption } from "./options.js";

interface ListOptions extends CustomerOption {
  readonly csv?: boolean;
}

interface PriceOptions extends CustomerOption {
  readonly from?: string;
}

interface PriceFileOptions extends PriceOptions {
  readonly dryRun?: boolean;
}

const forCustomer = ["--customer <id>", "for this customer alone"] as const;
const fromDay = ["--from <date>", "from this UTC day on, such as 2030-01-15; without it, at once"] as const;

/** What a price file changes, and what was done with it. */
function importText({ prices: count, changed, from }: PriceReport, dryRun: boolean): string {
  const done = dryRun ? "nothing was changed" : `set${since(from)}`;
  const differences = tableText(["prefix", "before", "after"], changed);
  return `${differences}${counted(count, "price")}, ${counted(changed.length, "difference")}: ${done}`;
}

function importCommand(price: Command): void {
  price
    .command("import <file>")
    .description(
      "Set the prices of a CSV file with the columns prefix and price, all or none; prints what differs",
    )
    .option(...forCustomer)
    .option(...fromDay)
    .option("--dry-run", "only print the differences")
    .action(async (path: string, options: PriceFileOptions, command: Command) => {
      const { dryRun = false, ...list } = options;
      const report = await withFile(path, { label: "import", unit: "prices" }, ({ bytes }) =>
        withStore(command, (store, occasion) =>
          importPrices(store, { file: bytes, customer: list.customer, from: list.from, dryRun }, occasion),
        ),
      );
      printDone(command, report, importText(report, dryRun));
    });
}

function priceCommands(program: Command): void {
  const price = program.command(prices.name).description(prices.help);
  addEntries(price, [setPrice, removePrice]);
  importCommand(price);
  addEntries(price, [listPrices]);
}

function blacklistCommands(program: Command): void {
  const blacklisted = subjectCommands(program, blacklist);
  blacklisted
    .command("import <file>")
    .description("Add the numbers of a file to the blacklist")
    .option(...forCustomer)
    .action(async (path: string, { customer }: CustomerOption, command: Command) => {
      const report = await withFile(path, { label: "import", unit: "numbers" }, ({ bytes, progress }) =>
        withStore(command, (store, occasion) =>
          importBlacklist(store, { file: bytes, customer }, occasion, progress),
        ),
      );
      printDone(command, report, `${report.accepted} on the blacklist, ${report.invalid} invalid`);
    });
  blacklisted
    .command("list")
    .description("List blacklisted numbers")
    .option(...forCustomer)
    .option("--csv", "print CSV")
    .action(async ({ customer, csv = false }: ListOptions, command: Command) => {
      const columns = ["customer", "number", "since", "repliedTo"] as const;
      await withStore(command, (store) => printPages(command, columns, listBlacklist(store, customer), csv));
    });
}

/** Adds the commands for prices and blacklists. They may run beside the server, and count from the next call on. */
export function coverageCommands(program: Command): void {
  priceCommands(program);
  blacklistCommands(program);
}
