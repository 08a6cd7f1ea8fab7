import type { Command } from "commander";
import { setTubeUser, showTubeUser, type TubeOptions } from "../admin/tube.js";
import { printCard, printDone, withStore } from "./account-output.js";

/** Adds the commands for users of the SMPP front end. They may run beside the server. */
export function tubeCommands(program: Command): void {
  const tube = program.command("tube").description("Settings of users for the SMPP front end: show, set");
  tube
    .command("show <customer> <user>")
    .description("Show the settings of a user")
    .action(async (customer: string, user: string, _options: unknown, command: Command) => {
      printCard(command, { ...(await withStore(command, (store) => showTubeUser(store, customer, user))) });
    });
  tube
    .command("set <customer> <user>")
    .description("Change the given settings of a user")
    .option("--priority <number>", "priority of the user, 0 to 255")
    .option("--provider <guid>", "provider whose links the messages of the user prefer")
    .option("--validity <seconds>", "validity period of messages in seconds")
    .option("--power-ads <on|off>", "allow the signature of an advertising campaign in messages")
    .option("--connections <limits>", "maximum concurrent sessions as RX,TX,TRX, or none")
    .action(async (customer: string, user: string, options: TubeOptions, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        setTubeUser(store, customer, user, options, occasion),
      );
      printDone(command, row, `user ${row.user} of customer ${row.customer} changed`);
    });
}
