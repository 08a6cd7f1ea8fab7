/** With the name of a command: forked, runs the command lines that it is sent, one after the other; else runs its own. */
import type { CommandLine, CommandResult } from "./command-runner.js";

const commands = {
  messenger: "#server/cli/main.js",
  "messenger-gen": "#generator/cli.js",
};

/** The function of a command that its file in `bin/` calls. */
interface Main {
  readonly run: (argv: readonly string[]) => Promise<void>;
}

if (process.env["MESSENGER_TEST_NEXT"] !== undefined) await import("./next-step.js");

const name = process.argv[2] === "messenger-gen" ? "messenger-gen" : "messenger";
const { run } = (await import(commands[name])) as Main;

/** Runs one command line as `bin/` does, and collects what it writes. */
async function runLine({ words, cwd }: CommandLine): Promise<CommandResult> {
  const written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    process[stream].write = (text: string | Uint8Array): boolean => {
      written[stream] += String(text);
      return true;
    };
  }
  process.chdir(cwd);
  process.exitCode = 0;
  await run([process.execPath, name, ...words]);
  return { code: process.exitCode, ...written };
}

if (process.send === undefined) await run([process.execPath, name, ...process.argv.slice(3)]);

process.on("message", (line: CommandLine) => {
  void runLine(line).then((result) => process.send?.(result));
});
