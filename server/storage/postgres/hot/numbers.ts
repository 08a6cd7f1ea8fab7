import { numbersAt, numbersBeside, weekOf } from "../../schema/numbers.js";
import type { Session } from "../engine/session.js";
import type { KnownWeeks } from "./partitions.js";
import { arraysOf, sql, type SqlValue, type Statement } from "../engine/statement.js";

let latest = { number: NaN, suffix: "" };

/** The end of the names of tables and sequences of the week of a number. */
function suffixOf(number: number): string {
  const { first } = numbersBeside(number);
  if (latest.number !== first) {
    const day = new Date(weekOf(first)).toISOString().slice(0, 10);
    latest = { number: first, suffix: `_${day.replaceAll("-", "")}` };
  }
  return latest.suffix;
}

/** The sequence of the week of a number. */
const sequenceOf = (table: "txn" | "recipient", number: number): string =>
  `${table}_number${suffixOf(number)}`;

/** Rows by the sequence of the week of their numbers: nearly always one. */
export function bySequence<Row>(
  table: "txn" | "recipient",
  rows: readonly Row[],
  numberOf: (row: Row) => number,
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const sequence = sequenceOf(table, numberOf(row));
    const others = found.get(sequence);
    if (others === undefined) found.set(sequence, [row]);
    else others.push(row);
  }
  return found;
}

const draw = sql<{ readonly number: number }>("SELECT nextval($1) AS number FROM generate_series(1, $2)");

/** Draws numbers of transactions that are accepted at some times, in their order, once there are partitions for them. */
export async function drawTransactions(
  session: Session,
  weeks: KnownWeeks,
  times: readonly number[],
): Promise<readonly number[]> {
  await weeks.add(session, times);
  const numbers: number[] = [];
  const places = bySequence("txn", [...times.keys()], (place) => numbersAt(times[place] ?? 0).first);
  const drawn = [...places].map(async ([sequence, ofWeek]) => {
    const rows = await session.all(draw, sequence, ofWeek.length);
    for (const [index, { number }] of rows.entries()) numbers[ofWeek[index] ?? 0] = number;
  });
  await Promise.all(drawn);
  return numbers;
}

/**
 * A statement about messages in two forms: on the tables, and on the partitions of one week. A statement on the tables opens the partitions
 * of all weeks, which takes longer than to change a few messages. `text` has the given end behind the names of the tables: none, or that
 * of partitions.
 */
export class Weekly<Row> {
  readonly ofAll: Statement<Row>;
  readonly #text: (week: string) => string;
  #latest: { readonly first: number; readonly statement: Statement<Row> } | undefined;

  constructor(text: (week: string) => string) {
    this.#text = text;
    this.ofAll = sql<Row>(text(""));
  }

  /** For the week with this first number, which has partitions. */
  of(first: number): Statement<Row> {
    if (this.#latest?.first !== first) this.#latest = { first, statement: sql(this.#text(suffixOf(first))) };
    return this.#latest.statement;
  }
}

/** The latest week in which this process has settled a message of that week. */
export class SettledWeek {
  #first: number | undefined;

  see(id: number, at: number): void {
    const { first } = numbersAt(at);
    if (numbersBeside(id).first === first) this.#first = first;
  }

  /** Its first number, if a time is in it: then its partitions exist, and are not dropped before the week is over. */
  at(time: number): number | undefined {
    return this.#first === numbersAt(time).first ? this.#first : undefined;
  }
}

interface Change {
  readonly id: number;
  readonly at: number;
}

/** A statement for changes that are neighbours. */
interface Run<Found> {
  readonly statement: Statement<Found>;
  readonly values: readonly (readonly SqlValue[])[];
}

/**
 * A statement for messages, in the order of their numbers; those of the week of their change in its partition, which is not dropped before
 * it is over. Guard: messages are locked in one order.
 */
function runsOf<Row extends Change, K extends keyof Row, Found>(
  statement: Weekly<Found>,
  rows: readonly (Row & { readonly [P in K]?: SqlValue | undefined })[],
  names: readonly K[],
): readonly Run<Found>[] {
  const runs: { readonly statement: Statement<Found>; readonly rows: (typeof rows)[number][] }[] = [];
  for (const row of [...rows].sort((one, other) => one.id - other.id)) {
    const { first } = numbersAt(row.at);
    const chosen = numbersBeside(row.id).first === first ? statement.of(first) : statement.ofAll;
    const last = runs.at(-1);
    if (last?.statement === chosen) last.rows.push(row);
    else runs.push({ statement: chosen, rows: [row] });
  }
  return runs.map((run) => ({ statement: run.statement, values: arraysOf(run.rows, ...names) }));
}

/** Changes messages; returns the rows of the statement. */
export async function changeAll<Row extends Change, K extends keyof Row, Found>(
  session: Session,
  statement: Weekly<Found>,
  rows: readonly (Row & { readonly [P in K]?: SqlValue | undefined })[],
  ...names: readonly K[]
): Promise<readonly Found[]> {
  const runs = runsOf(statement, rows, names);
  return (await Promise.all(runs.map((run) => session.all(run.statement, ...run.values)))).flat();
}

/** Changes messages with the next statement that is awaited. */
export function postAll<Row extends Change, K extends keyof Row>(
  session: Session,
  statement: Weekly<unknown>,
  rows: readonly (Row & { readonly [P in K]?: SqlValue | undefined })[],
  ...names: readonly K[]
): void {
  for (const run of runsOf(statement, rows, names)) session.post(run.statement, ...run.values);
}
