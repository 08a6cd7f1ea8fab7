/** SOAP-encoded arrays (SOAP 1.1 section 5.4.2, SOAP 1.2 part 2 section 3.1.6). */
import type { Rows } from "./rows.js";
import { soap12EncodingNamespace, soapEncodingNamespace } from "./names.js";
import type { XmlReader } from "./reader.js";
import type { XmlWriter } from "./writer.js";

/** Items that the arrays of one message may leave out, by offsets and positions: their places take memory. */
export const maxArrayGaps = 1_000;
/** Further items that may be left out for each item of the message in the sense of `XmlLimits.items`. */
export const arrayGapsPerItem = 4;

/**
 * Reads the items of an array, any of which may be omitted: null for those. An array with an offset or positions has the
 * length of its arrayType.
 * @param read reads the item entered last; nil is null
 * @throws XmlError
 */
export function readSoapArray<T>(reader: XmlReader, read: () => T | null): readonly (T | null)[] {
  const [size = 0, ...others] = sizesOf(reader);
  if (others.length > 0) throw wrongSizes(reader, 1);
  const offset = indicesOf(reader, "offset", 1)?.[0];
  const items: (T | null)[] = [];
  let isPartial = offset !== undefined;
  let at = offset ?? 0;
  while (reader.child()) {
    const position = indicesOf(reader, "position", 1)?.[0];
    isPartial ||= position !== undefined;
    at = position ?? at;
    fillTo(reader, items, at);
    items[at] = read();
    at++;
  }
  if (isPartial) fillTo(reader, items, size);
  return items;
}

/** Adds null up to a length. */
function fillTo(reader: XmlReader, items: unknown[], length: number): void {
  countGaps(reader, length - items.length);
  while (items.length < length) items.push(null);
}

/** An array of arrays, as deep as it has dimensions. */
type Grid<T> = readonly (T | null | Grid<T>)[];

/** `Grid` of one depth. */
type GridOf<T, Depth extends number> = Depth extends 2
  ? readonly (readonly (T | null)[])[]
  : Depth extends 3
    ? readonly (readonly (readonly (T | null)[])[])[]
    : Grid<T>;

/**
 * Reads the items of an array of several dimensions as arrays in arrays; null for omitted items. The message has the
 * sizes, and the items row by row.
 * @param read reads the item entered last; nil is null
 * @throws XmlError
 */
export function readSoapGrid<T, Depth extends number>(
  reader: XmlReader,
  dimensions: Depth,
  read: () => T | null,
): GridOf<T, Depth> {
  const sizes = sizesOf(reader);
  const offset = indicesOf(reader, "offset", dimensions);
  const items = new Map<number, T | null>();
  if (sizes.length !== dimensions && sizes.length > 0) throw wrongSizes(reader, dimensions);
  const placeOf = (indices: readonly number[]): number => placeIn(reader, sizes, indices);
  let at = offset === undefined ? 0 : placeOf(offset);
  const { name } = reader;
  while (reader.child()) {
    const position = indicesOf(reader, "position", dimensions);
    at = position === undefined ? at : placeOf(position);
    items.set(at, read());
    at++;
  }
  const counts = sizes.map((_, dimension) =>
    sizes.slice(0, dimension + 1).reduce((product, size) => product * size),
  );
  for (const place of items.keys())
    if (place >= (counts.at(-1) ?? 0)) throw wrongSizes(reader, dimensions, name);
  countGaps(reader, counts.reduce((sum, count) => sum + count, 0) - items.size);
  // The arrays have the depth that the caller names.
  return gridOf(items, sizes, 0, 0) as GridOf<T, Depth>;
}

/** The arrays of a dimension and those inside, from a place in the sequence of all items. */
function gridOf<T>(
  items: ReadonlyMap<number, T | null>,
  sizes: readonly number[],
  dimension: number,
  start: number,
): Grid<T> {
  const step = sizes.slice(dimension + 1).reduce((product, size) => product * size, 1);
  return Array.from({ length: sizes[dimension] ?? 0 }, (_, index) => {
    const at = start + index * step;
    return dimension === sizes.length - 1 ? (items.get(at) ?? null) : gridOf(items, sizes, dimension + 1, at);
  });
}

