import { StoreError, type StoreErrorCode } from "../../errors.js";

/** Values of SQLite. Booleans are 0 and 1. */
export type SqlValue = string | number | null | Uint8Array;

/** Result of a statement that returns no rows. */
export interface Ran {
  /** Number of changed rows. */
  readonly changes: number;
  /** `INTEGER PRIMARY KEY` of the last row that was inserted on the connection. */
  readonly rowid: number;
}

/** A prepared statement; parameters are positional. */
export interface Statement<Row> {
  /** Runs a statement that returns no rows. */
  run(...values: SqlValue[]): Ran;
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  /** Row by row; no other statement may write on the connection meanwhile. */
  iterate(...values: SqlValue[]): IterableIterator<Row>;
}

/** One connection: the common interface of both drivers. Every call is synchronous. */
export interface Database {
  exec(sql: string): void;
  /**
   * Throws nothing: errors of the text show with the first call. `Row` is what the statement returns; the port suite verifies it. A limit
   * that is a parameter is written `LIMIT +?`: SQLite plans by the value of `LIMIT ?`, and compiles the statement anew with each call.
   */
  prepare<Row = never>(sql: string): Statement<Row>;
  close(): void;
}

/** One way to reach SQLite. Everything it throws is a `StoreError`. */
export interface Driver {
  readonly name: DriverName;
  open(path: string, readOnly: boolean): Database;
}

export type DriverName = "node:sqlite" | "better-sqlite3";

/** SQLITE_IOERR_FSYNC: the commit was written, and may be on disk or not. */
const fsyncFailed = 1034;

const codes: Readonly<Record<number, StoreErrorCode>> = {
  5: "busy",
  6: "busy",
  8: "readOnly",
  10: "io",
  11: "damaged",
  13: "full",
  14: "cannotOpen",
  15: "busy",
  26: "notADatabase",
};

/** Error code of the store for a result code of SQLite, primary or extended (https://sqlite.org/rescode.html). */
export function codeOfResult(result: number): StoreErrorCode {
  return result === fsyncFailed ? "outcomeUnknown" : (codes[result & 0xff] ?? "failed");
}

function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error);
}

/** Converts an error to a failure of the store; `code` if its cause is unknown. */
export function asStoreError(error: unknown, code: StoreErrorCode = "failed"): StoreError {
  return error instanceof StoreError ? error : new StoreError(code, messageOf(error), { cause: error });
}

/** Runs a call of a driver; `codeOf` reads its errors. */
export type Guard = <T>(call: () => T) => T;

export function guardWith(codeOf: (error: object) => StoreErrorCode | undefined): Guard {
  return (call) => {
    try {
      return call();
    } catch (error) {
      throw asStoreError(error, typeof error === "object" && error !== null ? codeOf(error) : undefined);
    }
  };
}

/** A compiled statement of a driver. */
export interface Compiled<Row> {
  run(...values: SqlValue[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  iterate(...values: SqlValue[]): IterableIterator<Row>;
}

/** A statement of a driver, compiled with its first call: of the hundreds of a store, a command uses a few. */
export function statementOf<Row>(guard: Guard, compile: () => Compiled<Row>): Statement<Row> {
  let compiled: Compiled<Row> | undefined;
  const statement = (): Compiled<Row> => (compiled ??= compile());
  return {
    run: (...values) =>
      guard(() => {
        const { changes, lastInsertRowid } = statement().run(...values);
        return { changes: Number(changes), rowid: Number(lastInsertRowid) };
      }),
    get: (...values) => guard(() => statement().get(...values)),
    all: (...values) => guard(() => statement().all(...values)),
    iterate: (...values) => guardedRows(guard, () => statement().iterate(...values)),
  };
}

/** Rows of a driver, whose errors `guard` reads; the statement is reset when the caller stops early. */
function* guardedRows<Row>(guard: Guard, begin: () => IterableIterator<Row>): Generator<Row, void> {
  const rows = guard(begin);
  try {
    for (;;) {
      const next = guard(() => rows.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    rows.return?.();
  }
}
