import type { Command } from "commander";
import {
  addInboxNumber,
  listInboxForwards,
  listInboxNumbers,
  removeInboxForward,
  removeInboxNumber,
  setInboxForward,
} from "../admin/inbox-routes.js";
import { counted } from "../admin/values.js";
import { printDone, printRows, withStore } from "./account-output.js";
import { addToInbox, listInbox, type NewInboxMessage } from "../admin/inbox.js";

function numberCommands(inbox: Command): void {
  const number = inbox
    .command("number")
    .description("Numbers whose incoming messages go to an inbox: add, list, remove");
  number
    .command("add <customer> <number>")
    .description("Assign a number to a customer, including messages already received for it")
    .action(async (customer: string, text: string, _options: unknown, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        addInboxNumber(store, { customer, number: text }, occasion),
      );
      const before = row.strays === 0 ? "" : `, with ${counted(row.strays, "message")} received before`;
      printDone(command, row, `number ${row.number} belongs to customer ${row.customer}${before}`);
    });
  number
    .command("remove <number>")
    .description("Unassign a number; messages in the inbox stay")
    .action(async (text: string, _options: unknown, command: Command) => {
      await withStore(command, (store, occasion) => removeInboxNumber(store, text, occasion));
      printDone(command, { number: text }, `number ${text} belongs to no customer`);
    });
  number
    .command("list")
    .description("List numbers and their customers")
    .action(async (_options: unknown, command: Command) => {
      printRows(command, ["number", "customer"], await withStore(command, listInboxNumbers));
    });
}

/** Adds `inbox number` and `inbox forward`. They may run beside the server, and count from the next message on. */
export function inboxRouteCommands(inbox: Command): void {
  numberCommands(inbox);
  const forward = inbox
    .command("forward")
    .description("Forwarding of incoming messages to customers' servers: set, list, remove");
  forward
    .command("set <customer> <url>")
    .description("Forward the incoming messages of a customer to a URL")
    .option("--method <method>", "POST: form fields in the body; GET: the same in the query", "POST")
    .option("--allow-private", "allow a URL in a private network", false)
    .action(
      async (
        customer: string,
        url: string,
        options: { readonly method: string; readonly allowPrivate: boolean },
        command: Command,
      ) => {
        const row = await withStore(command, (store, occasion) =>
          setInboxForward(store, { customer, url, ...options }, occasion),
        );
        printDone(command, row, `messages of customer ${row.customer} go to ${row.url}`);
      },
    );
  forward
    .command("remove <customer>")
    .description("Stop forwarding; pending posts are discarded, messages stay in the inbox")
    .action(async (customer: string, _options: unknown, command: Command) => {
      await withStore(command, (store, occasion) => removeInboxForward(store, customer, occasion));
      printDone(
        command,
        { customer: Number(customer) },
        `messages of customer ${customer} are not forwarded`,
      );
    });
  forward
    .command("list")
    .description("List forwarding URLs")
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
    .description("Incoming messages of a customer: add, list, number, forward");
  inboxRouteCommands(inbox);
  inbox
    .command("add <customer>")
    .description("Add a message to an inbox")
    .requiredOption("--from <sender>", "number or name of the sender")
    .requiredOption("--to <addressee>", "number or name of the recipient")
    .requiredOption("--text <text>", "text of the message")
    .action(async (customer: string, options: Omit<NewInboxMessage, "customer">, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        addToInbox(store, { customer, ...options }, occasion),
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
