import type { Command } from "commander";
import {
  addToBlacklist,
  listBlacklist,
  listPrices,
  removeFromBlacklist,
  removePrice,
  setPrice,
} from "../admin/coverage.js";
import { importBlacklist, importPrices } from "../admin/coverage-import.js";
import { counted } from "../admin/values.js";
import { printDone, printPages, printRows, withStore } from "./account-output.js";
import { withFile } from "./input-file.js";
import type { CustomerOption } from "./options.js";

interface ListOptions extends CustomerOption {
  readonly csv?: boolean;
}

const forCustomer = ["--customer <id>", "for this customer alone"] as const;

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
    .action(async (prefix: string, text: string, { customer }: CustomerOption, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        setPrice(store, { prefix, price: text, customer }, occasion),
      );
      printDone(
        command,
        row,
        row.price === null
          ? `${row.prefix} is not covered; messages to it are rejected`
          : `${row.prefix} costs ${row.price}`,
      );
    });
  price
    .command("remove <prefix>")
    .description("Remove the price of a prefix; the next shorter prefix applies")
    .option(...forCustomer)
    .action(async (prefix: string, { customer }: CustomerOption, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        removePrice(store, prefix, customer, occasion),
      );
      printDone(command, row, `price of ${row.prefix} removed`);
    });
  price
    .command("import <file>")
    .description("Set the prices of a CSV file with the columns prefix and price, all or none")
    .option(...forCustomer)
    .action(async (path: string, { customer }: CustomerOption, command: Command) => {
      const report = await withFile(path, { label: "import", unit: "prices" }, ({ bytes }) =>
        withStore(command, (store, occasion) => importPrices(store, bytes, customer, occasion)),
      );
      printDone(command, report, `${counted(report.prices, "price")} set`);
    });
  price
    .command("list")
    .description("List prices in credits per part")
    .option(...forCustomer)
    .action(async ({ customer }: CustomerOption, command: Command) => {
      const rows = await withStore(command, (store) => listPrices(store, customer));
      printRows(command, ["customer", "prefix", "price"], rows);
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
