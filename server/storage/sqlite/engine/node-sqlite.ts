import { DatabaseSync } from "node:sqlite";
import type { StoreErrorCode } from "../../errors.js";
import {
  codeOfResult,
  type Database,
  type Driver,
  guardedRows,
  guardWith,
  type Statement,
} from "./database.js";

function codeOf(error: object): StoreErrorCode | undefined {
  return "errcode" in error && typeof error.errcode === "number" ? codeOfResult(error.errcode) : undefined;
}

const guard = guardWith(codeOf);

function prepare<Row>(database: DatabaseSync, sql: string): Statement<Row> {
  const statement = guard(() => database.prepare<Row>(sql));
  return {
    run: (...values) => guard(() => ({ changes: Number(statement.run(...values).changes) })),
    get: (...values) => guard(() => statement.get(...values)),
    all: (...values) => guard(() => statement.all(...values)),
    iterate: (...values) => guardedRows(guard, () => statement.iterate(...values)),
  };
}

function open(path: string, readOnly: boolean): Database {
  const database = guard(() => new DatabaseSync(path, { readOnly }));
  return {
    exec: (sql) => {
      guard(() => {
        database.exec(sql);
      });
    },
    prepare: (sql) => prepare(database, sql),
    close: () => {
      guard(() => {
        database.close();
      });
    },
  };
}

/** SQLite as Node brings it along. */
export const nodeSqlite: Driver = { name: "node:sqlite", open };
