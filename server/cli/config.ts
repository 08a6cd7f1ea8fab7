import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { counted } from "../admin/values.js";
import { settingNames, type SettingName } from "../config/settings.js";
import type { ResolvedOptions } from "../config/sources.js";
import type { ServeSettings } from "../config/config.js";
import type { DeliverySetup } from "../config/config-file.js";
import { checkLinks, noDelivery } from "../config/configured-links.js";
import type { StoredLinks } from "../domain/delivery/links/configuration.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import { StoreError } from "../storage/errors.js";
import { openStore } from "../storage/index.js";
import { printDone, printRows } from "./account-output.js";
import { unreadable } from "./input-file.js";
import { addServeOptions, resolvedOptions, settingsOf } from "./serve-options.js";
import { printError } from "./terminal.js";

/** A setting as `config show` prints it. */
interface SettingRow {
  readonly setting: string;
  readonly value: string | readonly string[] | null;
  readonly source: string;
}

function rowOf({ options, sourceOf }: ResolvedOptions, setting: SettingName): SettingRow {
  const value = options[setting];
  const shown = typeof value === "string" ? withoutPassword(value) : (value ?? null);
  return { setting, value: shown, source: sourceOf(setting) };
}

/** The links and routes of a database, and the customers that the routes of the file have. */
async function storedLinks(
  database: string,
  { routes }: DeliverySetup,
): Promise<StoredLinks & { readonly hadNetwork: boolean }> {
  const store = await openStore(database, { create: false });
  try {
    const named = [...new Set(routes.flatMap(({ customerId }) => customerId ?? []))];
    const found = await Promise.all(named.map((id) => store.accounts.customer(id)));
    return {
      links: await store.links.links(),
      routes: await store.links.routes(),
      hadNetwork: await store.links.hadNetwork(),
      customers: new Set(found.flatMap((customer) => customer?.id ?? [])),
    };
  } finally {
    await store.close();
  }
}

/** Compares links and routes with the database as a server does that delivers; warns if it cannot be read. */
async function checkDelivery({ database, roles, delivery, mayLoopback }: ServeSettings): Promise<void> {
  if (!roles.includes("delivery")) return;
  const setup = delivery ?? noDelivery;
  const stored = await storedLinks(database, setup).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    return error;
  });
  if (!(stored instanceof StoreError)) checkLinks(stored, setup, mayLoopback);
  else if (stored.code === "missing")
    checkLinks({ links: [], routes: [], customers: new Set(), hadNetwork: false }, setup, mayLoopback);
  else printError(`warning: links and routes are not compared with the database: ${stored.message}\n`);
}

/** Adds `config check`, `config show` and `reload`. */
export function configCommands(program: Command): void {
  const config = program.command("config").description("The configuration of serve: check, show");
  addServeOptions(
    config
      .command("check")
      .description(
        "Check the configuration file, environment variables and options of serve, that the named files can be read, and that links and routes fit those of the database. Example: messenger config check --config messenger.yaml",
      ),
  ).action(async (_options: unknown, command: Command) => {
    const resolved = await resolvedOptions(command);
    const checked = settingsOf(resolved);
    await checkDelivery(checked);
    const { delivery } = checked;
    const row = {
      file: resolved.file?.path ?? null,
      settings: Object.keys(resolved.file?.settings ?? {}).length,
      links: delivery?.links.length ?? 0,
      routes: delivery?.routes.length ?? 0,
    };
    const { settings, links, routes } = row;
    const counts = [counted(settings, "setting"), counted(links, "link"), counted(routes, "route")];
    printDone(command, row, `the configuration is valid: ${row.file ?? "no file"}: ${counts.join(", ")}`);
  });
  addServeOptions(
    config
      .command("show")
      .description(
        "Show each setting of serve with its value and source: flag, environment, file or default",
      ),
  ).action(async (_options: unknown, command: Command) => {
    const resolved = await resolvedOptions(command);
    settingsOf(resolved);
    const rows = settingNames.map((name) => rowOf(resolved, name));
    printRows(command, ["setting", "value", "source"], rows);
  });
  reloadCommand(program);
}

/** Adds `reload`. */
function reloadCommand(program: Command): void {
  program
    .command("reload")
    .description(
      "Make a running server read its configuration again (SIGHUP): certificate, log level, limits, links and routes. Example: messenger reload --pid-file /run/messenger/pid",
    )
    .requiredOption("--pid-file <file>", "the file that serve wrote")
    .action(({ pidFile }: { readonly pidFile: string }, command: Command) => {
      const pid = processIn(pidFile);
      try {
        process.kill(pid, "SIGHUP");
      } catch (error) {
        throw new Refusal(`process ${pid} of ${pidFile} cannot be reached: ${String(error)}`);
      }
      printDone(command, { pid }, `process ${pid} reads its configuration again; see its log`);
    });
}

function processIn(file: string): number {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw unreadable(file, error);
  }
  if (!/^[1-9][0-9]{0,9}$/u.test(text)) throw new InvalidInput(`${file} has no process id`);
  return Number(text);
}
