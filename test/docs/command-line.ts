import type { Command, Option } from "commander";

/** The page of the command line: every command with its arguments and options, as described by the program. */
export function commandLinePage(program: Command): string {
  return `${introduction}${sections(program, program.name()).join("\n")}`;
}

const introduction = `# Command line

Run \`npx messenger COMMAND\` in a checkout, or in a project that has \`messenger-server\` installed. Names, options, JSON output and exit
codes are stable, so that scripts can rely on them.

| Exit code | Meaning |
| --- | --- |
| 0 | success |
| 1 | refused or failed; one line on standard error gives the reason |
| 2 | wrong usage: an error in the command line, a variable or the configuration file |
| 3 | not possible now, for example because the database is locked; the same command may succeed later |

The options of \`messenger\` itself apply to every command.

A customer that a command needs is an argument. \`--customer\` narrows a command down; without it, the command is about all customers.

The password of a link or a user is read from standard input or a file; the secret settings of a link with \`--set NAME=@FILE\`; the URL of
\`serve --smsc\` from the variable MESSENGER_SMSC. Other users of the machine can see options in the process list, and the command warns.

\`serve\`, \`start\`, \`customer add\` and \`database migrate\` create the database if there is none. All other commands end with 1.
Only \`database migrate\` changes the schema of a database; all other commands refuse an older or newer one.

## JSON

With \`--json\`, \`list\` commands, \`callback alerts\`, \`credit balance\`, \`usage\`, \`config show\`, \`database check\`, \`doctor\`,
\`queue show\` and \`queue contradictions\` print an array of objects, and every other command prints one object, on one line. The fields are
those of the table or the lines that the command prints as text, with the same names; a value that does not exist is \`null\`.
\`--csv\` prints a list as CSV. A list that prints a part writes the option for the next one to standard error.

An error is one line on standard error, and standard output is empty:

    {"error":{"code":"refused","exitCode":1,"message":"there is no link north"}}

| \`code\` | Meaning |
| --- | --- |
| \`usage\` | wrong usage |
| \`refused\` | refused: the database does not allow it as it is now |
| a code of [database errors](store-errors.md) | the database failed |
| \`failed\` | any other failure |

## Commands

`;

function sections(command: Command, path: string): readonly string[] {
  const own = isGroup(command) && command.parent !== null ? [] : [section(command, path)];
  const others = command.commands.filter(({ parent }) => parent !== null);
  return [...own, ...others.flatMap((child) => sections(child, `${path} ${child.name()}`))];
}

/** A command that only holds others. */
function isGroup({ commands }: Command): boolean {
  return commands.length > 0;
}

function section(command: Command, path: string): string {
  const values = command.registeredArguments.map((argument) => {
    const text = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${text}>` : `[${text}]`;
  });
  const usage = [path, ...values].join(" ");
  const options = command.options.map(
    (option) => `| \`${option.flags.replaceAll("|", "\\|")}\` | ${initial(option)} | ${option.description} |`,
  );
  const head = ["| Option | Default | Meaning |", "| --- | --- | --- |"];
  const table = options.length === 0 ? [] : [...head, ...options, ""];
  return [`### \`${usage}\``, "", ...folded(`${command.description()}.`), "", ...table].join("\n");
}

/** A paragraph in lines of at most 140 characters. */
function folded(text: string): readonly string[] {
  return text.match(/\S.{0,139}(?=\s|$)/gu) ?? [];
}

/** The default of an option: the environment variable that it may come from, then its value; or that it is required. */
function initial({ envVar, defaultValue, mandatory }: Option): string {
  if (mandatory) return "required";
  const value: unknown = defaultValue;
  const texts = Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : [];
  const variable = envVar === undefined ? [] : [`$${envVar}`];
  return [...variable, ...texts].map((text) => `\`${text}\``).join(", else ");
}
