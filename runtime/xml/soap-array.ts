/** SOAP-encoded arrays (SOAP 1.1 section 5.4.2). */
import type { Rows } from "../rows.js";
import { soapEncodingNamespace } from "./names.js";
import type { XmlReader } from "./reader.js";
import type { XmlWriter } from "./writer.js";

/** Items that the arrays of one message may leave out, by offsets and positions: their places take memory. */
export const maxArrayGaps = 1_000;
/** Further items that may be left out for each item of the message in the sense of `XmlLimits.items`. */
export const arrayGapsPerItem = 4;

/**
 * Reads the items of an array, any of which may be omitted: null for those.
 * @param read reads the item entered last; nil is null
 * @throws XmlError
 */
export function readSoapArray<T>(reader: XmlReader, read: () => T | null): readonly (T | null)[] {
  const items: (T | null)[] = [];
  let at = arrayIndex(reader, "offset") ?? 0;
  while (reader.child()) {
    at = arrayIndex(reader, "position") ?? at;
    countGaps(reader, at - items.length);
    while (items.length < at) items.push(null);
    items[at] = read();
    at++;
  }
  return items;
}

/** `[3]` in an attribute of the encoding. */
function arrayIndex(reader: XmlReader, name: string): number | undefined {
  const lexical = reader.attribute(soapEncodingNamespace, name);
  if (lexical === undefined) return undefined;
  const index = /^\s*\[([0-9]{1,9})\]\s*$/.exec(lexical)?.[1];
  if (index === undefined) throw reader.error("WrongValue", `${name} of an array is not an index.`);
  return Number(index);
}

function countGaps(reader: XmlReader, gaps: number): void {
  if (gaps <= 0) return;
  reader.arrayGaps += gaps;
  if (reader.arrayGaps > maxArrayGaps + arrayGapsPerItem * reader.items)
    throw reader.error("WrongValue", "The arrays of the message leave out too many items.");
}

/** Writes the attributes of an array into the start tag written last; the length is written only for an array. */
export function writeSoapArray(writer: XmlWriter, type: string, rows: Rows<unknown>): void {
  writer.attribute("xmlns:soapenc", soapEncodingNamespace);
  writer.attribute("xsi:type", "soapenc:Array");
  writer.attribute("soapenc:arrayType", `${type}[${Array.isArray(rows) ? rows.length : ""}]`);
}
