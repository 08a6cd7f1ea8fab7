/** Reads and writes nillable elements: nil is null. */
import type { XsdType } from "../xsd/type.js";
import { checkRecordType, checkSimpleType } from "./declared-type.js";
import type { QName, SoapArrayName } from "./names.js";
import type { XmlReader } from "./reader.js";
import type { XmlWriter } from "./writer.js";

/** As `XmlReader.value`, for a nillable element. */
export function readNillable<T>(
  reader: XmlReader,
  type: XsdType<T>,
  previous: T | null | undefined,
): T | null {
  if (reader.isRepeated(previous)) return previous;
  if (reader.hasAttributes) {
    checkSimpleType(reader, type.name);
    if (reader.isNil()) return null;
  }
  return reader.simple(type);
}

/** As `XmlReader.record`, for a nillable element. */
export function readNillableRecord<T>(
  reader: XmlReader,
  read: (reader: XmlReader) => T,
  type: QName | SoapArrayName,
  previous: T | null | undefined,
): T | null {
  if (reader.isRepeated(previous)) return previous;
  if (reader.hasAttributes) {
    checkRecordType(reader, type, reader.encoded);
    if (reader.isNil()) return null;
  }
  return read(reader);
}

/** The value of a required nillable field. Where it is absent, the record just read is refused; in lenient reading it is null. */
export function presentNillable<T>(reader: XmlReader, value: T | undefined, name: string): T | null {
  if (value !== undefined) return value;
  return reader.lenient ? null : reader.absentRecord(name);
}

/**
 * Writes an element without a value: `<name xsi:nil="true" />`. The prefix `xsi` must be declared around it.
 * @param type for `xsi:type`, where the declared one is abstract
 */
export function writeNil(writer: XmlWriter, name: string, type?: string): void {
  writer.raw(`<${name}${type === undefined ? "" : ` xsi:type="${type}"`} xsi:nil="true" />`);
}
