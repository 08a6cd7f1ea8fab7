/** A column of a result: how a stored value is read. */
export interface Column<T> {
  readonly type: ColumnType;
  /** Whether the value may be NULL, which is read as undefined. */
  readonly optional: boolean;
  /** Converts a value as a driver returns it. */
  readonly read: (stored: unknown) => T;
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
export function whole<T extends number = number>(): Column<T> {
  return asStored<T>("whole");
}

/** A truth value: 0 or 1 in SQLite. */
export function flag(): Column<boolean> {
  return { type: "flag", optional: false, read: Boolean };
}

export function bytes(): Column<Uint8Array> {
  return asStored("bytes");
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
export function mapped<S, T>(column: Column<S>, read: (stored: S) => T): Column<T> {
  return { ...column, read: (stored) => read(column.read(stored)) };
}

/** Name of the column of a property. */
export function columnName(property: string): string {
  return property.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns in the text of a statement, of a table under the name `of`. */
export function namesOf(columns: Columns, of?: string): string {
  const prefix = of === undefined ? "" : `${of}.`;
  return Object.keys(columns)
    .map((property) => prefix + columnName(property))
    .join(", ");
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