/** The place of an item in the sequence of all items. */
function placeIn(reader: XmlReader, sizes: readonly number[], indices: readonly number[]): number {
  if (indices.some((index, at) => index >= (sizes[at] ?? 0)))
    throw reader.error("WrongValue", "The position of an array item is outside the array.");
  return indices.reduce((place, index, at) => place * (sizes[at] ?? 0) + index, 0);
}

function wrongSizes(reader: XmlReader, dimensions: number, name = reader.name): Error {
  return reader.error(
    "WrongValue",
    `${name}: arrayType does not have ${dimensions} size${dimensions === 1 ? "" : "s"} that all items fit into.`,
  );
}

/** The sizes in `arrayType` of SOAP 1.1 or `arraySize` of SOAP 1.2; none where they are not given. */
function sizesOf(reader: XmlReader): readonly number[] {
  const lexical = reader.attribute(soapEncodingNamespace, "arrayType");
  const sizes =
    lexical === undefined
      ? reader.attribute(soap12EncodingNamespace, "arraySize")?.split(/\s+/)
      : /\[([\d,\s]*)\]\s*$/.exec(lexical)?.[1]?.split(",");
  const numbers = (sizes ?? []).map((size) => size.trim());
  return numbers.every((size) => /^\d{1,9}$/.test(size)) ? numbers.map(Number) : [];
}

/** `[3]` or `[1,2]` in an attribute of the encoding. */
function indicesOf(reader: XmlReader, name: string, dimensions: number): readonly number[] | undefined {
  const lexical = reader.attribute(soapEncodingNamespace, name);
  if (lexical === undefined) return undefined;
  const indices = (/^\s*\[([\d,\s]*)\]\s*$/.exec(lexical)?.[1]?.split(",") ?? []).map((index) =>
    index.trim(),
  );
  if (indices.length !== dimensions || !indices.every((index) => /^\d{1,9}$/.test(index)))
    throw reader.error("WrongValue", `${name} of an array is not an index.`);
  return indices.map(Number);
}

function countGaps(reader: XmlReader, gaps: number): void {
  if (gaps <= 0) return;
  reader.arrayGaps += gaps;
  if (reader.arrayGaps > maxArrayGaps + arrayGapsPerItem * reader.items)
    throw reader.error("WrongValue", "The arrays of the message leave out too many items.");
}

/** Writes the attributes of an array into the start tag written last; the length is written only for an array. */
export function writeSoapArray(writer: XmlWriter, type: string, rows: Rows<unknown>): void {
  writeArrayType(writer, type, Array.isArray(rows) ? [rows.length] : []);
}

/**
 * Writes an array of several dimensions into the open element: its attributes, then its items row by row.
 * @param write writes an item
 * @throws RangeError if the arrays of a dimension have different lengths
 */
export function writeSoapGrid<T, Depth extends number>(
  writer: XmlWriter,
  type: string,
  dimensions: Depth,
  rows: GridOf<T, Depth>,
  write: (item: T | null) => void,
): void {
  const sizes: number[] = [];
  let items: readonly unknown[] = [rows];
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const inner = items.map(asArray);
    const [{ length } = []] = inner;
    if (inner.some((each) => each.length !== length))
      throw new RangeError("The rows of an array have different lengths.");
    sizes.push(length);
    items = inner.flat(1);
  }
  writeArrayType(writer, type, sizes);
  // The types of the contract define the items of the innermost arrays.
  for (const item of items) write(item as T | null);
}

function asArray(rows: unknown): readonly unknown[] {
  if (Array.isArray(rows)) return rows;
  if (typeof rows === "object" && rows !== null && Symbol.iterator in rows)
    return [...(rows as Iterable<unknown>)];
  throw new RangeError("Arrays of several dimensions cannot be streamed.");
}

/** @param sizes empty if the length is not known */
function writeArrayType(writer: XmlWriter, type: string, sizes: readonly number[]): void {
  const { encoding = soapEncodingNamespace } = writer;
  writer.attribute("xmlns:soapenc", encoding);
  writer.attribute("xsi:type", "soapenc:Array");
  if (encoding === soap12EncodingNamespace) {
    // An array of arrays has no name of its own there.
    writer.attribute("soapenc:itemType", type.endsWith("]") ? "soapenc:Array" : type);
    writer.attribute("soapenc:arraySize", sizes.join(" ") || "*");
  } else writer.attribute("soapenc:arrayType", `${type}[${sizes.join(",")}]`);
}
