import type { Command } from "commander";
import { listOptOuts, type OptOutInput, removeOptOut, setOptOut } from "../admin/opt-outs.js";
import { replyLanguages } from "../domain/inbox/opt-outs.js";
import { printCard, printDone, printRows, withStore } from "./account-output.js";
import { type CustomerOption, ofCustomer } from "./options.js";

const ofNumber = ["--number <number>", "for this number of the customer alone"] as const;

interface SetOptions extends Omit<OptOutInput, "customer" | "stopWords" | "startWords"> {
  readonly stop?: readonly string[];
  readonly start?: readonly string[];
}

/** Adds the commands of stop words. They may run beside the server, and count from the next message on. */
export function optOutCommands(program: Command): void {
  const optOut = program
    .command("opt-out")
    .description("Words by which recipients stop messages of a customer: set, list, remove");
  optOut
    .command("set <customer>")
    .description(
      'Set stop words; what is left out stays (a new rule: English, no confirmation). Example: messenger opt-out set 42 --languages en de --stop-text "You get no more messages. START resumes them."',
    )
    .option(...ofNumber)
    .option(
      "--languages <code...>",
      `standard words of these languages: ${replyLanguages.join(", ")}; or none`,
    )
    .option("--stop <word...>", "words besides those of the languages that stop messages, or none")
    .option("--start <word...>", "words besides those of the languages that resume messages, or none")
    .option("--stop-text <text>", "confirmation after a stop word, charged to the customer; or none")
    .option("--start-text <text>", "confirmation after a start word, charged to the customer; or none")
    .option("--help-text <text>", "response to HELP, charged to the customer; or none")
    .action(async (customer: string, { stop, start, ...options }: SetOptions, command: Command) => {
      const input = { customer, ...options, stopWords: stop, startWords: start };
      printCard(command, {
        ...(await withStore(command, (store, occasion) => setOptOut(store, input, occasion))),
      });
    });
  optOut
    .command("remove <customer>")
    .description("Remove stop words; replies change nothing from then on. Blacklisted numbers stay")
    .option(...ofNumber)
    .action(async (customer: string, { number }: { readonly number?: string }, command: Command) => {
      await withStore(command, (store, occasion) => removeOptOut(store, { customer, number }, occasion));
      printDone(command, { customer: Number(customer), number: number ?? null }, "stop words removed");
    });
  optOut
    .command("list")
    .description("List stop words; blacklist list has the numbers that opted out")
    .option(...ofCustomer)
    .action(async ({ customer }: CustomerOption, command: Command) => {
      const rows = await withStore(command, (store) => listOptOuts(store, customer));
      const columns = [
        ...(["customer", "number", "languages", "stopWords", "startWords"] as const),
        ...(["stopText", "startText", "helpText"] as const),
      ];
      printRows(command, columns, rows);
    });
}
