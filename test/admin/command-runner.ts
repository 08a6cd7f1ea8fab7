import { run } from "#server/cli/main.js";

/** What a command line did. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line as `bin/messenger.js` does, and collects what it writes. */
async function runLine(args: readonly string[]): Promise<CommandResult> {
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (text: string | Uint8Array): boolean => {
      written[name] += String(text);
      return true;
    };
  }
  process.exitCode = 0;
  await run([process.execPath, "messenger", ...args]);
  return { code: process.exitCode, ...written };
}

// A process that runs the command lines it is sent, one after the other: starting one for each takes far longer.
process.on("message", (args: readonly string[]) => {
  void runLine(args).then((result) => process.send?.(result));
});
