import { type Command, Option } from "commander";
import {
  type Action,
  type Card,
  type Entry,
  isAction,
  isList,
  isShort,
  isSubject,
  type List,
  type Subject,
  type Use,
} from "../actions/action.js";
import { type Fields, type Given, givenAlone, textsOf } from "../actions/fields.js";
import { allParts, type Cut, mostOfPart, type Part, type Wanted } from "../actions/parts.js";
import { integerOf } from "../admin/values.js";
import type { Store } from "../ports/store.js";
import {
  printCard,
  printDone,
  printPages,
  printRows,
  printTables,
  tableText,
  withStore,
} from "./account-output.js";
import { notNow } from "./exit-codes.js";
import { withFile } from "./input-file.js";
import { collect, type GlobalOptions } from "./options.js";
import { remoteEntry, type RemoteOptions } from "./remote.js";
import {
  addPasswordOptions,
  addSecretOptions,
  givenPassword,
  givenSecret,
  givenSettings,
  passwordFrom,
  warnAboutUrl,
} from "./secrets.js";
import { printError } from "./terminal.js";

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
  if (type === "settings" && value !== undefined) return givenSettings(textsOf(value));
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

type AllGiven = Readonly<Record<string, Given>>;
type Row = Readonly<Record<string, unknown>>;

async function runEntry(command: Command, known: Entry): Promise<void> {
  const options = command.optsWithGlobals<RemoteOptions>();
  const entry = options.server === undefined ? known : remoteEntry(known, options);
  const given = await givenIn(command, entry.keys, optionsOf(entry));
  if (isAction(entry)) await runAction(command, entry, given);
  else if (isList(entry)) await runList(command, entry, given);
  else await runCard(command, entry, given);
}

/** Opens the file of a command, if it has one. */
async function withGiven<T>(
  { name, keys }: Entry,
  given: AllGiven,
  use: (given: AllGiven, progress?: Use["progress"]) => Promise<T>,
): Promise<T> {
  const [found] = Object.entries(keys).filter(([, { type }]) => type === "file");
  if (found === undefined) return use(given);
  const [key, { unit = "" }] = found;
  const path = textsOf(given[key]).join("");
  return withFile(path, { label: lastWord(name), unit }, ({ bytes, progress }) =>
    use({ ...given, [key]: bytes }, progress),
  );
}

async function runAction(command: Command, action: Action, all: AllGiven): Promise<void> {
  const { creates: create = false } = action;
  const { row, text, table } = await withGiven(action, all, (given, progress) =>
    withStore(command, (store, use) => action.run(store, given, { ...use, progress }), { create }),
  );
  const above = table === undefined ? "" : tableText(table.columns, table.rows as readonly Row[]);
  if (text === undefined) printCard(command, { ...row });
  else printDone(command, row, `${above}${text}`);
}

async function runCard(command: Command, card: Card, given: AllGiven): Promise<void> {
  const { isReport } = card;
  const row = await withStore(command, (store, use) => card.row(store, given, use), { isReport });
  const shown = card.tables?.(row);
  if (shown === undefined) printCard(command, row, card.printed?.(row));
  else printTables(command, row, shown);
  if (card.isReady?.(row) === false) process.exitCode = notNow;
}

/** Prints the wanted part of a list, or all of it. */
async function runList(command: Command, list: List, given: AllGiven): Promise<void> {
  const { cut, isReport } = list;
  const print = async (store: Store, use: Use): Promise<void> => {
    const columns = list.columnsFor(given, use);
    // Rows have the columns of their list.
    const part = async (wanted: Wanted) => (await list.part(store, given, use, wanted)) as Part<Row>;
    if (isShort(list)) printRows(command, columns, (await part({ limit: Infinity })).rows);
    else if (cut === undefined) await printPages(command, columns, allParts(part));
    else await printPart(command, columns, cut, part);
  };
  await withStore(command, print, { isReport });
}

async function printPart(
  command: Command,
  columns: readonly string[],
  { cursor, member }: Cut,
  part: (wanted: Wanted) => Promise<Part<Row>>,
): Promise<void> {
  const { limit = "", [cursor.option]: after } = command.opts<Partial<Record<string, string>>>();
  const found = await part({ limit: integerOf("limit", limit, 1, mostOfPart), after });
  const { rows, next, stopped } = found;
  const value = member === undefined ? rows : { [member]: rows, ...givenAlone({ next, stopped }) };
  printRows(command, columns, rows, value);
  if (stopped !== undefined) printError(`${stopped}\n`);
  const { json } = command.optsWithGlobals<GlobalOptions>();
  if (next !== null && !json) printError(`more: --${cursor.option} ${next}\n`);
}

/** Adds the options of what prints rows: those of the part of a list, and the form. */
function addPrintOptions(command: Command, entry: Card | List): void {
  if (isList(entry) && entry.cut !== undefined) {
    const { of, cursor } = entry.cut;
    command.option("--limit <count>", `maximum ${of}, 1 to ${mostOfPart}`, "100");
    command.option(`--${cursor.option} ${cursor.form}`, cursor.meaning);
  }
  if (isList(entry) || entry.tables !== undefined) command.option("--csv", "print CSV");
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
      if (!isAction(entry)) addPrintOptions(command, entry);
      command.action(() => runEntry(command, entry));
    }
}

/** Adds the group of commands of a subject. */
export function subjectCommands(program: Command, { name, help, entries }: Subject): Command {
  const words = entries.map((entry) => lastWord(entry.name)).join(", ");
  const group = program.command(lastWord(name)).description(`${help}: ${words}`);
  addEntries(group, entries);
  return group;
}
