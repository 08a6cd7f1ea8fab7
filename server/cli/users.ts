import type { Command } from "commander";
import {
  addUser,
  changeUser,
  listUsers,
  setPassword,
  setUserState,
  showUser,
  type UserOptions,
} from "../admin/users.js";
import { printCard, printDone, printRows, withStore, stateCommands } from "./account-output.js";
import { type CustomerOption, ofCustomer } from "./options.js";
import { addPasswordOptions, passwordFrom } from "./secrets.js";

/** Adds the commands of users. */
export function userCommands(program: Command): void {
  const user = program
    .command("user")
    .description("Users of a customer: add, list, show, change, password, block, unblock");
  addPasswordOptions(user.command("add <customer> <name>").description("Add a user")).action(
    async (customer: string, name: string, _options: unknown, command: Command) => {
      const password = await passwordFrom(command);
      const row = await withStore(command, (store, occasion) =>
        addUser(store, { customer, name, password }, occasion),
      );
      printDone(command, row, `user ${row.name} of customer ${row.customer} added`);
    },
  );
  addPasswordOptions(
    user.command("password <customer> <name>").description("Replace the password of a user"),
  ).action(async (customer: string, name: string, _options: unknown, command: Command) => {
    const password = await passwordFrom(command);
    await withStore(command, (store, occasion) => setPassword(store, { customer, name, password }, occasion));
    printDone(command, { customer: Number(customer), name }, `password of user ${name} replaced`);
  });
  user
    .command("list")
    .description("List users")
    .option(...ofCustomer)
    .action(async ({ customer }: CustomerOption, command: Command) => {
      const rows = await withStore(command, (store) => listUsers(store, customer));
      printRows(command, ["customer", "name", "state", "inboxActive"], rows);
    });
  user
    .command("show <customer> <name>")
    .description("Show a user with all settings")
    .action(async (customer: string, name: string, _options: unknown, command: Command) => {
      const row = await withStore(command, (store) => showUser(store, customer, name));
      printCard(command, { ...row });
    });
  user
    .command("change <customer> <name>")
    .description("Change the given settings of a user")
    .option("--name <text>", "user name")
    .option("--inbox-active <on|off>", "give access to the inbox of the customer")
    .action(async (customer: string, name: string, options: UserOptions, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        changeUser(store, customer, name, options, occasion),
      );
      printDone(command, row, `user ${row.name} of customer ${row.customer} changed`);
    });
  for (const { verb, done, state } of stateCommands) {
    user
      .command(`${verb} <customer> <name>`)
      .description(`${state === "blocked" ? "Refuse" : "Accept"} every call of a user`)
      .action(async (customer: string, name: string, _options: unknown, command: Command) => {
        await withStore(command, (store, occasion) => setUserState(store, customer, name, state, occasion));
        printDone(command, { customer: Number(customer), name, state }, `user ${name} ${done}`);
      });
  }
}
