import type { Command } from "commander";
import {
  addUser,
  changeUser,
  listUsers,
  removePassword,
  setPassword,
  setUserState,
  showUser,
  type UserOptions,
} from "../admin/users.js";
import { inviteUser, listPortalUsers, setPortalRole } from "../admin/portal-users.js";
import { portalRoles } from "../domain/accounts/portal-users.js";
import { printCard, printDone, printRows, withStore, stateCommands } from "./account-output.js";
import { type CustomerOption, ofCustomer } from "./options.js";
import { addPasswordOptions, passwordFrom } from "./secrets.js";

interface PortalOption {
  readonly role: string;
}

const portalColumns = [
  ...["customer", "name", "state", "role", "totp"],
  ...["invitedUntil", "invitedRole", "programs"],
] as const;

interface PasswordOption {
  readonly none?: boolean;
  readonly allowWeak?: boolean;
}

const allowWeakOption = [
  "--allow-weak",
  "accept a password that is short or common; it is recorded, and doctor names the user",
] as const;

const ruleOf = ({ allowWeak = false }: PasswordOption) => (allowWeak ? "allowWeak" : "chosen");

/** Adds the commands of users in the portal. */
function portalCommands(user: Command): void {
  user
    .command("invite <customer> <name>")
    .description(
      "Invite a user to the portal, who is added if there is none, and print the path with which the password is chosen, once. Example: messenger user invite 42 maria --role owner",
    )
    .requiredOption(
      `--role <${portalRoles.join("|")}>`,
      "role in the portal, from when the password is chosen",
    )
    .action(async (customer: string, name: string, { role }: PortalOption, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        inviteUser(store, { customer, name, role }, occasion),
      );
      printDone(
        command,
        row,
        `${row.path}\nuser ${row.name} of customer ${row.customer} is invited until ${row.expires}; the path below the address of the portal is not shown again`,
      );
    });
  user
    .command("role <customer> <name> <role>")
    .description(
      `Change the role of a user in the portal: ${portalRoles.join(", ")}, or none; sessions are closed`,
    )
    .action(async (customer: string, name: string, role: string, _options: unknown, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        setPortalRole(store, { customer, name, role }, "operator", occasion),
      );
      printDone(command, row, `user ${row.name} of customer ${row.customer}: ${row.role ?? "none"}`);
    });
  user
    .command("portal <customer>")
    .description(
      "List the users of a customer with their roles in the portal; programs: whether they have a password for programs (none, own, same as in the portal)",
    )
    .action(async (customer: string, _options: unknown, command: Command) => {
      const rows = await withStore(command, (store, { now }) => listPortalUsers(store, customer, now));
      printRows(command, portalColumns, rows);
    });
}

/** Adds the command of the password of programs. */
function passwordCommand(user: Command): void {
  addPasswordOptions(
    user
      .command("password <customer> <name>")
      .description("Replace the password with which programs of a user call the service")
      .option(
        "--none",
        "take the password away: programs have API keys alone, and the password of the portal stays",
      )
      .option(...allowWeakOption),
  ).action(async (customer: string, name: string, options: PasswordOption, command: Command) => {
    if (options.none === true) {
      await withStore(command, (store, occasion) => removePassword(store, customer, name, occasion));
      printDone(command, { customer: Number(customer), name }, `password of user ${name} removed`);
      return;
    }
    const password = await passwordFrom(command);
    await withStore(command, (store, occasion) =>
      setPassword(store, { customer, name, password, rule: ruleOf(options) }, occasion),
    );
    printDone(command, { customer: Number(customer), name }, `password of user ${name} replaced`);
  });
}

/** Adds the commands of users. */
export function userCommands(program: Command): void {
  const user = program
    .command("user")
    .description(
      "Users of a customer: add, list, show, change, password, block, unblock; in the portal: invite, role, portal",
    );
  const add = user.command("add <customer> <name>").description("Add a user");
  addPasswordOptions(add.option(...allowWeakOption)).action(
    async (customer: string, name: string, options: PasswordOption, command: Command) => {
      const password = await passwordFrom(command);
      const row = await withStore(command, (store, occasion) =>
        addUser(store, { customer, name, password, rule: ruleOf(options) }, occasion),
      );
      printDone(command, row, `user ${row.name} of customer ${row.customer} added`);
    },
  );
  passwordCommand(user);
  portalCommands(user);
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
