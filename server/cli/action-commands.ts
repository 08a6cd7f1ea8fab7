import { type Command, Option } from "commander";
import { type Entry, isAction, isList, isSubject, type Subject } from "../actions/action.js";
import type { Fields, Given } from "../actions/fields.js";
import { printCard, printDone, printRows, withStore } from "./account-output.js";
import { collect } from "./options.js";
import { addPasswordOptions, givenPassword, passwordFrom } from "./secrets.js";

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
  if (type === "list" && !made.variadic) made.argParser(collect);
  return made.default(initial);
}

function addOptions(command: Command, fields: Fields): void {
  for (const [name, field] of Object.entries(fields))
    if (field.type === "password") addPasswordOptions(command);
    else command.addOption(optionOf(name, field));
}

/** The value of an option. */
async function givenBy(command: Command, name: string, field: CommandField): Promise<Given> {
  if (field.type === "password") return field.required ? passwordFrom(command) : givenPassword(command);
  const value = command.getOptionValue(optionOf(name, field).attributeName()) as Given | boolean;
  return typeof value === "boolean" ? (value ? "on" : undefined) : value;
}

/** All that a command line gives: its arguments, and its options. */
async function givenIn(command: Command, keys: Fields, fields: Fields): Promise<Record<string, Given>> {
  const given: Record<string, Given> = {};
  for (const [index, name] of Object.keys(keys).entries())
    given[name] = command.processedArgs[index] as Given;
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
  } else printCard(command, { ...(await withStore(command, (store, use) => entry.row(store, given, use))) });
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
