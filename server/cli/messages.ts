import type { Command } from "commander";
import type { FilterInput } from "../admin/message-filter.js";
import { type AuditInput, listAudit } from "../admin/audit.js";
import {
  cancelMessages,
  findMessages,
  type MessageCard,
  type MessageRow,
  resendMessage,
  showMessage,
} from "../admin/messages.js";
import { refundMessages } from "../actions/refunds.js";
import { newTransactionId } from "../transaction-id.js";
import { csvText, printCard, printDone, printRows, tableText, withStore } from "./account-output.js";
import { addEntries } from "./action-commands.js";
import { printError } from "./terminal.js";

const columns: readonly (keyof MessageRow)[] = [
  ...(["id", "accepted", "customer", "user", "originator", "number", "status", "link"] as const),
  ...(["attempts", "changed", "reason", "transaction"] as const),
];

interface FindOptions extends FilterInput {
  readonly limit: string;
  readonly after?: string;
  readonly csv?: boolean;
}

function findCommand(message: Command): void {
  message
    .command("find")
    .description(
      "Find messages, newest first; the search is recorded in the audit log. Example: messenger message find --number 12025550101 --since 7d",
    )
    .option("--number <number>", "number of the recipient")
    .option("--prefix <digits>", "first digits of the number")
    .option("--transaction <id>", "TransactionID")
    .option("--client-transaction <id>", "clientTransactionID of the last day; needs --customer")
    .option("--customer <id>", "only of this customer")
    .option("--user <name>", "only of this user")
    .option("--originator <text>", "only with this originator")
    .option("--link <name>", "only of this link, unrouted or no route")
    .option(
      "--state <status>",
      "only in this state: delivered, failed, waiting, sent, uncertain, cancelled, or a status such as FAILED",
    )
    .option("--reason <code>", "only with this last status code or reason, as printed")
    .option(
      "--since <time>",
      "accepted at this time or later: 2030-01-15, 2030-01-15T12:00:00Z, 36h or 7d ago",
    )
    .option("--until <time>", "accepted before this time")
    .option("--limit <count>", "maximum messages, 1 to 10000", "100")
    .option("--after <place>", "continue the search that printed this place")
    .option("--csv", "print CSV")
    .action(async ({ csv = false, ...input }: FindOptions, command: Command) => {
      const found = await withStore(
        command,
        (store, occasion) => findMessages(store, input, { ...occasion, view: "whole" }),
        { isReport: true },
      );
      const { messages, next, stopped } = found;
      const text = csv ? csvText(columns, messages) : tableText(columns, messages);
      printDone(command, found, text.trimEnd());
      if (stopped !== undefined) printError(`${stopped}\n`);
      if (next !== null && !command.optsWithGlobals<{ readonly json: boolean }>().json)
        printError(`more: --after ${next}\n`);
    });
}

function printMessage(command: Command, { timeline, ...card }: MessageCard): void {
  if (command.optsWithGlobals<{ readonly json: boolean }>().json) {
    printDone(command, { ...card, timeline }, "");
    return;
  }
  printCard(command, card);
  const columns = [
    ...(["at", "event", "part", "status", "link", "network", "messageId", "code"] as const),
    ...(["amount", "attempts"] as const),
  ];
  printRows(command, columns, timeline);
}

function auditCommand(program: Command): void {
  program
    .command("audit")
    .description("Audit log of look-ups and changes of messages: list")
    .command("list")
    .description("List entries of the audit log, latest first")
    .option("--limit <count>", "maximum entries, 1 to 10000", "100")
    .option("--before <id>", "only entries older than this one")
    .option("--action <name>", 'only entries of this action, such as "credit add"')
    .option("--who <name>", "only entries of this operator, or of a user of the portal: 42/maria")
    .option("--customer <id>", "only entries about this customer")
    .action(async (options: AuditInput, command: Command) => {
      const rows = await withStore(command, (store) => listAudit(store, options), { isReport: true });
      const texts = rows.map(({ subject, before, after, ...row }) => ({
        ...row,
        subject: JSON.stringify(subject),
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
      }));
      const shown = ["id", "at", "who", "from", "action", "subject", "before", "after"] as const;
      if (command.optsWithGlobals<{ readonly json: boolean }>().json) printRows(command, shown, rows);
      else printRows(command, shown, texts);
    });
}

/** Adds the commands of the message desk and of the audit log. They may run beside the server. */
export function messageCommands(program: Command): void {
  const message = program
    .command("message")
    .description("Single messages: find, show, cancel, refund, resend");
  findCommand(message);
  message
    .command("show <id>")
    .description("Show a message and what is stored of its course; recorded in the audit log")
    .option("--text", "show the text too, unless it is private")
    .action(async (id: string, { text = false }: { readonly text?: boolean }, command: Command) => {
      printMessage(
        command,
        await withStore(command, (store, occasion) =>
          showMessage(store, { id, text }, { ...occasion, view: "whole" }),
        ),
      );
    });
  message
    .command("cancel [id...]")
    .description(
      "Cancel queued and deferred messages; their status is SMSC_DELETED, and they are refunded unless a network may have them",
    )
    .option("--transaction <id>", "all messages of a transaction")
    .action(
      async (
        ids: readonly string[],
        { transaction }: { readonly transaction?: string },
        command: Command,
      ) => {
        const done = await withStore(command, (store, occasion) =>
          cancelMessages(store, { ids, transaction }, occasion),
        );
        printDone(command, done, `${done.cancelled} cancelled, ${done.refunded} credits refunded`);
      },
    );
  addEntries(message, [refundMessages]);
  message
    .command("resend <id>")
    .description(
      "Send a message again that failed, expired or was cancelled, as a new transaction without a charge; an uncertain message may arrive twice",
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        resendMessage(store, { id, transactionId: newTransactionId(occasion.now) }, occasion),
      );
      const where =
        row.transaction === null ? "" : ` as message ${row.resent} of transaction ${row.transaction}`;
      printDone(command, row, `message ${row.message} is sent again${where}`);
    });
  auditCommand(program);
}
