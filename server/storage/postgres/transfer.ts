import { StoreError } from "../errors.js";
import { RecipientState } from "../../domain/recipient-state.js";
import { addAudit } from "../tables/audit/audit.js";
import { isOpen } from "../tables/outbox/conditions.js";
import { runScript } from "./engine/scripts.js";
import {
  type TransferRow,
  type TransferTable,
  type TransferValue,
  withFirstRow,
} from "../transfer/tables.js";
import type { LastNumbers, TransferSource, TransferTarget } from "../transfer/transfer.js";
import type { Session } from "./engine/session.js";
import { sql } from "./engine/statement.js";
import { changeAll, lockTables, withUnused } from "./exclusive.js";
import { firstNumbersOfWeeks, weekOf } from "../schema/numbers.js";
import { addPartitions } from "./hot/partitions.js";
import { type PostgresReader, postgresReader } from "./transfer-reader.js";

const weeks = sql<{ readonly first: number }>(firstNumbersOfWeeks);

/** Any open message may be in flight or wait for a receipt; in groups of neighbours. */
const dispatchAll = sql(
  `INSERT INTO dispatch (at, recipients)
   SELECT min(at), array_agg(id) FROM recipient WHERE state > ${RecipientState.Queued} AND ${isOpen} GROUP BY id / 1000`,
);

/** The column whose values a table or partition gives out itself; the last value is null before the first one. */
interface NumberRow {
  readonly name: string;
  readonly sequence: string;
  readonly column: string;
  readonly last: number | null;
}
const numbers = sql<NumberRow>(
  `SELECT t.relname AS name, c.oid::regclass::text AS sequence, a.attname AS column,
     pg_sequence_last_value(c.oid) AS last
   FROM pg_catalog.pg_class c
     JOIN pg_catalog.pg_depend d ON d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     JOIN pg_catalog.pg_class t ON t.oid = d.refobjid
     JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
   WHERE c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace`,
);

/** Reads a database that no other process uses; none can change it until `use` is done. Rejects with a `StoreError`. */
export function readPostgres<T>(url: string, use: (source: TransferSource) => Promise<T>): Promise<T> {
  return withUnused(url, "use", (database) =>
    database.snapshot(async (queries) => {
      await lockTables(queries, "SHARE");
      return use({
        ...(await postgresReader(queries)),
        weeks: async () => (await queries.all(weeks)).map(({ first }) => weekOf(first)),
        lastNumbers: async () =>
          new Map((await queries.all(numbers)).map(({ name, last }) => [name, last ?? 0])),
      });
    }),
  );
}

/**
 * Fills an empty database in one transaction: an interrupted copy leaves nothing. Rejects with a `StoreError`: `notEmpty` for a
 * database with data in it.
 */
export function fillPostgres<T>(url: string, use: (target: TransferTarget) => Promise<T>): Promise<T> {
  return withUnused(url, "create", (database) =>
    changeAll(database, async (session) => {
      const reader = await postgresReader(session);
      await requireEmpty(session, reader);
      return use(targetOf(session, reader));
    }),
  );
}

async function requireEmpty(session: Session, { tables }: PostgresReader): Promise<void> {
  for (const { name } of tables) {
    const allowed = withFirstRow.includes(name) ? 1 : 0;
    const rows = await session.all(sql(`SELECT 1 FROM "${name}" LIMIT ${allowed + 1}`));
    if (rows.length > allowed) throw new StoreError("notEmpty", `there are rows in table ${name}`);
  }
}

function targetOf(session: Session, reader: PostgresReader): TransferTarget {
  const triggers = async (state: "DISABLE" | "ENABLE"): Promise<void> => {
    for (const { name } of reader.tables) await session.exec(`ALTER TABLE "${name}" ${state} TRIGGER USER`);
  };
  return {
    ...reader,
    prepare: async (times) => {
      await addPartitions(session, times);
      // Rows are copied as they are, with whatever triggers have made of others.
      await triggers("DISABLE");
    },
    exec: (text) => session.exec(text),
    write: async (table, rows) => {
      const types = typesOf(reader, table);
      const arrays = types.map((type, index) => arrayOf(type, rows, index));
      await session.run(sql(insertOf(table, types)), ...arrays);
    },
    finish: async (last, entry) => {
      await continueNumbers(session, last);
      await session.run(dispatchAll);
      await runScript(session, addAudit(entry));
      await triggers("ENABLE");
    },
  };
}

function typesOf({ columns }: PostgresReader, table: TransferTable): readonly string[] {
  const types = new Map(
    columns.filter((each) => each.table === table.name).map(({ column, type }) => [column, type]),
  );
  return table.columns.map((column) => types.get(column) ?? "text");
}

function insertOf({ name, columns }: TransferTable, types: readonly string[]): string {
  const names = columns.map((column) => `"${column}"`).join(", ");
  const parameters = types.map((type, index) => `$${index + 1}::${type}[]`).join(", ");
  return `INSERT INTO "${name}" (${names}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${parameters})`;
}

/** One column of some rows as an array literal (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO). */
function arrayOf(type: string, rows: readonly TransferRow[], index: number): string {
  return `{${rows.map((row) => elementOf(type, row[index] ?? null)).join(",")}}`;
}

function elementOf(type: string, value: TransferValue): string {
  if (value === null) return "NULL";
  if (type === "boolean") return value === 0 ? "f" : "t";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `"${value.replace(/["\\]/gu, "\\$&")}"`;
  return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}"`;
}

/** A number of a deleted row is never given again. */
async function continueNumbers(session: Session, last: LastNumbers): Promise<void> {
  const proceed = sql("SELECT setval($1::text::regclass, $2)");
  for (const { name, sequence, column } of await session.all(numbers)) {
    const largest = await session.get(
      sql<{ readonly n: number | null }>(`SELECT max("${column}") AS n FROM "${name}"`),
    );
    const number = Math.max(largest?.n ?? 0, last.get(name) ?? 0);
    if (number > 0) await session.all(proceed, sequence, number);
  }
}
