import type { Command } from "commander";
import {
  addSmppAccount,
  changeSmppAccount,
  kickSmppSessions,
  listSmppAccounts,
  listSmppSessions,
  type NewSmppInput,
  removeSmppAccount,
  setSmppPassword,
  type SmppOptions,
} from "../admin/smpp.js";
import { counted } from "../admin/values.js";
import { printDone, printRows, withStore } from "./account-output.js";
import { collect, type CustomerOption, ofCustomer } from "./options.js";
import { addPasswordOptions, givenPassword } from "./secrets.js";

interface LongOption {
  readonly allowLong?: boolean;
}

/** The ways to choose the password of an account. */
const passwordOptions = (command: Command): Command =>
  addPasswordOptions(command).option(
    "--allow-long",
    "accept a password of 9 to 64 characters, which many clients cut to 8",
  );

/** The password that a command was given, if any. */
async function chosenBy(command: Command) {
  const { allowLong } = command.opts<LongOption>();
  return { password: await givenPassword(command), allowLong };
}

const shownPassword = (password: string | null): string =>
  password === null ? "with the password that was given" : `password not shown again: ${password}`;

/** The options of settings; defaults are those of a new account. */
function settingOptions(command: Command): Command {
  return command
    .option("--window <number>", "messages without a response on a session, in each direction (default: 10)")
    .option(
      "--from-address <range>",
      "accept binds from this address or CIDR range only; may be repeated; none for any (default: any)",
      collect,
    )
    .option("--receipts <any|same-bind>", "bind that gets receipts first (default: any)")
    .option(
      "--receipt-id <same|hex-decimal>",
      "ids in receipts: as in the response, or hexadecimal there and decimal in receipts (default: same)",
    )
    .option(
      "--interim <on|off>",
      "send intermediate notifications to messages that request them (default: off)",
    )
    .option("--incoming <on|off>", "deliver messages to the numbers of the customer (default: on)")
    .option("--alphabet <gsm|latin1>", "alphabet of data_coding 0 (default: gsm)")
    .option("--credit-status <number>", "command_status of a message without credit (default: 0x45)");
}

/** Adds the commands of accounts and sessions of the SMPP server. They may run beside the server. */
export function smppCommands(program: Command): void {
  const smpp = program
    .command("smpp")
    .description(
      "Accounts and sessions of customers who bind with SMPP: add, change, password, list, remove, sessions, kick",
    );
  passwordOptions(
    settingOptions(
      smpp
        .command("add <user>")
        .description(
          "Add an account for CUSTOMER/USER, with a random password that is printed once unless one is given. Example: messenger smpp add 42/api --system-id shop01",
        )
        .requiredOption("--system-id <text>", "system_id, at most 15 characters, unique"),
    ),
  ).action(async (user: string, options: Omit<NewSmppInput, "user">, command: Command) => {
    const chosen = await chosenBy(command);
    const row = await withStore(command, (store, occasion) =>
      addSmppAccount(store, { user, ...options, ...chosen }, occasion),
    );
    printDone(command, row, `account ${row.systemId} of user ${user}, ${shownPassword(row.password)}`);
  });
  settingOptions(
    smpp
      .command("change <system-id>")
      .description("Change the given settings of an account, from the next bind on"),
  ).action(async (systemId: string, options: SmppOptions, command: Command) => {
    await withStore(command, (store, occasion) => changeSmppAccount(store, systemId, options, occasion));
    printDone(command, { systemId }, `account ${systemId} changed`);
  });
  passwordOptions(
    smpp
      .command("password <system-id>")
      .description(
        "Replace the password of an account and close its sessions; a random one is printed once unless one is given",
      ),
  ).action(async (systemId: string, _options: unknown, command: Command) => {
    const chosen = await chosenBy(command);
    const password = await withStore(command, (store, occasion) =>
      setSmppPassword(store, systemId, chosen, occasion),
    );
    printDone(command, { systemId, password }, `account ${systemId}, ${shownPassword(password)}`);
  });
  smpp
    .command("remove <system-id>")
    .description("Remove an account: its sessions are closed, and its waiting receipts are discarded")
    .action(async (systemId: string, _options: unknown, command: Command) => {
      await withStore(command, (store, occasion) => removeSmppAccount(store, systemId, occasion));
      printDone(command, { systemId }, `account ${systemId} removed`);
    });
  listCommands(smpp);
}

function listCommands(smpp: Command): void {
  smpp
    .command("list")
    .description("List accounts with their settings, sessions and waiting receipts")
    .option(...ofCustomer)
    .action(async ({ customer }: CustomerOption, command: Command) => {
      const rows = await withStore(command, (store, { now }) => listSmppAccounts(store, now, customer));
      const columns = [
        "systemId",
        "customer",
        "user",
        "window",
        "fromAddresses",
        "receipts",
        "receiptId",
        "interim",
      ] as const;
      const others = [
        "incoming",
        "alphabet",
        "creditStatus",
        "sessions",
        "waiting",
        "oldestWaiting",
      ] as const;
      printRows(command, [...columns, ...others], rows);
    });
  smpp
    .command("sessions")
    .description("List bound sessions of all processes with their counters")
    .action(async (_options: unknown, command: Command) => {
      const rows = await withStore(command, (store, { now }) => listSmppSessions(store, now));
      const columns = ["id", "systemId", "customer", "user", "kind", "address", "since"] as const;
      printRows(command, [...columns, "submitted", "refused", "throttled", "delivered"], rows);
    });
  smpp
    .command("kick <session>")
    .description("Close a session, or all sessions of a system_id; a client may bind again")
    .action(async (session: string, _options: unknown, command: Command) => {
      const kicked = await withStore(command, (store, occasion) =>
        kickSmppSessions(store, session, occasion),
      );
      printDone(command, { session, kicked }, `${counted(kicked, "session")} closed`);
    });
}
