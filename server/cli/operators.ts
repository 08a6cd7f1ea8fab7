import type { Command } from "commander";
import {
  addOperator,
  changeOperator,
  enrolOperator,
  listOperators,
  removeOperator,
  removeTotp,
  setOperatorPassword,
} from "../admin/operators.js";
import { packageVersion } from "../package-version.js";
import { printDone, printRows, withStore } from "./account-output.js";
import { addPasswordOptions, passwordFrom } from "./secrets.js";

interface RoleOption {
  readonly role: string;
}

const role = [
  "--role <viewer|support|admin>",
  "viewer, support or admin; each includes the ones before it",
] as const;

/** Adds `operator totp`. */
function totpCommand(operator: Command): void {
  operator
    .command("totp <name>")
    .description(
      "Make the log-in of an operator ask for a one-time code (TOTP), and print the secret for an authenticator app once; sessions are closed. Example: messenger operator totp ann",
    )
    .option("--off", "log-ins need the password alone")
    .action(async (name: string, { off = false }: { readonly off?: boolean }, command: Command) => {
      if (off) {
        const row = await withStore(command, (store, occasion) => removeTotp(store, name, occasion));
        printDone(command, row, `operator ${row.name} logs in without a code`);
        return;
      }
      const version = packageVersion();
      const row = await withStore(command, (store, occasion) =>
        enrolOperator(store, { name, version }, occasion),
      );
      printDone(
        command,
        row,
        `${row.uri}\noperator ${row.name} logs in with a code; the secret is not shown again`,
      );
    });
}

/** Adds the commands of operators. They may run beside the server. */
export function operatorCommands(program: Command): void {
  const operator = program
    .command("operator")
    .description("Operators, who log in at the console: add, list, change, password, totp, remove");
  addPasswordOptions(
    operator
      .command("add <name>")
      .description(
        "Add an operator of the console. Example: messenger operator add ann --role support --password-file FILE",
      )
      .requiredOption(...role),
  ).action(async (name: string, { role }: RoleOption, command: Command) => {
    const password = await passwordFrom(command);
    const row = await withStore(command, (store, occasion) =>
      addOperator(store, { name, role, password }, occasion),
    );
    printDone(command, row, `operator ${row.name} added, ${row.role}`);
  });
  operator
    .command("list")
    .description("List operators")
    .action(async (_options: unknown, command: Command) => {
      printRows(command, ["name", "role", "created", "totp"], await withStore(command, listOperators));
    });
  operator
    .command("change <name>")
    .description("Change the role of an operator, and close the operator's sessions")
    .requiredOption(...role)
    .action(async (name: string, { role }: RoleOption, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        changeOperator(store, { name, role }, occasion),
      );
      printDone(command, row, `operator ${row.name} is ${row.role}`);
    });
  addPasswordOptions(
    operator
      .command("password <name>")
      .description("Replace the password of an operator, and close the operator's sessions"),
  ).action(async (name: string, _options: unknown, command: Command) => {
    const password = await passwordFrom(command);
    const row = await withStore(command, (store, occasion) =>
      setOperatorPassword(store, { name, password }, occasion),
    );
    printDone(command, row, `password of operator ${row.name} replaced`);
  });
  totpCommand(operator);
  operator
    .command("remove <name>")
    .description("Remove an operator, and close the operator's sessions")
    .action(async (name: string, _options: unknown, command: Command) => {
      const row = await withStore(command, (store, occasion) => removeOperator(store, name, occasion));
      printDone(command, row, `operator ${row.name} removed`);
    });
}
