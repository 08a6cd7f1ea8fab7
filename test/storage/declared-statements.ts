import { readdirSync } from "node:fs";
import { jest } from "@jest/globals";
import type { Declared } from "#server/storage/script/statement.js";

const tables = "server/storage/tables";

/** Loads every module with scripts, and returns the statements that they declare. */
export async function declaredStatements(): Promise<readonly Declared[]> {
  const declared: Declared[] = [];
  const statement = await import("#server/storage/script/statement.js");
  jest.unstable_mockModule("#server/storage/script/statement.js", () => ({
    ...statement,
    sql: (...values: Parameters<typeof statement.sql>) => {
      const made = statement.sql(...values);
      declared.push(made);
      return made;
    },
  }));
  // Sources: a module that is deleted stays among the compiled ones.
  const files = readdirSync(tables, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".ts")))
    await import(`#server/storage/tables/${file.replace(/\.ts$/u, ".js")}`);
  return declared;
}

/** A result column as a database describes it; type and table are undefined for a computed one. */
export interface Described {
  readonly name: string;
  readonly type: string | undefined;
  readonly isNullable: boolean | undefined;
}

/** Differences between the declared columns of a statement and what a database returns; `types`: names of types by content. */
export function columnFaults(
  { text, columns = {} }: Declared,
  described: readonly Described[],
  types: Readonly<Record<string, readonly string[]>>,
  columnName: (property: string) => string,
): readonly string[] {
  const faults: string[] = [];
  const found = new Map(described.map((each) => [each.name, each]));
  for (const [property, { type, optional }] of Object.entries(columns)) {
    const column = found.get(columnName(property));
    if (column === undefined) faults.push(`no column for ${property}: ${text}`);
    else if (column.type !== undefined && !(types[type] ?? []).includes(column.type))
      faults.push(`${property} is ${column.type}, not ${type}: ${text}`);
    else if (column.isNullable === true && !optional) faults.push(`${property} may be NULL: ${text}`);
  }
  const declared = Object.keys(columns).map(columnName);
  for (const { name } of described)
    if (!declared.includes(name)) faults.push(`${name} is not declared: ${text}`);
  return faults;
}
