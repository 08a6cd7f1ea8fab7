import type { Command } from "commander";

/** The page of the command line: every command with its arguments and options, as the program itself describes them. */
export function commandLinePage(program: Command): string {
  return `${introduction}${sections(program, program.name()).join("\n")}`;
}

const introduction = `# Command line

\`npx messenger COMMAND\` in a checkout and where \`messenger-server\` is installed. Names, options, JSON and exit
codes are stable: scripts may rely on them. Exit codes: 0 done, 1 refused or failed (one line on standard error), 2 wrong usage,
3 not possible now.

The options of \`messenger\` itself go with every command.

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
    ({ flags, description }) => `| \`${flags.replaceAll("|", "\\|")}\` | ${description} |`,
  );
  const table = options.length === 0 ? [] : ["| Option | Meaning |", "| --- | --- |", ...options, ""];
  return [`## \`${usage}\``, "", `${command.description()}.`, "", ...table].join("\n");
}
