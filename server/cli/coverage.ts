import type { Command } from "commander";
import {
  addToBlacklist,
  listBlacklist,
  listPrices,
  removeFromBlacklist,
  removePrice,
  setPrice,
} from "../admin/coverage.js";
import { importBlacklist, importPrices, type PriceReport } from "../admin/coverage-import.js";
import { counted } from "../admin/values.js";
import { printDone, printPages, printRows, tableText, withStore } from "./account-output.js";
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

const since = (from: string | null): string => (from === null ? "" : ` from ${from}`);

/** What a price file changes, and what was done with it. */
function importText({ prices, changed, from }: PriceReport, dryRun: boolean): string {
  const done = dryRun ? "nothing was changed" : `set${since(from)}`;
  const differences = tableText(["prefix", "before", "after"], changed);
  return `${differences}${counted(prices, "price")}, ${counted(changed.length, "difference")}: ${done}`;
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
  const price = program
    .command("price")
    .description("Prices per part by number prefix: set, import, list, remove");
  price
    .command("set <prefix> <price>")
    .description(
      "Set the price of a prefix (* for all) in credits per part; none: not covered, messages to it are rejected",
    )
    .option(...forCustomer)
    .option(...fromDay)
    .action(async (prefix: string, text: string, { customer, from }: PriceOptions, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        setPrice(store, { prefix, price: text, customer, from }, occasion),
      );
      printDone(
        command,
        row,
        row.price === null
          ? `${row.prefix} is not covered${since(row.from)}; messages to it are rejected`
          : `${row.prefix} costs ${row.price}${since(row.from)}`,
      );
    });
  price
    .command("remove <prefix>")
    .description("Remove the price of a prefix; the next shorter prefix applies")
    .option(...forCustomer)
    .option("--from <date>", "the coming price of this day, not the one that applies now")
    .action(async (prefix: string, { customer, from }: PriceOptions, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        removePrice(store, { prefix, customer, from }, occasion),
      );
      printDone(command, row, `price of ${row.prefix}${since(row.from)} removed`);
    });
  importCommand(price);
  price
    .command("list")
    .description(
      "List prices in credits per part: those that apply now, and coming ones with their first day",
    )
    .option(...forCustomer)
    .action(async ({ customer }: CustomerOption, command: Command) => {
      const rows = await withStore(command, (store, occasion) => listPrices(store, customer, occasion));
      printRows(command, ["customer", "prefix", "price", "from"], rows);
    });
}

function blacklistCommands(program: Command): void {
  const blacklist = program
    .command("blacklist")
    .description("Blacklisted numbers: add, import, list, remove");
  blacklist
    .command("add <number...>")
    .description("Add numbers to the blacklist")
    .option(...forCustomer)
    .action(async (numbers: readonly string[], { customer }: CustomerOption, command: Command) => {
      const change = await withStore(command, (store, occasion) =>
        addToBlacklist(store, numbers, customer, occasion),
      );
      printDone(command, change, `${change.numbers.length} on the blacklist`);
    });
  blacklist
    .command("remove <number...>")
    .description("Remove numbers from the blacklist, all or none")
    .option(...forCustomer)
    .action(async (numbers: readonly string[], { customer }: CustomerOption, command: Command) => {
      const change = await withStore(command, (store, occasion) =>
        removeFromBlacklist(store, numbers, customer, occasion),
      );
      printDone(command, change, `${change.numbers.length} taken off the blacklist`);
    });
  blacklist
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
  blacklist
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
