import type { Command } from "commander";
import { addRoute, listRoutes, removeRoute, type RouteInput } from "../admin/routes.js";
import { printDone, printRows, withStore } from "./account-output.js";

type RouteOptions = Omit<RouteInput, "prefix" | "link">;

/** Adds the commands of routes. They may run beside the server, which follows within a second. */
export function routeCommands(program: Command): void {
  const route = program.command("route").description("Routes of messages to links: add, list, remove");
  route
    .command("add <prefix> <link>")
    .description("Add a route for numbers with a prefix (* for all) to a link")
    .option("--customer <id>", "only messages of this customer")
    .option("--originator <text>", "only messages with this originator")
    .option("--kind <kind>", "only sms or only mms")
    .option(
      "--rank <number>",
      "1 to 9; routes of a higher rank are used while no link of a lower rank is up",
      "1",
    )
    .option("--weight <number>", "share among routes of the same rank, 1 to 1000", "1")
    .option(
      "--uncertain <policy>",
      "handling of messages whose acceptance by the network is unconfirmed: hold, resend or fail",
      "hold",
    )
    .action(async (prefix: string, link: string, options: RouteOptions, command: Command) => {
      const row = await withStore(command, (store, occasion) =>
        addRoute(store, { ...options, prefix, link }, occasion),
      );
      printDone(command, row, `route ${row.id} added: ${row.prefix} over ${row.link}`);
    });
  route
    .command("remove <id>")
    .description("Remove a route; queued messages are rerouted")
    .action(async (id: string, _options: unknown, command: Command) => {
      await withStore(command, (store, occasion) => removeRoute(store, id, occasion));
      printDone(command, { id: Number(id) }, `route ${id} removed`);
    });
  route
    .command("list")
    .description("List routes")
    .action(async (_options: unknown, command: Command) => {
      const rows = await withStore(command, (store) => listRoutes(store));
      printRows(
        command,
        ["id", "prefix", "customer", "originator", "kind", "link", "rank", "weight", "uncertain"],
        rows,
      );
    });
}
