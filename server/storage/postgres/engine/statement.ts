import { createHash } from "node:crypto";

/** Values of PostgreSQL. Numbers are whole; arrays have one type. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[];

/** SQL with parameters `$1`…; a connection prepares it when it first runs there. */
export interface Statement<Row> {
  /** Empty for one that is not kept: the server plans it for the values of each run. */
  readonly name: string;
  readonly text: string;
  /** Never set: carries the type of the rows. */
  readonly row?: Row;
}

/** `Row` is what the statement returns; the port suite holds the proof. The name follows from the text, as two versions may run at once. */
export function sql<Row = object>(text: string): Statement<Row> {
  return { name: `m_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`, text };
}

/** A command of SQL that is no query: BEGIN, COMMIT, SET. */
export const command = (text: string): Statement<object> => sql(text);

/** Values of some properties of rows, an array for each property: parameters of a statement with `unnest`. */
export function arraysOf<Row, K extends keyof Row>(
  rows: readonly (Row & { readonly [P in K]?: SqlValue | undefined })[],
  ...names: readonly K[]
): readonly (readonly SqlValue[])[] {
  return names.map((name) => rows.map((row) => row[name] ?? null));
}

/** A parameter as the protocol writes it. */
export type Parameter = string | Buffer | null;

/**
 * A value as a parameter. PostgreSQL has no U+0000 in a text: it becomes U+FFFD, as half a surrogate pair does. A number
 * that is not whole is stored in no column: it becomes NULL, which equals nothing.
 */
export function parameterOf(value: SqlValue): Parameter {
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? `${value}` : null;
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value === null) return null;
  return isArray(value) ? arrayOf(value) : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** An array literal (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO). */
function arrayOf(values: readonly SqlValue[]): string {
  let text = "{";
  for (let place = 0; place < values.length; place++)
    text += (place === 0 ? "" : ",") + elementOf(values[place] ?? null);
  return `${text}}`;
}

function elementOf(value: SqlValue): string {
  const parameter = parameterOf(value);
  if (parameter === null) return "NULL";
  if (typeof parameter !== "string") return `"\\\\x${parameter.toString("hex")}"`;
  return typeof value === "string" ? `"${parameter.replace(/["\\]/gu, "\\$&")}"` : parameter;
}

function isArray(value: SqlValue): value is readonly SqlValue[] {
  return Array.isArray(value);
}
