import type { Command } from "commander";
import {
  listBuyPrices,
  marginGroupings,
  type MarginInput,
  marginReport,
  type MarginRow,
  removeBuyPrice,
  setBuyPrice,
} from "../admin/margin.js";
import { csvText, printDone, printRows, withStore } from "./account-output.js";
import { type GlobalOptions, ofCustomer } from "./options.js";
import { print } from "./terminal.js";

function buyPriceCommands(program: Command): void {
  const buyPrice = program
    .command("buy-price")
    .description("Prices of networks per part, by link and number prefix: set, remove, list");
  buyPrice
    .command("set <link> <prefix> <price>")
    .description("Set what a part to a prefix (* for all) costs over a link, in credits")
    .action(async (link: string, prefix: string, price: string, _: object, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        setBuyPrice(store, { link, prefix, price }, occasion),
      );
      printDone(command, row, `${row.prefix} costs ${row.price} over ${link}`);
    });
  buyPrice
    .command("remove <link> <prefix>")
    .description("Remove a price; the next shorter prefix applies")
    .action(async (link: string, prefix: string, _: object, command: Command) => {
      await withStore(command, (store, occasion) => removeBuyPrice(store, { link, prefix }, occasion));
      printDone(command, { link, prefix }, `buy price of ${prefix} over ${link} removed`);
    });
  buyPrice
    .command("list [link]")
    .description("List prices of networks in credits per part")
    .action(async (link: string | undefined, _: object, command: Command) => {
      const rows = await withStore(command, (store) => listBuyPrices(store, link));
      printRows(command, ["link", "prefix", "price"], rows);
    });
}

const columns: readonly (keyof MarginRow)[] = ["key", "parts", "unpriced", "cost", "revenue", "margin"];

/** Adds the commands about what messages cost and what is left. They may run beside the server. */
export function marginCommands(program: Command): void {
  buyPriceCommands(program);
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
