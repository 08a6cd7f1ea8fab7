import BetterSqlite3 from "better-sqlite3";
import type { StoreErrorCode } from "../../errors.js";
import { type Database, type Driver, guardWith, type SqlValue, statementOf } from "./database.js";

const codes: readonly (readonly [prefix: string, code: StoreErrorCode])[] = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_READONLY", "readOnly"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_CANTOPEN", "cannotOpen"],
  ["SQLITE_NOTADB", "notADatabase"],
  ["SQLITE_IOERR_FSYNC", "outcomeUnknown"],
  ["SQLITE_IOERR", "io"],
  ["SQLITE_PROTOCOL", "busy"],
  ["SQLITE_", "failed"],
];

function codeOf(error: object): StoreErrorCode | undefined {
  if (!("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" ? codes.find(([prefix]) => code.startsWith(prefix))?.[1] : undefined;
}

const guard = guardWith(codeOf);

function open(path: string, readOnly: boolean): Database {
  const database = guard(() => new BetterSqlite3(path, { readonly: readOnly }));
  return {
    exec: (sql) => {
      guard(() => database.exec(sql));
    },
    prepare: <Row>(sql: string) => statementOf(guard, () => database.prepare<SqlValue[], Row>(sql)),
    close: () => {
      guard(() => {
        database.close();
      });
    },
  };
}

/** SQLite from npm, for a Node without `node:sqlite`. */
export const betterSqlite3: Driver = { name: "better-sqlite3", open };
