import type { Command } from "commander";
import {
  addLink,
  changeLink,
  type LinkCard,
  type LinkInput,
  listLinks,
  removeLink,
  setStarted,
  showLink,
} from "../admin/links.js";
import { printCard, printDone, printRows, withStore } from "./account-output.js";
import { collect } from "./options.js";
import { notNow } from "./exit-codes.js";
import { addPasswordOptions, givenPassword, givenSettings, warnAboutUrl } from "./secrets.js";

type SetOptions = Pick<LinkInput, "network"> & Partial<Pick<LinkInput, "url" | "set">>;

function addSetOptions(command: Command): Command {
  return addPasswordOptions(command)
    .option(
      "--network <name>",
      "links with the same name share the ids of messages; default is host and port",
    )
    .option(
      "--set <name=value>",
      "one setting, name=@FILE for the text of a file; may be repeated",
      collect,
      [],
    );
}

/** The settings of a link with its secrets read; warns about secrets among the arguments. */
async function withSecrets<O extends SetOptions>(
  options: O,
  url: string | undefined,
  command: Command,
): Promise<Omit<O, "set"> & Pick<LinkInput, "password" | "set">> {
  warnAboutUrl(url, "the URL", "--password-stdin or --password-file");
  return { ...options, set: givenSettings(options.set ?? []), password: await givenPassword(command) };
}

function printLink(command: Command, { settings, counts, codes, ignored, ...card }: LinkCard): void {
  if (command.optsWithGlobals<{ readonly json: boolean }>().json)
    printDone(command, { ...card, settings, counts, codes, ignored }, "");
  else printCard(command, { ...card, ...settings, ...counts, ...codes, ...ignored });
}

function changes(link: Command): void {
  addSetOptions(link.command("add <name> <url>"))
    .description("Add a link: smpp://SYSTEM_ID@HOST:PORT, smpps:// or mm7s://; it starts at once")
    .action(async (name: string, url: string, options: SetOptions, command: Command) => {
      const input = { ...(await withSecrets(options, url, command)), url };
      const card = await withStore(command, (store, occasion) => addLink(store, name, input, occasion));
      printDone(command, card, `link ${name} added`);
    });
  addSetOptions(link.command("change <name>"))
    .description("Change the given settings of a link; an empty value restores the default")
    .option("--url <url>", "new address of the same kind")
    .action(async (name: string, options: SetOptions, command: Command) => {
      const input = await withSecrets(options, options.url, command);
      const card = await withStore(command, (store, occasion) => changeLink(store, name, input, occasion));
      printDone(command, card, `link ${name} changed`);
    });
  link
    .command("remove <name>")
    .description("Remove a link that no route uses; its queued messages are rerouted")
    .action(async (name: string, _options: unknown, command: Command) => {
      await withStore(command, (store, occasion) => removeLink(store, name, occasion));
      printDone(command, { name }, `link ${name} removed`);
    });
  for (const { verb, started, text } of [
    { verb: "start", started: true, text: "Connect a link and keep it connected" },
    {
      verb: "stop",
      started: false,
      text: "Disconnect a link after the responses to its messages in flight",
    },
  ]) {
    link
      .command(`${verb} <name>`)
      .description(text)
      .action(async (name: string, _options: unknown, command: Command) => {
        await withStore(command, (store, occasion) => setStarted(store, name, started, occasion));
        printDone(command, { name, started }, `link ${name} will ${verb} within a second`);
      });
  }
}

/** Adds the commands of links. They may run beside the server, which follows within a second. */
export function linkCommands(program: Command): void {
  const link = program
    .command("link")
    .description("Links to networks: add, change, list, show, remove, start, stop");
  changes(link);
  link
    .command("list")
    .description("List links and their states")
    .action(async (_options: unknown, command: Command) => {
      const rows = await withStore(command, (store, { now }) => listLinks(store, now));
      printRows(command, ["name", "kind", "url", "state", "used", "window", "problem"], rows);
    });
  link
    .command("show <name>")
    .description("Show a link, its settings and its counters; exit code 3 while it is not up")
    .action(async (name: string, _options: unknown, command: Command) => {
      const card = await withStore(command, (store, { now }) => showLink(store, name, now));
      printLink(command, card);
      if (!card.up) process.exitCode = notNow;
    });
}
