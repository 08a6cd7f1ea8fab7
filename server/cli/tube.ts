import type { Command } from "commander";
import { setTubeUser, showTubeUser, type TubeOptions, type TubeRow } from "../admin/tube.js";
import { printRows, withStore } from "./account-output.js";

const columns: readonly (keyof TubeRow)[] = [
  ...(["customer", "user", "userNumber", "customerPriority", "userPriority"] as const),
  ...(["provider", "validity", "powerAds", "connections"] as const),
];

/** Adds the commands for users of the SMPP front end. They may run beside the server. */
export function tubeCommands(program: Command): void {
  const tube = program.command("tube").description("What the SMPP front end is told of a user: show, set");
  tube
    .command("show <customer> <user>")
    .description("Show the settings of a user")
    .action(async (customer: string, user: string, _options: unknown, command: Command) => {
      printRows(command, columns, [await withStore(command, (store) => showTubeUser(store, customer, user))]);
    });
  tube
    .command("set <customer> <user>")
    .description("Change the settings of a user; what is not named stays")
    .option("--priority <number>", "priority of the user, 0 to 255")
    .option("--provider <guid>", "provider that takes the messages of the user")
    .option("--validity <seconds>", "how long delivery is tried")
    .option("--power-ads <on|off>", "whether messages may carry the signature of an advertising campaign")
    .option("--connections <limits>", "most sessions at the same time as RX,TX,TRX, or none")
    .action(async (customer: string, user: string, options: TubeOptions, command: Command) => {
      const row = await withStore(command, (store) => setTubeUser(store, customer, user, options));
      printRows(command, columns, [row]);
    });
}
