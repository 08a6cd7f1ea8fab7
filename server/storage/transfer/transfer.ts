import type { NewAuditEntry } from "../../domain/audit.js";
import { StoreError } from "../errors.js";
import type { CheckResult } from "../tables/checks.js";
import {
  requireSame,
  type TransferRow,
  type TransferTable,
  type TransferValue,
  withFirstRow,
} from "./tables.js";

/** Number of rows of a table, and a sum over all their values that does not depend on the order of the rows. */
interface Digest {
  readonly rows: number;
  readonly sum: number;
}

/** Adds up the digest of a table. Detects differences, not forgeries. */
class DigestSum {
  #rows = 0;
  #sum = 0;

  add(rows: readonly TransferRow[]): void {
    this.#rows += rows.length;
    for (const row of rows) this.#sum = (this.#sum + hashOf(row)) % 2 ** 52;
  }

  get digest(): Digest {
    return { rows: this.#rows, sum: this.#sum };
  }
}

/** Keeps apart values whose texts are equal, and the places of values. */
function textOf(value: TransferValue): string {
  if (value === null) return "\u0001n";
  if (typeof value === "number") return `\u0001i${value}`;
  if (typeof value === "string") return `\u0001s${value}`;
  return `\u0001b${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1")}`;
}

/** 52 bits: two hashes of 26 bits, of the kind FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), from two starts. */
function hashOf(row: TransferRow): number {
  let text = "";
  for (const value of row) text += textOf(value);
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b) ^ (second >>> 13);
  }
  return (first >>> 6) * 2 ** 26 + (second >>> 6);
}

/** Last numbers that were given out: of tables by their names. */
export type LastNumbers = ReadonlyMap<string, number>;

/** A database whose rows are read in the shared schema. */
export interface TransferReader {
  readonly tables: readonly TransferTable[];
  /** Rows in batches of bounded size. */
  rows(table: TransferTable): AsyncIterable<readonly TransferRow[]>;
  /** Number of rows of all tables, for the progress. */
  size(): Promise<number>;
  /** Invariants of the data, as `database check` has them. */
  check(): Promise<readonly CheckResult[]>;
}

/** A database that does not change while it is read. */
export interface TransferSource extends TransferReader {
  /** Times, one of each week in which transactions were accepted. */
  weeks(): Promise<readonly number[]>;
  lastNumbers(): Promise<LastNumbers>;
}

/** An empty database that is filled: completely, or not at all. */
export interface TransferTarget extends TransferReader {
  prepare(weeks: readonly number[]): Promise<void>;
  /** Runs a statement without parameters. */
  exec(text: string): Promise<void>;
  write(table: TransferTable, rows: readonly TransferRow[]): Promise<void>;
  finish(last: LastNumbers, entry: NewAuditEntry): Promise<void>;
}

/** Called with the number of rows that are copied or compared, and of all. */
export type TransferProgress = (done: number, total: number) => void;

/** A table after it was copied. */
export interface TransferredTable {
  readonly name: string;
  readonly rows: number;
}

export interface Transfer {
  readonly source: TransferSource;
  readonly target: TransferTarget;
  readonly entry: (tables: readonly TransferredTable[]) => NewAuditEntry;
  readonly progress: TransferProgress;
}

/**
 * Copies every table, and reads the copy again: each table must have the same rows, and the invariants must hold in both databases.
 * @throws StoreError `damaged` for a source whose invariants do not hold, `copyDiffers`
 */
export async function transfer({
  source,
  target,
  entry,
  progress,
}: Transfer): Promise<readonly TransferredTable[]> {
  requireSame(source.tables, target.tables);
  await requireChecked(source, "damaged");
  const all = (await source.size()) * 2;
  let done = 0;
  const count = (rows: readonly TransferRow[]): void => {
    progress((done += rows.length), Math.max(all, done));
  };
  await target.prepare(await source.weeks());
  for (const name of withFirstRow) await target.exec(`DELETE FROM ${name}`);
  const copied = new Map<string, Digest>();
  for (const table of target.tables) copied.set(table.name, await copyTable(source, target, table, count));
  for (const table of target.tables) await compare(target, table, copied, count);
  const tables = [...copied].map(([name, { rows }]) => ({ name, rows }));
  await target.finish(await source.lastNumbers(), entry(tables));
  await requireChecked(target, "copyDiffers");
  return tables;
}

async function requireChecked(reader: TransferReader, code: "damaged" | "copyDiffers"): Promise<void> {
  const failed = (await reader.check()).find(({ ok }) => !ok);
  if (failed !== undefined) throw new StoreError(code, `not so: ${failed.check}; ${failed.problem ?? ""}`);
}

type Count = (rows: readonly TransferRow[]) => void;

/** Writes one batch while the next one is read. */
async function copyTable(
  source: TransferReader,
  target: TransferTarget,
  table: TransferTable,
  count: Count,
): Promise<Digest> {
  const sum = new DigestSum();
  let writing = Promise.resolve();
  try {
    for await (const rows of source.rows(table)) {
      sum.add(rows);
      await writing;
      count(rows);
      writing = target.write(table, rows);
      // A failure is reported by the next wait.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  return sum.digest;
}

async function compare(
  target: TransferReader,
  table: TransferTable,
  copied: ReadonlyMap<string, Digest>,
  count: Count,
): Promise<void> {
  const sum = new DigestSum();
  for await (const rows of target.rows(table)) {
    sum.add(rows);
    count(rows);
  }
  const [wanted, found] = [copied.get(table.name), sum.digest];
  if (wanted?.rows !== found.rows || wanted.sum !== found.sum)
    throw new StoreError(
      "copyDiffers",
      `table ${table.name}: ${wanted?.rows ?? 0} rows copied, ${found.rows} found`,
    );
}
