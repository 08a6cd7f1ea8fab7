import { type Command, Option } from "commander";
import { credits } from "../actions/credits.js";
import {
  addCustomer,
  blockCustomer,
  customers,
  listCustomers,
  releaseCustomer,
  unblockCustomer,
} from "../actions/customers.js";
import { originators } from "../actions/originators.js";
import { users } from "../actions/users.js";
import { addEntries, subjectCommands } from "./action-commands.js";
import {
  type CallbackOptions,
  changeCallbacks,
  type ChangedCallbacks,
  showCallbacks,
} from "../admin/callbacks.js";
import {
  changeCustomer,
  type CustomerCard,
  type CustomerOptions,
  customerSettings,
  showCustomer,
} from "../admin/customer-settings.js";
import { type LedgerInput, listLedger } from "../admin/ledger.js";
import { listUnusual, type UnusualInput } from "../admin/unusual-traffic.js";
import { csvText, printCard, printDone, printPages, printRows, withStore } from "./account-output.js";
import { collect, databaseOf, type GlobalOptions, ofCustomer } from "./options.js";
import { print } from "./terminal.js";
import { Refusal } from "../admin/refusal.js";
import { customerIdOf } from "../admin/values.js";
import { removeCustomer } from "../storage/tables/erasure/customer-removal.js";
import { placeOf } from "../storage/index.js";
import { occasionAt } from "./occasion.js";
import { addCallbackSecretOptions, givenCallbackSecret } from "./secrets.js";

function customerCommands(program: Command): void {
  const customer = program.command(customers.name).description(customers.help);
  customerSettingCommands(customer);
  addEntries(customer, [addCustomer, listCustomers]);
  removeCommand(customer);
  unusualCommand(customer);
  addEntries(customer, [releaseCustomer, blockCustomer, unblockCustomer]);
}

/** Adds `customer unusual`. */
function unusualCommand(customer: Command): void {
  customer
    .command("unusual")
    .description(
      "List unusual traffic of customers, newest first. Example: messenger customer unusual --days 7",
    )
    .option(...ofCustomer)
    .option("--days <count>", "seen in these last days, 1 to 90", "30")
    .option("--limit <count>", "maximum rows, 1 to 10000", "100")
    .option("--before <id>", "only rows older than this one")
    .option("--csv", "print CSV")
    .action(
      async ({ csv = false, ...input }: UnusualInput & { readonly csv?: boolean }, command: Command) => {
        const rows = await withStore(command, (store, { now }) => listUnusual(store, input, now));
        const columns = ["id", "customer", "at", "last", "kind", "prefix", "messages", "text"] as const;
        if (csv && !command.optsWithGlobals<GlobalOptions>().json) print(csvText(columns, rows));
        else printRows(command, columns, rows);
      },
    );
}

/** Adds `customer remove`. */
function removeCommand(customer: Command): void {
  customer
    .command("remove <id>")
    .description(
      "Delete users, originators, lists, inbox and settings of a customer, and block it; balances and ledger stay. Cannot be undone. Example: messenger customer remove 42 --yes",
    )
    .requiredOption("--yes", "confirm the removal")
    .action(async (text: string, _options: unknown, command: Command) => {
      const id = customerIdOf(text);
      const place = await placeOf(await databaseOf(command));
      const { by: actor, now: at } = occasionAt(await place.time());
      const removed = await place.erase(() => removeCustomer(id, { at, actor }));
      if (removed === undefined) throw new Refusal(`there is no customer ${id}`);
      const counts = Object.entries(removed).map(([name, count]) => `${name} ${String(count)}`);
      printDone(command, { id, ...removed }, `customer ${id} removed: ${counts.join(", ")}`);
    });
}

/** Adds `customer show` and `customer change`. */
function customerSettingCommands(customer: Command): void {
  customer
    .command("show <id>")
    .description("Show a customer with all settings")
    .action(async (id: string, _options: unknown, command: Command) => {
      const card = await withStore(command, async (store) => {
        const settings = await showCustomer(store, id);
        return { ...settings, ...(await showCallbacks(store, settings.id)) };
      });
      printCard(command, card);
    });
  const change = customer.command("change <id>").description("Change the given settings of a customer");
  for (const { name, form, meaning } of customerSettings)
    change.option(
      `--${name.replace(/[A-Z]/gu, (letter: string) => `-${letter.toLowerCase()}`)} ${form}`,
      meaning,
    );
  change
    .addOption(new Option("--prepaid", "make the customer prepaid").conflicts("postpaid"))
    .option("--postpaid", "make the customer postpaid")
    .option("--limit <credits>", "credit limit of a postpaid customer in credits, or none")
    .option(
      "--from-address <range>",
      "accept calls from this address or CIDR range only; may be repeated; none removes the list",
      (value: string, previous: readonly string[] | undefined) => collect(value, previous ?? []),
    )
    .option("--callback-url <url>", "post the final status of each message to this URL, or none")
    .option("--callback-parts <on|off>", "post the final status of each part too (default off)")
    .option("--callback-allow-private <on|off>", "allow a callback URL in a private network (default off)");
  addCallbackSecretOptions(change).action(async (id: string, options: ChangeOptions, command: Command) => {
    const callbacks = { ...callbackOptionsOf(options), callbackSecret: await givenCallbackSecret(command) };
    await withStore(command, async (store, occasion) => {
      const hasCallbacks = Object.values(callbacks).some((option) => option !== undefined);
      const isOnlyCallbacks = hasCallbacks && Object.keys(options).every((key) => key.startsWith("callback"));
      const card = isOnlyCallbacks
        ? await showCustomer(store, id)
        : await changeCustomer(store, id, options, occasion);
      const changed = hasCallbacks
        ? await changeCallbacks(store, id, callbacks, occasion)
        : await showCallbacks(store, card.id);
      printChanged(command, card, changed);
    });
  });
}

type ChangeOptions = CustomerOptions & CallbackOptions;

function callbackOptionsOf(options: ChangeOptions): CallbackOptions {
  const { callbackUrl, callbackParts, callbackAllowPrivate } = options;
  return { callbackUrl, callbackParts, callbackAllowPrivate };
}

function printChanged(command: Command, card: CustomerCard, callbacks: ChangedCallbacks): void {
  const { callbackSecret } = callbacks;
  const secret =
    callbackSecret === undefined ? "" : `\nsecret of its callbacks, not shown again: ${callbackSecret}`;
  printDone(command, { ...card, ...callbacks }, `customer ${card.id} changed${secret}`);
}

const ledgerColumns = [
  ...(["id", "at", "customer", "kind", "change", "balance", "reason", "transactionId", "reference"] as const),
];

function creditCommands(program: Command): void {
  const credit = subjectCommands(program, credits);
  credit
    .command("list")
    .description(
      "List balance changes in credits, by customer, oldest first. Changes that several processes make at once are in the order of their calls; the column id has the order in which they were booked",
    )
    .option(...ofCustomer)
    .option("--from <day>", "first day, UTC: 2030-01-15 or 2030-01")
    .option("--to <day>", "last day, UTC: 2030-01-15 or 2030-01")
    .option("--csv", "print CSV")
    .action(async ({ csv = false, ...input }: LedgerInput & { readonly csv?: boolean }, command: Command) => {
      await withStore(command, (store) => printPages(command, ledgerColumns, listLedger(store, input), csv), {
        isReport: true,
      });
    });
}

/** Adds the commands that manage accounts. They may run beside the server. */
export function accountCommands(program: Command): void {
  customerCommands(program);
  subjectCommands(program, users);
  subjectCommands(program, originators);
  creditCommands(program);
}
