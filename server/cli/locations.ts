import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { listCampaigns, stopCampaign } from "../admin/campaigns.js";
import { addLocation, importAudience, listLocations, setLocationActive } from "../admin/locations.js";
import { printDone, printRows, withStore } from "./account-output.js";
import { progressOn } from "./progress.js";

function importCommand(location: Command): void {
  location
    .command("import <location> <file>")
    .description("Add the numbers of a file to the audience of a location")
    .action(async (id: string, path: string, _options: unknown, command: Command) => {
      const { size } = await stat(path);
      const file = createReadStream(path);
      const bar = progressOn(process.stderr, "import", "numbers");
      const show = (entries: number): void => {
        bar.show(size === 0 ? 1 : file.bytesRead / size, entries);
      };
      const report = await withStore(command, (store) => importAudience(store, id, file, show)).finally(
        () => {
          bar.end();
        },
      );
      const { added, doubled, invalid } = report;
      printDone(command, report, `${added} numbers added, ${doubled} doubled, ${invalid} invalid`);
    });
}

function locationCommand(program: Command): void {
  const location = program
    .command("location")
    .description("Locations of ad-zone campaigns: add, import, list, close, open");
  location
    .command("add <name>")
    .description("Add a location")
    .option("--description <text>", "where it is and what it covers", "")
    .action(async (name: string, { description }: { readonly description: string }, command: Command) => {
      const row = await withStore(command, (store) => addLocation(store, { name, description }, Date.now()));
      printDone(command, row, `location ${row.id} added: ${row.name}`);
    });
  importCommand(location);
  location
    .command("list")
    .description("List locations")
    .action(async (_options: unknown, command: Command) => {
      const columns = ["id", "name", "description", "active", "audience"] as const;
      printRows(command, columns, await withStore(command, (store) => listLocations(store)));
    });
  for (const [verb, active] of [
    ["close", false],
    ["open", true],
  ] as const) {
    location
      .command(`${verb} <location>`)
      .description(active ? "Show a location again" : "Hide a location; campaigns that run there go on")
      .action(async (text: string, _options: unknown, command: Command) => {
        const id = await withStore(command, (store) => setLocationActive(store, text, active));
        printDone(command, { id, active }, `location ${id} ${active ? "opened" : "closed"}`);
      });
  }
}

function campaignCommand(program: Command): void {
  const campaign = program.command("campaign").description("Ad-zone campaigns: list, stop");
  campaign
    .command("list [customer]")
    .description("List campaigns, of one customer or of all")
    .action(async (customer: string | undefined, _options: unknown, command: Command) => {
      const rows = await withStore(command, (store) => listCampaigns(store, customer));
      const columns = ["id", "customer", "status", "completion", "parts", "limit", "taken"] as const;
      printRows(command, [...columns, "billable"], rows);
    });
  campaign
    .command("stop <campaign>")
    .description("End a campaign; what it did not use is refunded")
    .action(async (text: string, _options: unknown, command: Command) => {
      const id = await withStore(command, (store) => stopCampaign(store, text, Date.now()));
      printDone(command, { id }, `campaign ${id} stopped`);
    });
}

/** Adds the commands of locations and campaigns. They may run beside the server. */
export function locationCommands(program: Command): void {
  locationCommand(program);
  campaignCommand(program);
}
