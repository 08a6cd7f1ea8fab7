import type { Command } from "commander";
import {
  listCampaigns,
  stopCampaign,
  addLocation,
  changeLocation,
  importAudience,
  listLocations,
  type LocationOptions,
  setLocationActive,
  showLocation,
} from "../admin/locations.js";
import { counted } from "../admin/values.js";
import { printCard, printDone, printRows, withStore } from "./account-output.js";
import { type CustomerOption, ofCustomer } from "./options.js";
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

function locationCommand(program: Command): void {
  const location = program
    .command("location")
    .description("Locations of ad-zone campaigns: add, import, list, show, change, close, open");
  location
    .command("add <name>")
    .description("Add a location")
    .option("--description <text>", "description of the location", "")
    .action(async (name: string, { description }: { readonly description: string }, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        addLocation(store, { name, description }, occasion),
      );
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
  location
    .command("show <location>")
    .description("Show a location")
    .action(async (text: string, _options: unknown, command: Command) => {
      printCard(command, { ...(await withStore(command, (store) => showLocation(store, text))) });
    });
  location
    .command("change <location>")
    .description("Change the given settings of a location")
    .option("--name <text>", "name of the location")
    .option("--description <text>", "description of the location")
    .action(async (text: string, options: LocationOptions, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        changeLocation(store, text, options, occasion),
      );
      printDone(command, row, `location ${row.id} changed`);
    });
  for (const [verb, active] of [
    ["close", false],
    ["open", true],
  ] as const) {
    location
      .command(`${verb} <location>`)
      .description(active ? "Show a location again" : "Hide a location; running campaigns continue")
      .action(async (text: string, _options: unknown, command: Command) => {
        const id = await withStore(command, (store, occasion) =>
          setLocationActive(store, text, active, occasion),
        );
        printDone(command, { id, active }, `location ${id} ${active ? "opened" : "closed"}`);
      });
  }
}

function campaignCommand(program: Command): void {
  const campaign = program.command("campaign").description("Ad-zone campaigns: list, stop");
  campaign
    .command("list")
    .description("List campaigns")
    .option(...ofCustomer)
    .action(async ({ customer }: CustomerOption, command: Command) => {
      const rows = await withStore(command, (store) => listCampaigns(store, customer));
      const columns = ["id", "customer", "status", "completion", "parts", "limit", "taken"] as const;
      printRows(command, [...columns, "billable"], rows);
    });
  campaign
    .command("stop <campaign>")
    .description("Stop a campaign; the unused part is refunded")
    .action(async (text: string, _options: unknown, command: Command) => {
      const id = await withStore(command, (store, occasion) => stopCampaign(store, text, occasion));
      printDone(command, { id }, `campaign ${id} stopped`);
    });
}

/** Adds the commands of locations and campaigns. They may run beside the server. */
export function locationCommands(program: Command): void {
  locationCommand(program);
  campaignCommand(program);
}
