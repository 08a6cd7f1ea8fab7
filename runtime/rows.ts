import type { Decimal } from "./decimal.js";
import type { XmlAttribute } from "./xml/content.js";
import type { XsdDateTime } from "./xsd/date-time.js";
import type { SimpleList } from "./xsd/lists.js";

/** Items: an array, or an iterable that produces them on request, for example a generator. */
export type Rows<T> = (Iterable<T> & object) | AsyncIterable<T>;

type Leaf = string | number | bigint | boolean | null | undefined | Uint8Array | Decimal | XsdDateTime;

/**
 * Result type of a server where its client gets `T`: wherever an element is repeated, and in XML, items instead of the
 * array. An array is written before the response begins. Any other rows are written while it is sent, each when the caller has taken
 * those before it, so that a response takes the same memory whatever their number.
 *
 * Rows are gone through once. Their iterator is ended by `return` when the caller leaves. An error before the first
 * 64 KiB is a fault as always; after that it breaks off the connection, and the caller sees that the response is not whole.
 */
export type Streamed<T> = T extends Leaf
  ? T
  : T extends readonly (infer Row)[]
    ? Same<T, readonly XmlAttribute[]> | SimpleListOf<T> extends false
      ? Rows<Streamed<Row>>
      : T
    : { readonly [Key in keyof T]: Streamed<T[Key]> };

type Same<A, B> = [A, B] extends [B, A] ? true : false;
/** What stands in one text is an array. */
type SimpleListOf<T> = keyof SimpleList<unknown> extends keyof T ? true : false;
