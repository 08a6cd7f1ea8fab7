import type { ColumnText, ColumnTexts, Kind, Table } from "./description.js";

/** A column, read from its text. */
interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly isOptional: boolean;
  readonly constraints: string;
}

/** What a column has, and whether it may be NULL. */
export function kindOf(text: ColumnText): Pick<Column, "kind" | "isOptional"> {
  const [first = ""] = text.split(" ");
  // The type of the text permits no other word.
  return { kind: first.replace("?", "") as Kind, isOptional: first.endsWith("?") };
}

function columnOf([name, text]: readonly [string, ColumnText]): Column {
  return { name, constraints: text.split(" ").slice(1).join(" "), ...kindOf(text) };
}

const columnsOf = (texts: ColumnTexts = {}): readonly Column[] => Object.entries(texts).map(columnOf);

const joined = (...words: readonly string[]): string => words.filter((word) => word !== "").join(" ");

const postgresTypes: Readonly<Record<Kind, string>> = {
  id: "bigint",
  counter: "bigint",
  int16: "smallint",
  int32: "integer",
  int64: "bigint",
  flag: "boolean",
  text: "text",
  key: 'text COLLATE "C"',
  digits: 'text COLLATE "C"',
  uuid: "uuid",
  random: "uuid",
  bytes: "bytea",
};

/** Type of an array of the values of a column in PostgreSQL. */
export function postgresArray(text: ColumnText): string {
  const [type = ""] = postgresTypes[kindOf(text).kind].split(" ");
  return `${type}[]`;
}

function postgresColumn({ name, kind, isOptional, constraints }: Column): string {
  const isNumbered = kind === "id" || kind === "counter";
  return joined(
    name,
    postgresTypes[kind],
    isNumbered ? "GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : "",
    isOptional ? "" : "NOT NULL",
    kind === "random" ? "DEFAULT gen_random_uuid()" : "",
    kind === "digits" ? `CHECK (${name} ~ '^[0-9]{0,15}$')` : "",
    constraints,
  );
}

/** Statements that create a table and its indexes in PostgreSQL. */
export function postgresTable([name, table]: readonly [string, Table]): string {
  const { constraints = [], own, partitionBy, fillfactor } = table;
  const columns = [...columnsOf(table.columns), ...columnsOf(own?.postgres)].map(postgresColumn);
  const partition = partitionBy === undefined ? "" : `PARTITION BY RANGE (${partitionBy})`;
  const storage = fillfactor === undefined ? "" : `WITH (fillfactor = ${fillfactor})`;
  const body = [...columns, ...constraints].join(",\n  ");
  return [
    `${joined(`CREATE TABLE ${name} (\n  ${body}\n)`, partition, storage)};`,
    ...indexesOf(name, table, (index) => index),
  ].join("\n");
}

/** Statements that add columns in PostgreSQL. */
export function postgresAddition(table: string, texts: ColumnTexts): readonly string[] {
  return columnsOf(texts).map((column) => `ALTER TABLE ${table} ADD COLUMN ${postgresColumn(column)};`);
}

const sqliteTypes: Readonly<Record<Kind, string>> = {
  id: "INTEGER",
  counter: "INTEGER",
  int16: "INTEGER",
  int32: "INTEGER",
  int64: "INTEGER",
  flag: "INTEGER",
  text: "TEXT",
  key: "TEXT",
  digits: "TEXT",
  uuid: "TEXT",
  random: "TEXT",
  bytes: "BLOB",
};

/** Bits of the version and of the variant, and random ones. */
const randomUuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
    substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

const sqliteAdditions: Readonly<Partial<Record<Kind, (name: string) => string>>> = {
  id: () => "PRIMARY KEY",
  counter: () => "PRIMARY KEY AUTOINCREMENT",
  flag: (name) => `CHECK (${name} IN (0, 1))`,
  digits: (name) => `CHECK (length(${name}) <= 15 AND ${name} NOT GLOB '*[^0-9]*')`,
  random: () => `DEFAULT (${randomUuid})`,
};

function sqliteColumn({ name, kind, isOptional, constraints }: Column): string {
  return joined(
    name,
    sqliteTypes[kind],
    isOptional ? "" : "NOT NULL",
    constraints.replace("DEFAULT false", "DEFAULT 0").replace("DEFAULT true", "DEFAULT 1"),
    sqliteAdditions[kind]?.(name) ?? "",
  );
}

/** Statements that create a table and its indexes in SQLite. */
export function sqliteTable([name, table]: readonly [string, Table]): string {
  const { constraints = [], own, fileReferences = {}, clustered } = table;
  const columns = [...columnsOf(table.columns), ...columnsOf(own?.sqlite)];
  const references = Object.entries(fileReferences).map(
    ([from, to]) => `FOREIGN KEY (${from}) REFERENCES ${to}`,
  );
  const body = [...columns.map(sqliteColumn), ...constraints, ...references].join(",\n  ");
  const numbered = columns.find(
    ({ kind, constraints: words }) =>
      kind === "id" || kind === "counter" || (kind === "int64" && words.startsWith("PRIMARY KEY")),
  );
  const flags = columns.filter(({ kind }) => kind === "flag").map((column) => column.name);
  return [
    `CREATE TABLE ${name} (\n  ${body}\n) STRICT${clustered === true ? ", WITHOUT ROWID" : ""};`,
    ...indexesOf(name, table, (index) => sqliteIndex(index, numbered?.name, flags)),
  ].join("\n");
}

/** Statements that add columns in SQLite. */
export function sqliteAddition(table: string, texts: ColumnTexts): readonly string[] {
  return columnsOf(texts).map((column) => `ALTER TABLE ${table} ADD COLUMN ${sqliteColumn(column)};`);
}

/** An index ends with the number of the row. A condition is found only in the form that statements have it in: `ready = 1`. */
function sqliteIndex(index: string, numbered: string | undefined, flags: readonly string[]): string {
  const [, condition] = / WHERE (\w+)$/u.exec(index) ?? [];
  const shorter = numbered === undefined ? index : index.replace(`, ${numbered})`, ")");
  return condition !== undefined && flags.includes(condition) ? `${shorter} = 1` : shorter;
}

function indexesOf(table: string, { indexes = {} }: Table, text: (index: string) => string): readonly string[] {
  return Object.entries(indexes).map(([name, index]) => {
    const isUnique = index.startsWith("UNIQUE ");
    return `CREATE ${isUnique ? "UNIQUE " : ""}INDEX ${name} ON ${table} ${text(index.replace("UNIQUE ", ""))};`;
  });
}
