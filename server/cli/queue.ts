import type { Command } from "commander";
import { failUncertain, resendUncertain } from "../actions/uncertain.js";
import { listContradictions, listUncertain, showQueue } from "../admin/queue.js";
import { printPages, printRows, withStore } from "./account-output.js";
import { addEntries } from "./action-commands.js";

/** Adds the commands of the queue. They may run beside the server. */
export function queueCommands(program: Command): void {
  const queue = program
    .command("queue")
    .description("Queued and uncertain messages: show, uncertain, contradictions");
  queue
    .command("show")
    .description("Show the number of messages per link, and since when the oldest waiting one is due")
    .action(async (_options: unknown, command: Command) => {
      const rows = await withStore(command, (store, { now }) => showQueue(store, now));
      const columns = ["link", "waiting", "underWay", "uncertain", "withoutReceipt", "oldestDue"] as const;
      printRows(command, columns, rows);
    });
  queue
    .command("contradictions")
    .description(
      "List receipts that contradict the final state that stays, and whether the message was refunded",
    )
    .action(async (_options: unknown, command: Command) => {
      const columns = ["id", "transaction", "customer", "number", "part", "status", "reported"] as const;
      await withStore(command, (store) =>
        printPages(command, [...columns, "at", "code", "refunded"], listContradictions(store)),
      );
    });
  const uncertain = queue
    .command("uncertain")
    .description("Messages whose acceptance by the network is unconfirmed: list, resend, fail");
  uncertain
    .command("list")
    .description("List uncertain messages that are held for a decision")
    .action(async (_options: unknown, command: Command) => {
      const columns = ["id", "transaction", "customer", "number", "link", "since", "attempts"] as const;
      await withStore(command, (store) => printPages(command, [...columns, "reason"], listUncertain(store)));
    });
  addEntries(uncertain, [resendUncertain, failUncertain]);
}
