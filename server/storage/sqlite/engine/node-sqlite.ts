import { DatabaseSync } from "node:sqlite";
import type { StoreErrorCode } from "../../errors.js";
import { codeOfResult, type Database, type Driver, guardWith, statementOf } from "./database.js";

function codeOf(error: object): StoreErrorCode | undefined {
  return "errcode" in error && typeof error.errcode === "number" ? codeOfResult(error.errcode) : undefined;
}

const guard = guardWith(codeOf);

function open(path: string, readOnly: boolean): Database {
  const database = guard(() => new DatabaseSync(path, { readOnly }));
  return {
    exec: (sql) => {
      guard(() => {
        database.exec(sql);
      });
    },
    prepare: <Row>(sql: string) => statementOf(guard, () => database.prepare<Row>(sql)),
    close: () => {
      guard(() => {
        database.close();
      });
    },
  };
}

/** SQLite as Node brings it along. */
export const nodeSqlite: Driver = { name: "node:sqlite", open };
