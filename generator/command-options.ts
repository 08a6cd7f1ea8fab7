/** The options of a contract on the command line, from their rows. */
import { existsSync } from "node:fs";
import { InvalidArgumentError, Option, type Command } from "commander";
import { initialOf, type OptionRow } from "./option-row.js";
import { optionRows } from "./option-table.js";
import { isWebUrl } from "./origin.js";

/** Adds the options whose rows are wanted. */
export function addOptions(command: Command, isWanted: (row: OptionRow) => boolean): void {
  for (const row of Object.values<OptionRow>(optionRows))
    if (row.flags !== undefined && isWanted(row)) command.addOption(optionOf(row.flags, row));
}

/** Options for documents: where they come from. */
export function addReading(command: Command): void {
  addOptions(command, ({ about }) => about === "documents");
}

function optionOf(flags: string, row: OptionRow): Option {
  const { help, choices, repeated } = row;
  const initial = initialOf(row);
  const described = [
    help,
    ...(choices === undefined ? [] : [`: ${choices.join(", ")}`]),
    ...(initial === undefined ? [] : [` (default: ${initial})`]),
  ].join("");
  if (repeated === "values") return repeatedOption(flags, described);
  if (repeated === "entries") return new Option(flags, `${described}; may be repeated`).argParser(mappedFile);
  const option = new Option(flags, described);
  return choices === undefined ? option : option.choices(choices);
}

/** An option that takes one value and may be repeated. */
export function repeatedOption(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(
    (value: string, before: readonly string[] | undefined) => [...(before ?? []), value],
  );
}

/** A URL with equals signs in its query alone: what ends like it is the target, even if a file has the name of its end. */
const target = /^https?:\/\/[^=?#]*(?:[?#].*)?$/is;

/** Adds `LOCATION=FILE`, or a URL in place of the file, to the earlier ones. Both may contain equals signs; the file exists. */
function mappedFile(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const splits = [...text.matchAll(/=/g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)]);
  const [location = "", file = ""] =
    splits.find(([, each = ""]) => target.test(each)) ??
    splits.findLast(([, each = ""]) => existsSync(each)) ??
    splits.find(([, each = ""]) => isWebUrl(each)) ??
    splits.findLast(([, each]) => each !== "") ??
    [];
  if (location === "" || file === "") throw new InvalidArgumentError("Write LOCATION=FILE.");
  return { ...before, [location]: file };
}
