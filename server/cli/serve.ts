import type { Command } from "commander";
import type { SettingTexts } from "../config/settings.js";
import type { GlobalOptions } from "./options.js";
import { warnAboutUrl } from "./secrets.js";
import { addServeOptions, resolvedOptions, settingsOf } from "./serve-options.js";
import type { Places } from "./run-server.js";
import { print } from "./terminal.js";

function readyText(url: string, roles: readonly string[], places: Places): string {
  const lines = [url === "" ? `Messenger runs: ${roles.join(", ")}` : `Messenger listens at ${url}`];
  if (places.behind !== undefined) lines.push(`Calls to this URL must be forwarded to ${places.behind}`);
  if (places.console !== undefined) lines.push(`The console is at ${places.console}`);
  if (places.operators !== undefined) lines.push(`The operators' API is at ${places.operators}`);
  if (places.portal !== undefined) lines.push(`The portal is at ${places.portal}`);
  const binds = [places.smpp, places.smppTls].filter((place) => place !== undefined);
  if (binds.length > 0) lines.push(`Customers bind at ${binds.join(" and ")}`);
  return lines.join("\n");
}

/** Adds `messenger serve`. */
export function serveCommand(program: Command): void {
  const serve = program
    .command("serve")
    .description("Serve the database over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST until stopped");
  addServeOptions(serve).action(async (_options: unknown, command: Command) => {
    const { json, smsc } = command.optsWithGlobals<SettingTexts & GlobalOptions>();
    if (command.getOptionValueSource("smsc") === "cli")
      warnAboutUrl(smsc, "--smsc", "the variable MESSENGER_SMSC or --config");
    const { serveUntilStopped } = await import("./run-server.js");
    await serveUntilStopped(
      async () => settingsOf(await resolvedOptions(command)),
      (url, roles, places) => {
        const { smpp: smppUrl, smppTls: smppTlsUrl } = places;
        const facts = { url, roles, smppUrl, smppTlsUrl };
        print(`${json ? JSON.stringify(facts) : readyText(url, roles, places)}\n`);
      },
    );
  });
}
