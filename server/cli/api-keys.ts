import type { Command } from "commander";
import { addApiKey, type ApiKeyInput, listApiKeys, revokeApiKey } from "../admin/api-keys.js";
import { printDone, printRows, withStore } from "./account-output.js";
import { collect, type CustomerOption, ofCustomer } from "./options.js";

/** Adds the commands of API keys. They may run beside the server. */
export function apiKeyCommands(program: Command): void {
  const key = program
    .command("key")
    .description("API keys that programs use in place of the password of a user: add, list, revoke");
  key
    .command("add <user>")
    .description(
      "Create an API key for CUSTOMER/USER and print it once. Example: messenger key add 42/api --name shop --scope send,read",
    )
    .requiredOption("--name <text>", "name of the key, unique for the user")
    .requiredOption("--scope <list>", "scopes: some of send, read, inbox, separated by commas")
    .option("--expires <time>", "end: 2030-01-15, 2030-01-15T12:00:00Z, or 90d from now (default: none)")
    .option(
      "--from-address <range>",
      "accept it from this address or CIDR range only; may be repeated (default: any)",
      collect,
      [],
    )
    .action(async (user: string, options: Omit<ApiKeyInput, "user">, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        addApiKey(store, { user, ...options }, occasion),
      );
      const { name, secret } = row;
      printDone(command, row, `key ${name} of user ${user}, not shown again: ${secret}`);
    });
  key
    .command("list")
    .description("List API keys with their scopes, last use and end")
    .option(...ofCustomer)
    .action(async ({ customer }: CustomerOption, command: Command) => {
      const rows = await withStore(command, (store) => listApiKeys(store, customer));
      const columns = ["customer", "user", "name", "key", "scopes", "fromAddresses"] as const;
      printRows(command, [...columns, "expires", "used", "created"], rows);
    });
  key
    .command("revoke <user> <name>")
    .description("Revoke an API key of CUSTOMER/USER")
    .action(async (user: string, name: string, _options: unknown, command: Command) => {
      await withStore(command, (store, occasion) => revokeApiKey(store, { user, name }, occasion));
      printDone(command, { user, name }, `key ${name} of user ${user} revoked`);
    });
}
