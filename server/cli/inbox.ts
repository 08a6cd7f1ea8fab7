import type { Command } from "commander";
import {
  addInboxNumber,
  listInboxForwards,
  listInboxNumbers,
  removeInboxForward,
  removeInboxNumber,
  setInboxForward,
} from "../admin/inbox-routes.js";
import { printDone, printRows, withStore } from "./account-output.js";
import { addToInbox, listInbox, type NewInboxMessage } from "../admin/inbox.js";

function numberCommands(inbox: Command): void {
  const number = inbox
    .command("number")
    .description("Numbers whose messages go to an inbox: add, list, remove");
  number
    .command("add <customer> <number>")
    .description("Give a number to a customer, with what came for it before")
    .action(async (customer: string, text: string, _options: unknown, command: Command) => {
      const row = await withStore(command, (store) =>
        addInboxNumber(store, { customer, number: text }, Date.now()),
      );
      const before = row.strays === 0 ? "" : `, with ${row.strays} messages that came before`;
      printDone(command, row, `number ${row.number} belongs to customer ${row.customer}${before}`);
    });
  number
    .command("remove <number>")
    .description("Take a number away from its owner; what is in the inbox stays")
    .action(async (text: string, _options: unknown, command: Command) => {
      await withStore(command, (store) => removeInboxNumber(store, text));
      printDone(command, { number: text }, `number ${text} has no owner`);
    });
  number
    .command("list")
    .description("List numbers and their owners")
    .action(async (_options: unknown, command: Command) => {
      printRows(command, ["number", "customer"], await withStore(command, listInboxNumbers));
    });
}

/** Adds `inbox number` and `inbox forward`. They may run beside the server, and count from the next message on. */
export function inboxRouteCommands(inbox: Command): void {
  numberCommands(inbox);
  const forward = inbox
    .command("forward")
    .description("Servers of customers that their messages are posted to: set, list, remove");
  forward
    .command("set <customer> <url>")
    .description("Post the messages of a customer to a URL, too")
    .option("--method <method>", "POST: a form in the body; GET: the same in the query", "POST")
    .option("--allow-private", "the URL may lead to a private network", false)
    .action(
      async (
        customer: string,
        url: string,
        options: { readonly method: string; readonly allowPrivate: boolean },
        command: Command,
      ) => {
        const row = await withStore(command, (store) =>
          setInboxForward(store, { customer, url, ...options }),
        );
        printDone(command, row, `messages of customer ${row.customer} go to ${row.url}`);
      },
    );
  forward
    .command("remove <customer>")
    .description("Post them no more; what waits is dropped, and stays in the inbox")
    .action(async (customer: string, _options: unknown, command: Command) => {
      await withStore(command, (store) => removeInboxForward(store, customer));
      printDone(
        command,
        { customer: Number(customer) },
        `messages of customer ${customer} are not forwarded`,
      );
    });
  forward
    .command("list")
    .description("List where messages are posted")
    .action(async (_options: unknown, command: Command) => {
      printRows(
        command,
        ["customer", "url", "method", "allowPrivate"],
        await withStore(command, listInboxForwards),
      );
    });
}

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
