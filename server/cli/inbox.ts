import type { Command } from "commander";
import { addToInbox, listInbox, type NewInboxMessage } from "../admin/inbox.js";
import { inboxRouteCommands } from "./inbox-routes.js";
import { printDone, printRows, withStore } from "./account-output.js";

/** Adds the commands of inboxes. They may run beside the server. */
export function inboxCommands(program: Command): void {
  const inbox = program
    .command("inbox")
    .description("Messages that came in for a customer: add, list, number, forward");
  inboxRouteCommands(inbox);
  inbox
    .command("add <customer>")
    .description("Put a message into an inbox by hand")
    .requiredOption("--from <sender>", "number or name of the sender")
    .requiredOption("--to <addressee>", "number or name it was sent to")
    .requiredOption("--text <text>", "text of the message")
    .action(async (customer: string, options: Omit<NewInboxMessage, "customer">, command: Command) => {
      const row = await withStore(command, (store) =>
        addToInbox(store, { customer, ...options }, Date.now()),
      );
      printDone(command, row, `message ${row.id} added to the inbox of customer ${row.customer}`);
    });
  inbox
    .command("list <customer>")
    .description("List the messages of an inbox, without their texts")
    .action(async (customer: string, _options: unknown, command: Command) => {
      const rows = await withStore(command, (store) => listInbox(store, customer));
      printRows(command, ["id", "at", "from", "to", "size", "unread"], rows);
    });
}
