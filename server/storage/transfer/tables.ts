import { StoreError } from "../errors.js";
import { ownColumns } from "../schema/tables.js";

/** A value as both databases have it: truth values are 0 and 1. */
export type TransferValue = string | number | null | Uint8Array;

/** A row: a value per column of its table, in their order. */
export type TransferRow = readonly TransferValue[];

/** A table of the schema that both databases share. */
export interface TransferTable {
  readonly name: string;
  /** In alphabetical order. */
  readonly columns: readonly string[];
}

/** Columns of a table as a database has them, and the tables that its foreign keys refer to. */
export interface OwnTable extends TransferTable {
  readonly references: readonly string[];
}

/** Differences of one database from the shared schema. */
export interface Differences {
  /** Columns that only this database has; the other one follows without them. */
  readonly own: Readonly<Record<string, readonly string[]>>;
  /** Columns of the shared schema that are computed when they are read here, and dropped when they are written. */
  readonly computed: Readonly<Record<string, readonly string[]>>;
}

export const ofSqlite: Differences = {
  own: ownColumns("sqlite"),
  // The queue of a block follows from the user of its transaction.
  computed: { recipient_block: ["lane"] },
};

/** Its own columns are the claims of processes that post. */
export const ofPostgres: Differences = {
  own: Object.fromEntries(
    Object.entries(ownColumns("postgres")).filter(([table]) => ofSqlite.computed[table] === undefined),
  ),
  computed: {},
};

/** Tables that describe the database itself and the processes that use it now, and those that follow from others. */
const notTransferred: readonly string[] = [
  "bind",
  "delivery_lease",
  "delivery_owner",
  "dispatch",
  "kept_form",
  "ledger_order",
  "ledger_ordered",
  "link_state",
  "login_attempt",
  "operator_session",
  "portal_session",
  "process",
  "schema_version",
  "site_key",
  "smpp_bind",
  "upload",
  "upload_piece",
];

/** Tables in which a new schema has one row; that of the other database takes its place. */
export const withFirstRow: readonly string[] = [
  "account_revision",
  "link_revision",
  "price",
  "price_revision",
  "usage_since",
];

/** The tables of a database in the shared schema, each behind those it refers to. */
export function sharedTables(
  found: readonly OwnTable[],
  { own, computed }: Differences,
): readonly TransferTable[] {
  const tables = found.filter(({ name }) => !notTransferred.includes(name));
  return ordered(tables).map(({ name, columns }) => ({
    name,
    columns: [
      ...columns.filter((each) => own[name]?.includes(each) !== true),
      ...(computed[name] ?? []),
    ].sort(),
  }));
}

function ordered(tables: readonly OwnTable[]): readonly OwnTable[] {
  const placed = new Map<string, OwnTable>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const place = (table: OwnTable): void => {
    for (const name of table.references) {
      const other = byName.get(name);
      if (other !== undefined && other !== table && !placed.has(name)) place(other);
    }
    placed.set(table.name, table);
  };
  for (const table of [...tables].sort((a, b) => (a.name < b.name ? -1 : 1)))
    if (!placed.has(table.name)) place(table);
  return [...placed.values()];
}

/** @throws StoreError `failed` (a bug) when two databases do not have the same shared schema */
export function requireSame(source: readonly TransferTable[], target: readonly TransferTable[]): void {
  const textOf = (tables: readonly TransferTable[]): readonly string[] =>
    tables.map(({ name, columns }) => `${name} (${columns.join(", ")})`).sort();
  const [ofSource, ofTarget] = [textOf(source), textOf(target)];
  const missing = [...ofSource, ...ofTarget].find(
    (each) => !ofSource.includes(each) || !ofTarget.includes(each),
  );
  if (missing !== undefined) throw new StoreError("failed", `only one of the databases has ${missing}`);
}
