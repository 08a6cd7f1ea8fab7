/** A value of a parameter. Undefined is stored as NULL; an array is for `ANY`. */
export type Value =
  string | number | boolean | null | undefined | Uint8Array | readonly (string | number | boolean)[];

/** Values of any statement. */
export type AllValues = Readonly<Record<string, Value>>;

/** A column of a result: how a stored value is read. */
export interface Column<T> {
  readonly type: ColumnType;
  /** Whether the value may be NULL, which is read as undefined. */
  readonly optional: boolean;
  /** Converts a value as a driver returns it. */
  readonly read: (stored: unknown) => T;
  /** Converts a value to the stored one; undefined if it is stored as it is. */
  write?(value: T): Value;
}

/** Type of a column by its content; each database has one or more types for it. */
export type ColumnType = "text" | "whole" | "flag" | "bytes";

/** Result columns by the property that receives them. `createdAt` receives the column `created_at`. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** Row of declared columns. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never;
};

/** A value as it is stored: a test compares the type of the column with the declaration. */
function asStored<T>(type: ColumnType): Column<T> {
  return { type, optional: false, read: (stored) => stored as T };
}

/** A text; `T` where it is one of a few. */
export function text<T extends string = string>(): Column<T> {
  return asStored<T>("text");
}

/** An integer; `T` where it is one of a few. */
export function integer<T extends number = number>(): Column<T> {
  return asStored<T>("whole");
}

/** A truth value: 0 or 1 in SQLite. */
export function flag(): Column<boolean> {
  return { type: "flag", optional: false, read: Boolean };
}

/** Octets: a driver's own kind of array becomes the plain one. */
export function bytes(): Column<Uint8Array> {
  return { type: "bytes", optional: false, read: (stored) => new Uint8Array(stored as Uint8Array) };
}

/** JSON in a text, as this program has written it. */
export function json<T>(): Column<T> {
  return { type: "text", optional: false, read: (stored) => JSON.parse(String(stored)) as T };
}

/** A column that may be NULL. */
export function optional<T>(column: Column<T>): Column<T | undefined> {
  const { read, type } = column;
  return {
    type,
    optional: true,
    read: (stored) => (stored === null || stored === undefined ? undefined : read(stored)),
  };
}

/** A value that is stored in another form than the rules use. */
export function mapped<S, T>(
  { type, optional, read: readStored }: Column<S>,
  read: (stored: S) => T,
  write?: (value: T) => Value,
): Column<T> {
  const column = { type, optional, read: (stored: unknown) => read(readStored(stored)) };
  return write === undefined ? column : { ...column, write };
}

type Underscored<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Underscored<Rest>}`
  : "";

/** Name of the column of a property. */
export type ColumnName<Name extends string> = string extends Name ? string : Underscored<Name>;

export function columnName<Name extends string>(property: Name): ColumnName<Name> {
  return property.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`) as ColumnName<Name>;
}

/** The columns in the text of a statement, of a table under the name `of`. */
export function namesOf(columns: Columns, of?: string): string {
  const prefix = of === undefined ? "" : `${of}.`;
  return Object.keys(columns)
    .map((property) => prefix + columnName(property))
    .join(", ");
}

/** Assignments of an UPDATE: each column gets the parameter of its property. */
export function assignmentsOf(columns: Columns): string {
  return Object.keys(columns)
    .map((property) => `${columnName(property)} = $${property}`)
    .join(", ");
}

/** Parameters of `assignmentsOf`. */
export function parametersOf<C extends Columns>(columns: C, row: RowOf<C>): AllValues {
  return Object.fromEntries(
    Object.entries(columns).map(([property, column]) => {
      const value: unknown = row[property];
      // A column without `write` is stored as its value.
      return [property, column.write === undefined ? (value as Value) : column.write(value)];
    }),
  );
}

/** Returns a function that reads rows of a driver. */
export function rowReader<C extends Columns>(columns: C): (row: object) => RowOf<C> {
  const parts = Object.entries(columns).map(
    ([property, { read }]) => [property, columnName(property), read] as const,
  );
  return (row) => {
    const stored = row as Readonly<Record<string, unknown>>;
    const read: Record<string, unknown> = {};
    for (const [property, name, value] of parts) read[property] = value(stored[name]);
    // Each property was read by its column.
    return read as RowOf<C>;
  };
}
