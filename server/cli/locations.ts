import type { Command } from "commander";
import { campaigns } from "../actions/campaigns.js";
import { locations } from "../actions/locations.js";
import { importAudience } from "../admin/audience.js";
import { counted } from "../admin/values.js";
import { printDone, withStore } from "./account-output.js";
import { addEntries, subjectCommands } from "./action-commands.js";
import { withFile } from "./input-file.js";

function importCommand(location: Command): void {
  location
    .command("import <location> <file>")
    .description("Add the numbers of a file to the audience of a location")
    .action(async (id: string, path: string, _options: unknown, command: Command) => {
      const report = await withFile(path, { label: "import", unit: "numbers" }, ({ bytes, progress }) =>
        withStore(command, (store, occasion) => importAudience(store, id, bytes, occasion, progress)),
      );
      const { added, doubled, invalid } = report;
      printDone(command, report, `${counted(added, "number")} added, ${doubled} doubled, ${invalid} invalid`);
    });
}

/** Adds the commands of locations and campaigns. They may run beside the server. */
export function locationCommands(program: Command): void {
  const [add, ...others] = locations.entries;
  const location = program.command(locations.name).description(locations.help);
  addEntries(location, add === undefined ? [] : [add]);
  importCommand(location);
  addEntries(location, others);
  subjectCommands(program, campaigns);
}
