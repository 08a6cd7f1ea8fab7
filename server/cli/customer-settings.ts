import { type Command, Option } from "commander";
import { changeCustomer, type CustomerOptions, showCustomer } from "../admin/customer-settings.js";
import { printCard, printDone, withStore } from "./account-output.js";

/** Adds `customer show` and `customer change`. */
export function customerSettingCommands(customer: Command): void {
  customer
    .command("show <id>")
    .description("Show a customer with all settings")
    .action(async (id: string, _options: unknown, command: Command) => {
      printCard(command, { ...(await withStore(command, (store) => showCustomer(store, id))) });
    });
  customer
    .command("change <id>")
    .description("Change a customer; what is not given stays")
    .option("--name <text>", "name of the customer")
    .addOption(new Option("--prepaid", "the customer pays in advance").conflicts("postpaid"))
    .option("--postpaid", "the customer pays afterwards")
    .option("--limit <credits>", "how far below zero a postpaid balance may go, or none")
    .option("--time-zone <name>", "zone in which the customer writes DefDate, for example Africa/Nairobi")
    .option("--rate <number>", "most messages a second, or none")
    .option("--weight <number>", "share of a link among customers of the same priority, 1 to 100 (default 1)")
    .option("--priority <number>", "priority of its messages, 0 to 255 (default 0)")
    .option("--single-priority <number>", "added for calls with at most 100 recipients, 0 to 255 (default 0)")
    .option("--bulk-priority <number>", "added for larger calls and campaigns, 0 to 255 (default 0)")
    .option("--strict-encoding <on|off>", "refuse a Latin text outside the GSM alphabet")
    .option("--may-send <on|off>", "accept send calls")
    .option("--interface-open <on|off>", "accept calls at all")
    .option("--keep-alive <on|off>", "answer KeepAlive")
    .option("--inbox-active <on|off>", "give access to the inbox")
    .option("--ignore-password-case <on|off>", "compare passwords set from now on without regard to case")
    .action(async (id: string, options: CustomerOptions, command: Command) => {
      const card = await withStore(command, (store) => changeCustomer(store, id, options));
      printDone(command, card, `customer ${card.id} changed`);
    });
}
