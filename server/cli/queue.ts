import type { Command } from "commander";
import { listContradictions, listUncertain, resolveUncertain, showQueue } from "../admin/queue.js";
import { printDone, printPages, printRows, withStore } from "./account-output.js";

interface ResolveOptions {
  readonly all?: boolean;
}

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
  for (const { how, text, done } of [
    { how: "resend", text: "Send uncertain messages again; some may arrive twice", done: "sent again" },
    { how: "fail", text: "Give uncertain messages up: their status is Unknown", done: "given up" },
  ] as const) {
    uncertain
      .command(`${how} [id...]`)
      .description(text)
      .option("--all", "all uncertain messages")
      .action(async (ids: readonly string[], { all = false }: ResolveOptions, command: Command) => {
        if (all === ids.length > 0) command.error("error: give ids or --all", { exitCode: 2 });
        const count = await withStore(command, (store, occasion) =>
          resolveUncertain(store, all ? "all" : ids, how, occasion),
        );
        printDone(command, { messages: count }, `${count} ${done}`);
      });
  }
}
