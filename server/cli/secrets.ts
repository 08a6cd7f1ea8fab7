import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { type Command, Option } from "commander";
import type { FieldFacts } from "../actions/fields.js";
import { isSecretSetting } from "../domain/delivery/links/setting-forms.js";
import { carriesSecret } from "../domain/delivery/links/url-secrets.js";
import { unreadable } from "./input-file.js";
import { printError } from "./terminal.js";

interface PasswordOptions {
  readonly password?: string | undefined;
  readonly passwordStdin?: boolean | undefined;
  readonly passwordFile?: string | undefined;
}

/** Adds the ways to give a password. */
export function addPasswordOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--password <text>",
        "the password; other users of this machine can see it in the process list",
      ).conflicts(["passwordStdin", "passwordFile"]),
    )
    .addOption(
      new Option(
        "--password-stdin",
        "read the password from standard input, up to the end of the line",
      ).conflicts("passwordFile"),
    )
    .option("--password-file <file>", "read the password from a file, up to the end of the line");
}

function withoutLineEnd(secret: string): string {
  return secret.replace(/\r?\n$/u, "");
}

/** The secret in a file, without its last line end. @throws SettingError when the file cannot be read */
export function secretIn(path: string): string {
  try {
    return withoutLineEnd(readFileSync(path, "utf8"));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Warns about a secret among the arguments of this process. */
function warnAbout(argument: string, instead: string): void {
  printError(
    `messenger: warning: other users of this machine can see ${argument} in the process list: use ${instead}\n`,
  );
}

/** The password that a command was given, if any. */
export async function givenPassword(command: Command): Promise<string | undefined> {
  const { password, passwordStdin, passwordFile } = command.opts<PasswordOptions>();
  if (passwordFile !== undefined) return secretIn(passwordFile);
  if (passwordStdin === true) return withoutLineEnd(await text(process.stdin));
  if (password !== undefined && password !== "")
    warnAbout("--password", "--password-stdin or --password-file");
  return password;
}

/** The password that a command was given; without one the command ends with a usage error. */
export async function passwordFrom(command: Command): Promise<string> {
  return (
    (await givenPassword(command)) ??
    command.error("error: give --password-stdin, --password-file or --password", { exitCode: 2 })
  );
}

/** Adds the ways to give a secret that is not a password. */
export function addSecretOptions(command: Command, name: string, { meaning = "", form }: FieldFacts): void {
  const file = `--${name}-file <file>`;
  command
    .addOption(
      new Option(`--${name}-stdin`, `read ${meaning} from standard input: ${form}`).conflicts(
        new Option(file).attributeName(),
      ),
    )
    .option(file, `read ${meaning} from a file`);
}

/** The secret that a command was given, if any. @param name of its field */
export async function givenSecret(command: Command, name: string): Promise<string | undefined> {
  const path = command.getOptionValue(`${name}File`) as string | undefined;
  if (path !== undefined) return secretIn(path);
  return command.getOptionValue(`${name}Stdin`) === true
    ? withoutLineEnd(await text(process.stdin))
    : undefined;
}

/** Settings of the form `NAME=VALUE`, where `NAME=@FILE` means the text of a file. @throws SettingError */
export function givenSettings(set: readonly string[]): readonly string[] {
  return set.map((setting) => {
    const [, name = "", at, value = ""] = /^([^=]+)=(@?)(.*)$/su.exec(setting) ?? [];
    if (at === "@") return `${name}=${secretIn(value)}`;
    if (value !== "" && isSecretSetting(name)) warnAbout(`--set ${name}`, `--set ${name}=@FILE`);
    return setting;
  });
}

/** Warns when the URL of a link, given as an argument, holds a password. */
export function warnAboutUrl(url: string | undefined, argument: string, instead: string): void {
  if (url !== undefined && carriesSecret(url)) warnAbout(`the password in ${argument}`, instead);
}
