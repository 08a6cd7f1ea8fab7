/** Values of the options of a contract. */
import type { OptionRow } from "./option-row.js";
import { optionRows, type GivenOptions, type SettledOptions } from "./option-table.js";

/** The row of an option; undefined for any other name. */
export function rowOf(name: string): OptionRow | undefined {
  const rows: Readonly<Record<string, OptionRow>> = optionRows;
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

/** The options of a contract among other values; those that are not given are left out. */
export function optionsIn(values: object, isWanted: (row: OptionRow) => boolean = () => true): GivenOptions {
  const given = Object.entries(values).filter(([name, value]) => {
    const row = rowOf(name);
    return value !== undefined && row !== undefined && isWanted(row);
  });
  return Object.fromEntries(given);
}

/** The options with their defaults, but for those without any. */
export function settled(values: object): SettledOptions {
  const standards = Object.entries<OptionRow>(optionRows).flatMap(([name, { standard }]) =>
    standard === undefined ? [] : [[name, standard] as const],
  );
  return { ...Object.fromEntries(standards), ...optionsIn(values) } as SettledOptions;
}
