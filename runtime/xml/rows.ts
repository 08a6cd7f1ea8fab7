import type { Decimal } from "../xsd/decimal.js";
import type { XmlAttribute } from "./content.js";
import type { XsdDateTime } from "../xsd/date-time.js";
import type { SimpleList } from "../xsd/lists.js";

/** Items: an array, or an iterable that produces them on request, for example a generator. */
export type Rows<T> = (Iterable<T> & object) | AsyncIterable<T>;

type Leaf = string | number | bigint | boolean | null | undefined | Uint8Array | Date | Decimal | XsdDateTime;

/** A writer, as far as items need it. */
interface RowWriter {
  /** Writes items later, and returns true, if they are not there yet. Absent in a writer that writes all at once. */
  later?<T>(rows: Rows<T>, write: (row: T) => void): boolean;
}

/** Calls `write`, which writes elements, for each item: at once, or when a stream has got to it. */
export function writeEach<T>(writer: RowWriter, rows: Rows<T>, write: (row: T) => void): void {
  if (writer.later?.(rows, write) !== true) for (const row of presentRows(rows)) write(row);
}

/** Items that are written at once. @throws RangeError for what is no iterable, and for items that arrive one by one */
export function presentRows<T>(rows: Rows<T>): Iterable<T> {
  // Callers without types pass anything.
  const given: unknown = rows;
  const isObject = typeof given === "object" && given !== null;
  if (isObject && Symbol.iterator in rows) return rows;
  const isStreamed = isObject && Symbol.asyncIterator in given;
  throw new RangeError(isStreamed ? "only responses can have streamed items" : "an array is expected");
}

/**
 * Result type of a server where its client gets `T`: wherever an element is repeated, and in XML, items instead of the
 * array. An array is written before the response begins. Other iterables are streamed: each item is requested when the
 * caller has read the previous ones, so that the memory does not depend on their number.
 *
 * Items are iterated once. `return` of the iterator is called if the caller disconnects. An error before the first 64
 * KiB becomes a fault; after that the connection is closed, and the caller detects an incomplete response.
 */
export type Streamed<T> = T extends Leaf
  ? T
  : T extends readonly (infer Row)[]
    ? Same<T, readonly XmlAttribute[]> | SimpleListOf<T> extends false
      ? Rows<Streamed<Row>>
      : T
    : { readonly [Key in keyof T]: Streamed<T[Key]> };

type Same<A, B> = [A, B] extends [B, A] ? true : false;
/** Items in one text are always an array. */
type SimpleListOf<T> = keyof SimpleList<unknown> extends keyof T ? true : false;
