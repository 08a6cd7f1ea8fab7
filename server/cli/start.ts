import type { Command } from "commander";
import type { FirstRunOptions } from "./first-run.js";

/** Adds `messenger start`, which `npm start` calls. */
export function startCommand(program: Command): void {
  program
    .command("start")
    .description("Serve on this machine for trying out; the first time, create a first customer")
    .option("--port <number>", "port to listen at, 0 for a free one", "8080")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<FirstRunOptions>();
      const { serveForTryingOut } = await import("./first-run.js");
      await serveForTryingOut(options, (text) => process.stdout.write(text));
    });
}
