import type { AllValues, Value } from "../../script/columns.js";
import { forSqlite, forSqliteOne, type Translated } from "../../script/dialect.js";
import { checkNames, type Declared } from "../../script/statement.js";
import type { SqlValue } from "./database.js";

type List = Extract<Value, readonly unknown[]>;

/** `Array.isArray` takes a constant array for any other value. */
const isList = (value: Value): value is List => Array.isArray(value);

/** A value as it is stored. */
export function storedValue(value: Value): SqlValue {
  if (typeof value === "boolean") return Number(value);
  if (value === undefined || value === null) return null;
  return isList(value) ? JSON.stringify(value) : value;
}

const storedOne = (value: Value): SqlValue => storedValue(isList(value) ? value[0] : value);

const isOne = (value: Value): boolean => !isList(value) || value.length === 1;

/** A text of a statement, and its values in the order of their positions. */
export interface Bound {
  readonly text: string;
  readonly bound: (values: AllValues) => SqlValue[];
}

const boundBy = ({ text, names }: Translated, write: (value: Value) => SqlValue): Bound => ({
  text,
  bound: (values) => names.map((name) => write(values[name])),
});

/** The texts of a statement: any lists, and lists of one value, which are frequent and searched faster. */
export interface Texts {
  readonly some: Bound;
  readonly one: Bound | undefined;
  /** Whether the values are those of `one`. */
  readonly isOne: (values: AllValues) => boolean;
}

/** The texts of a declared statement for SQLite; `values`: those of its first use. */
export function textsOf(declared: Declared, values: AllValues): Texts {
  const some = forSqlite(declared);
  checkNames(declared, some.names, values);
  const one = forSqliteOne(declared);
  return {
    some: boundBy(some, storedValue),
    one: one && boundBy(one, storedOne),
    isOne: (given) => one?.names.every((name) => isOne(given[name])) ?? false,
  };
}
