import { text } from "node:stream/consumers";
import { type Command, Option } from "commander";

interface PasswordOptions {
  readonly password?: string | undefined;
  readonly passwordStdin?: boolean | undefined;
}

/** Adds the two ways to give a password. On the command line others on the machine may see it. */
export function addPasswordOptions(command: Command): Command {
  return command
    .addOption(new Option("--password <text>", "the password").conflicts("passwordStdin"))
    .option("--password-stdin", "read the password from standard input, up to the end of the line");
}

/** The password that a command was given, if any. */
export async function givenPassword(command: Command): Promise<string | undefined> {
  const { password, passwordStdin } = command.opts<PasswordOptions>();
  return passwordStdin === true ? (await text(process.stdin)).replace(/\r?\n$/u, "") : password;
}

/** The password that a command was given; ends the command as a usage error when there is none. */
export async function passwordFrom(command: Command): Promise<string> {
  return (
    (await givenPassword(command)) ??
    command.error("error: give --password or --password-stdin", { exitCode: 2 })
  );
}
