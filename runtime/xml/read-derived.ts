/** Reads elements whose type has derived types. */
import { givenType } from "./declared-type.js";
import { type QName, isSameName } from "./names.js";
import type { XmlReader } from "./reader.js";
import { refuse } from "./scanner.js";

/** Reader of a type that may be used where another one is declared. */
export interface TypeReader<T> {
  readonly type: QName;
  read(reader: XmlReader): T;
}

/**
 * Reads an element whose type has derived types: `xsi:type` chooses the reader.
 * @param readers the declared type, unless it is abstract, and every type derived from it
 * @param declared read without `xsi:type`; undefined when the declared type is abstract
 * @param previous value of the same field read before; anything but undefined is a duplicate, which is refused
 * @returns undefined only in lenient reading, for a nil element or a type that cannot be told
 * @throws XmlError
 */
export function readDerived<T>(
  reader: XmlReader,
  readers: readonly TypeReader<T>[],
  declared: QName | undefined,
  previous: T | undefined,
): T | undefined {
  if (reader.isRepeated(previous)) return previous;
  return reader.isRefusedNil() ? undefined : chosen(reader, readers, declared)?.read(reader);
}

/** As `readDerived`, for a nillable element: nil is null. */
export function readNillableDerived<T>(
  reader: XmlReader,
  readers: readonly TypeReader<T>[],
  declared: QName | undefined,
  previous: T | null | undefined,
): T | null {
  if (reader.isRepeated(previous)) return previous;
  // In lenient reading also undefined, as `keeps` of the reader says.
  return reader.isNil() ? null : (chosen(reader, readers, declared)?.read(reader) as T);
}

/** Undefined only in lenient reading, for an element that has been read to its end. */
function chosen<T>(
  reader: XmlReader,
  readers: readonly TypeReader<T>[],
  declared: QName | undefined,
): TypeReader<T> | undefined {
  const type = givenType(reader) ?? declared;
  const named = (name: QName): TypeReader<T> | undefined =>
    readers.find((each) => isSameName(each.type, name));
  let found = type && named(type);
  if (!found && (declared || !reader.leavesOut?.(type?.name))) {
    if (!type) refuse(reader, "AbstractType", `${reader.name}: xsi:type must name a derived type.`);
    reader.wrongType(type.name);
    found = declared && named(declared);
  }
  return found;
}
