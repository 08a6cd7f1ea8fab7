import type { Command } from "commander";
import { serveDefaults } from "../config/defaults.js";
import type { FirstRunOptions } from "./first-run.js";

/** Apart from the data of `messenger serve`, so that trying out leaves no customer there. */
const demoDatabase = "sqlite:./data/demo.db";

/** Adds `messenger start`, which `npm start` calls. */
export function startCommand(program: Command): void {
  program
    .command("start")
    .description(
      `Serve on this machine for trying out, ${demoDatabase} by default; the first time, create a first customer`,
    )
    .option("--port <number>", "port to listen at, 0 for a free one", serveDefaults.port)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<FirstRunOptions>();
      const chosen = command.getOptionValueSourceWithGlobals("database") !== "default";
      const { serveForTryingOut } = await import("./first-run.js");
      await serveForTryingOut(chosen ? options : { ...options, database: demoDatabase }, (text) =>
        process.stdout.write(text),
      );
    });
}
