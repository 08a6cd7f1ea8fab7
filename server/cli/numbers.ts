import type { Command } from "commander";
import { phoneOf } from "../admin/values.js";
import { placeOf } from "../storage/index.js";
import { eraseNumber } from "../storage/tables/erasure/number-erasure.js";
import { printDone } from "./account-output.js";
import { occasionAt } from "./occasion.js";
import { databaseOf } from "./options.js";

/** Adds `number erase`. */
export function numberCommands(program: Command): void {
  program
    .command("number")
    .description("Numbers of people: erase")
    .command("erase <number>")
    .description(
      "Remove a person's number from messages, inboxes, lists, audiences, receipts and the audit log; charges and statuses stay without it, blacklists keep it. Example: messenger number erase 12025550101",
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const place = await placeOf(await databaseOf(command));
      const { by: actor, now: at } = occasionAt(await place.time());
      const number = phoneOf(text);
      const erased = await place.erase(() => eraseNumber(number, { at, actor }));
      const counts = Object.entries(erased).map(([name, count]) => `${name} ${String(count)}`);
      printDone(command, erased, `number erased: ${counts.join(", ")}`);
    });
}
