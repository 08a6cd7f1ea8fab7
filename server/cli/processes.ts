import type { Command } from "commander";
import { listProcesses } from "../admin/processes.js";
import { printRows, withStore } from "./account-output.js";

/** Adds the commands of server processes. */
export function processCommands(program: Command): void {
  program
    .command("process")
    .description("Server processes that use the database: list")
    .command("list")
    .description("List server processes with their roles and versions")
    .action(async (_options: unknown, command: Command) => {
      const rows = await withStore(command, (store, { now }) => listProcesses(store, now));
      printRows(command, ["host", "pid", "roles", "version", "state", "since", "heartbeat"], rows);
    });
}
