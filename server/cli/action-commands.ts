import { type Command, Option } from "commander";
import { type Card, type Entry, isAction, isList, isSubject, type Subject } from "../actions/action.js";
import type { Fields, Given, GivenFor } from "../actions/fields.js";
import { printCard, printDone, printRows, withStore } from "./account-output.js";
import { notNow } from "./exit-codes.js";
import { collect } from "./options.js";
import {
  addPasswordOptions,
  addSecretOptions,
  givenPassword,
  givenSecret,
  givenSettings,
  passwordFrom,
  warnAboutUrl,
} from "./secrets.js";

type CommandField = Fields[string];

/** `systemId` is `system-id`. */
const dashed = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

function argumentOf([name, { type, argument = dashed(name), required }]: readonly [
  string,
  CommandField,
]): string {
  const shown = `${argument}${type === "list" ? "..." : ""}`;
  return required ? `<${shown}>` : `[${shown}]`;
}

function optionOf(name: string, field: CommandField): Option {
  const { option = dashed(name), form, meaning = "", type, required, initial } = field;
  const made = new Option(`--${option} ${form}`.trimEnd(), meaning).makeOptionMandatory(required);
  if ((type === "list" || type === "settings") && !made.variadic) made.argParser(collect);
  return made.default(initial);
}

function addOptions(command: Command, fields: Fields): void {
  for (const [name, field] of Object.entries(fields))
    if (field.type === "password") addPasswordOptions(command);
    else if (field.type === "secret") addSecretOptions(command, dashed(name), field);
    else command.addOption(optionOf(name, field));
}

/** The value of an option. */
async function givenBy(command: Command, name: string, field: CommandField): Promise<Given> {
  if (field.type === "password") return field.required ? passwordFrom(command) : givenPassword(command);
  if (field.type === "secret") return givenSecret(command, name);
  const value = command.getOptionValue(optionOf(name, field).attributeName()) as Given | boolean;
  if (typeof value === "boolean") return value ? "on" : undefined;
  return checked(value, field);
}

/** A text of the command line: warns of a password in a URL, and reads files of settings. */
function checked(value: Given, { type }: CommandField): Given {
  if (type === "settings" && typeof value === "object") return givenSettings(value);
  if (type === "url" && typeof value === "string")
    warnAboutUrl(value, "the URL", "--password-stdin or --password-file");
  return value;
}

/** All that a command line gives: its arguments, and its options. */
async function givenIn(command: Command, keys: Fields, fields: Fields): Promise<Record<string, Given>> {
  const given: Record<string, Given> = {};
  for (const [index, [name, field]] of Object.entries(keys).entries())
    given[name] = checked(command.processedArgs[index] as Given, field);
  for (const [name, field] of Object.entries(fields))
    if (field.unless === undefined || given[field.unless] !== "on")
      given[name] = await givenBy(command, name, field);
  return given;
}

async function runEntry(command: Command, entry: Entry): Promise<void> {
  const given = await givenIn(command, entry.keys, optionsOf(entry));
  if (isAction(entry)) {
    const { creates = false } = entry;
    const { row, text } = await withStore(command, (store, use) => entry.run(store, given, use), {
      create: creates,
    });
    if (text === undefined) printCard(command, { ...row });
    else printDone(command, row, text);
  } else if (isList(entry)) {
    const rows = await withStore(command, (store, use) => entry.rows(store, given, use));
    printRows(command, entry.columns, rows as readonly Readonly<Record<string, unknown>>[]);
  } else await runCard(command, entry, given);
}

async function runCard(command: Command, card: Card, given: GivenFor<Fields>): Promise<void> {
  const row = await withStore(command, (store, use) => card.row(store, given, use));
  printCard(command, row, card.printed?.(row));
  if (card.isReady?.(row) === false) process.exitCode = notNow;
}

const optionsOf = (entry: Entry): Fields => (isAction(entry) ? entry.fields : entry.filters);

/** `inbox number add` is `add` of `inbox number`. */
const lastWord = (name: string): string => name.slice(name.lastIndexOf(" ") + 1);

/** Adds commands to a group. They may run beside the server. */
export function addEntries(group: Command, entries: Subject["entries"]): void {
  for (const entry of entries)
    if (isSubject(entry)) subjectCommands(group, entry);
    else {
      const words = [lastWord(entry.name), ...Object.entries(entry.keys).map(argumentOf)];
      const command = group.command(words.join(" ")).description(entry.help);
      addOptions(command, optionsOf(entry));
      command.action(() => runEntry(command, entry));
    }
}

/** Adds the group of commands of a subject. */
export function subjectCommands(program: Command, { name, help, entries }: Subject): Command {
  const group = program.command(lastWord(name)).description(help);
  addEntries(group, entries);
  return group;
}
