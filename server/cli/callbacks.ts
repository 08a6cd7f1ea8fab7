import type { Command } from "commander";
import { listAlerts, listCallbacks, type Retried, retryCallbacks } from "../admin/callbacks.js";
import { counted } from "../admin/values.js";
import { printDone, printRows, withStore } from "./account-output.js";
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
    .description("Posts to customers' servers: list, alerts, retry; customer change sets the URL");
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
    .command("alerts")
    .description("List callbacks about low balances that were given up after a day, latest first")
    .option(...ofCustomer)
    .option("--waiting", "list pending callbacks instead")
    .option("--limit <count>", "maximum callbacks, 1 to 10000", "100")
    .option("--before <id>", "only callbacks older than this one")
    .action(async ({ waiting = false, ...input }: ListOptions, command: Command) => {
      const rows = await withStore(command, (store) => listAlerts(store, { ...input, waiting }));
      const columns = [
        ...(["id", "customer", "kind", "left", "threshold", "at", "attempts", "next", "reason"] as const),
      ];
      printRows(command, columns, rows);
    });
  retryCommand(callback);
}

interface RetryOptions extends CustomerOption {
  readonly all?: boolean;
  readonly alert?: readonly string[];
}

/** The callbacks of `callback retry`; undefined if the options name none or several kinds of them. */
function retriedOf(
  ids: readonly string[],
  { all = false, alert = [], customer }: RetryOptions,
): Retried | undefined {
  if ([ids.length > 0, alert.length > 0, all].filter(Boolean).length !== 1) return undefined;
  if (all) return { customer };
  return ids.length > 0 ? { ids } : { alerts: alert };
}

function retryCommand(callback: Command): void {
  callback
    .command("retry [id...]")
    .description("Retry callbacks at once, and for another day. Example: messenger callback retry --all")
    .option("--alert <id...>", "callbacks about low balances, with ids of callback alerts")
    .option("--all", "all that were given up, also those about low balances")
    .option("--customer <id>", "with --all, only of this customer")
    .action(async (ids: readonly string[], options: RetryOptions, command: Command) => {
      const which = retriedOf(ids, options);
      if (which === undefined) return command.error("error: give ids, --alert or --all", { exitCode: 2 });
      if (options.all !== true && options.customer !== undefined)
        command.error("error: --customer needs --all", { exitCode: 2 });
      const count = await withStore(command, (store, occasion) => retryCallbacks(store, which, occasion));
      printDone(command, { callbacks: count }, `posted again: ${counted(count, "callback")}`);
    });
}
