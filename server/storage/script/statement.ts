import type { AllValues, Columns, RowOf, Value } from "./columns.js";

type Letter =
  | ("a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m")
  | ("n" | "o" | "p" | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z");

/** The identifier at the start of a text. */
type NameAt<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? Lowercase<First> extends Letter
    ? `${First}${NameAt<Rest>}`
    : ""
  : "";

/** Names of the parameters `$name` in a text. */
export type ParametersOf<Text extends string> = Text extends `${string}$${infer Rest}`
  ? Exclude<NameAt<Rest>, ""> | ParametersOf<Rest>
  : never;

/** Values by the names of parameters. */
export type Values<Names extends string> = Readonly<Record<Names, Value>>;

const none: AllValues = {};

/** The values among the arguments that follow a statement. */
export function valuesOf(given: readonly [values?: AllValues]): AllValues {
  return given[0] ?? none;
}

/**
 * Throws if a parameter has no value, not even undefined. The compiler sees the names in a literal text only; a driver calls it when it first
 * runs a statement.
 */
export function checkNames({ text }: Declared, names: readonly string[], values: AllValues): void {
  const missing = names.filter((name) => !(name in values));
  if (missing.length > 0) throw new Error(`no value for $${missing.join(", $")} of: ${text}`);
}

/** Arguments that follow a statement: none if it has no parameters. */
export type Given<Names extends string> = [Names] extends [never] ? [] : [values: Values<Names>];

/** Rows as the value of a parameter for `json_to_recordset`. PostgreSQL takes no U+0000 there. */
export function rowsText(rows: readonly Readonly<Record<string, string | number | null>>[]): string {
  return JSON.stringify(rows);
}

export interface StatementOptions {
  /** Lock of the rows that are read, which PostgreSQL needs and SQLite does not: `FOR UPDATE`. */
  readonly lock?: string;
  /** The text for SQLite, where a translation does not do. */
  readonly sqlite?: string;
  /** Whether PostgreSQL plans it anew for the values of each call: where one plan for all values reads far too much for some. */
  readonly planned?: "eachTime";
}

/** A declared statement, for both databases. */
export interface Declared extends StatementOptions {
  /** In the dialect of PostgreSQL, with parameters by name. */
  readonly text: string;
  /** Undefined for a statement that returns no rows, or rows of which only the number matters. */
  readonly columns: Columns | undefined;
}

/** A declared statement with the types of its parameters and rows. */
export interface Statement<Names extends string, Row = unknown> extends Declared {
  /** Never set: carries the types. */
  readonly types?: { readonly names: Names; readonly row: Row };
}

/**
 * Declares a statement that runs in both databases: `dialect.ts` says how the text is translated. A parameter `$storeTime` is the time of
 * the database on PostgreSQL, whatever is given for it.
 */
export function sql<const Text extends string>(
  text: Text,
  columns?: undefined,
  options?: StatementOptions,
): Statement<ParametersOf<Text>, object>;
export function sql<const Text extends string, C extends Columns>(
  text: Text,
  columns: C,
  options?: StatementOptions,
): Statement<ParametersOf<Text>, RowOf<C>>;
export function sql(text: string, columns?: Columns, options: StatementOptions = {}): Declared {
  return { text, columns, ...options };
}
