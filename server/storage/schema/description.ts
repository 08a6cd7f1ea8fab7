/** Content of a column; each database has a type for it. */
export type Kind =
  /** Number of a row, which the database gives out. */
  | "id"
  /** The same; the number of a deleted row is never given out again. */
  | "counter"
  | "int16"
  | "int32"
  | "int64"
  | "flag"
  | "text"
  /** A text by which something is found: compared byte by byte. */
  | "key"
  /** At most 15 digits. */
  | "digits"
  | "uuid"
  /** A UUID that the database makes, version 4 (RFC 9562, section 5.4). */
  | "random"
  | "bytes";

/** A kind, `?` if the column may be NULL, and constraints in the SQL that both databases understand. */
export type ColumnText = Kind | `${Kind}?` | `${Kind} ${string}` | `${Kind}? ${string}`;

export type ColumnTexts = Readonly<Record<string, ColumnText>>;

/** A table of both databases, as the first step of a schema creates it. */
export interface Table {
  readonly columns: ColumnTexts;
  /** Of several columns. */
  readonly constraints?: readonly string[];
  /** Columns that only one of the databases has; they come last. */
  readonly own?: { readonly sqlite?: ColumnTexts; readonly postgres?: ColumnTexts };
  /** The later step that creates the table; undefined for one of the first step. */
  readonly addedBy?: string;
  /** Columns that later steps have added, by the name of the step. They may be NULL or have a default. */
  readonly added?: Readonly<Record<string, ColumnTexts>>;
  /**
   * Columns and what they refer to in SQLite. PostgreSQL has no foreign keys of partitioned tables, which would prevent dropping a
   * partition without a scan, nor of tables in which they would cost a look-up for each message.
   */
  readonly fileReferences?: Readonly<Record<string, string>>;
  /** SQLite keeps the rows in the order of the primary key. */
  readonly clustered?: true;
  /** PostgreSQL divides the table by ranges of this column. */
  readonly partitionBy?: string;
  /** Percentage of a page that PostgreSQL fills with new rows: the rest is for changes of these. */
  readonly fillfactor?: number;
  /** By name: columns in brackets and a condition. A number of the row at the end is there in SQLite in any case. */
  readonly indexes?: Readonly<Record<string, string>>;
}

/** Names of the columns of a table that both databases have. */
export type ColumnNames<T extends Table> =
  | keyof T["columns"]
  | (T extends { readonly added: infer Steps } ? { [Step in keyof Steps]: keyof Steps[Step] }[keyof Steps] : never);

/** The columns of a table that both databases have, also those that later steps have added. */
export function columnTexts<T extends Table>({ columns, added = {} }: T): Readonly<Record<ColumnNames<T>, ColumnText>> {
  // Each name comes from one of the objects.
  return Object.assign({ ...columns }, ...Object.values(added)) as Record<ColumnNames<T>, ColumnText>;
}

export type Tables = Readonly<Record<string, Table>>;
