import { StoreError, type StoreErrorCode } from "../../errors.js";

/** What SQLite stores. Booleans are 0 and 1. */
export type SqlValue = string | number | null | Uint8Array;

/** A value as SQLite stores it. */
export function sqlValue(value: SqlValue | boolean): SqlValue {
  return typeof value === "boolean" ? Number(value) : value;
}

/** A prepared statement; parameters are positional. */
export interface Statement<Row> {
  /** Runs a statement that returns no rows; tells how many rows it changed. */
  run(...values: SqlValue[]): { readonly changes: number };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

/** One connection: the little that both drivers have in common. Every call is synchronous. */
export interface Database {
  exec(sql: string): void;
  /** `Row` is what the statement returns; the conformance suite holds the proof. */
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

/** The store's word for a result code of SQLite, primary or extended (https://sqlite.org/rescode.html). */
export function codeOfResult(result: number): StoreErrorCode {
  return result === fsyncFailed ? "outcomeUnknown" : (codes[result & 0xff] ?? "failed");
}

function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error);
}

/** What went wrong, as a failure of the store; `code` when nothing else is known about it. */
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
