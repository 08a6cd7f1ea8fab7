import { DatabaseSync } from "node:sqlite";
import type { StoreErrorCode } from "../../errors.js";
import {
  codeOfResult,
  type Compiled,
  type Database,
  type Driver,
  guardWith,
  type SqlValue,
  statementOf,
} from "./database.js";

function codeOf(error: object): StoreErrorCode | undefined {
  return "errcode" in error && typeof error.errcode === "number" ? codeOfResult(error.errcode) : undefined;
}

const guard = guardWith(codeOf);

/** Has memory of its own. Node 22 stores an empty array without it, such as one from another thread, as NULL. */
const empty = new Uint8Array(1).subarray(0, 0);

const isEmpty = (value: SqlValue): boolean => value instanceof Uint8Array && value.length === 0;

/** A statement that stores empty arrays as they are. */
function keepingEmpty<Row>(statement: Compiled<Row>): Compiled<Row> {
  return {
    run: (...values) =>
      statement.run(
        ...(values.some(isEmpty) ? values.map((each) => (isEmpty(each) ? empty : each)) : values),
      ),
    get: (...values) => statement.get(...values),
    all: (...values) => statement.all(...values),
    iterate: (...values) => statement.iterate(...values),
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
    prepare: <Row>(sql: string) => statementOf(guard, () => keepingEmpty(database.prepare<Row>(sql))),
    close: () => {
      guard(() => {
        database.close();
      });
    },
  };
}

/** SQLite as Node brings it along. */
export const nodeSqlite: Driver = { name: "node:sqlite", open };
