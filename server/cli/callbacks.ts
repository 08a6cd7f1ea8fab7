import type { Command } from "commander";
import { listCallbacks, retryCallbacks } from "../admin/callbacks.js";
import { printDone, printRows, withStore } from "./account-output.js";
import { occasion } from "./occasion.js";
import { type CustomerOption, ofCustomer } from "./options.js";

interface ListOptions extends CustomerOption {
  readonly waiting?: boolean;
  readonly limit: string;
  readonly before?: string;
}

/** Adds the commands of callbacks. They may run beside the server. */
export function callbackCommands(program: Command): void {
  const callback = program
    .command("callback")
    .description("Posts of final states to customers' servers: list, retry; customer change sets the URL");
  callback
    .command("list")
    .description("List callbacks that were given up after a day, latest first")
    .option(...ofCustomer)
    .option("--waiting", "list pending callbacks instead")
    .option("--limit <count>", "maximum callbacks, 1 to 10000", "100")
    .option("--before <id>", "only callbacks older than this one")
    .action(async ({ waiting = false, ...input }: ListOptions, command: Command) => {
      const rows = await withStore(command, (store) => listCallbacks(store, { ...input, waiting }));
      const columns = [
        ...(["id", "customer", "transaction", "message", "part", "number", "status", "at"] as const),
        ...(["attempts", "next", "reason"] as const),
      ];
      printRows(command, columns, rows);
    });
  callback
    .command("retry [id...]")
    .description("Retry callbacks at once, and for another day. Example: messenger callback retry --all")
    .option("--all", "all that were given up")
    .option("--customer <id>", "with --all, only of this customer")
    .action(
      async (
        ids: readonly string[],
        { all = false, customer }: CustomerOption & { readonly all?: boolean },
        command: Command,
      ) => {
        if (all === ids.length > 0) command.error("error: give ids or --all", { exitCode: 2 });
        if (!all && customer !== undefined) command.error("error: --customer needs --all", { exitCode: 2 });
        const which = all ? { customer } : { ids };
        const count = await withStore(command, (store) => retryCallbacks(store, which, occasion()));
        printDone(command, { callbacks: count }, `${count} callbacks are posted again`);
      },
    );
}
