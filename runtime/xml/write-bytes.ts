/** Writes bytes and attachments, which may travel beside the document. */
import type { XsdType } from "../xsd/type.js";
import { escapeAttribute } from "./escape.js";
import { anyMediaType, type SoapAttachment, xopNamespace } from "../xsd/parts.js";
import type { XmlWriter } from "./writer.js";

/**
 * Writes an element with bytes: in base64, or as a MIME part.
 * @param contentType of the part; `application/octet-stream` if unknown
 * @throws LexicalError if the value is not of the type
 */
export function writeBytes(
  writer: XmlWriter,
  name: string,
  type: XsdType<Uint8Array>,
  value: Uint8Array,
  contentType?: string,
): void {
  if (writer.beside === undefined) {
    writer.plain(name, type.print(value));
    return;
  }
  writer.open(name);
  writeBinary(writer, type, value, contentType);
  writer.close(name);
}

/** Writes bytes into the element that is open; as `writeBytes`. */
export function writeBinary(
  writer: XmlWriter,
  type: XsdType<Uint8Array>,
  value: Uint8Array,
  contentType: string = anyMediaType,
): void {
  const { beside } = writer;
  const printed = beside !== undefined && type.carried === "bytes" ? undefined : type.print(value);
  const url = beside?.include(value, contentType);
  if (url === undefined) writer.raw(printed ?? type.print(value));
  else writer.raw(`<xop:Include xmlns:xop="${xopNamespace}" href="${escapeAttribute(url)}" />`);
}

/**
 * Sends an attachment beside the document.
 * @param part part of the message that it is bound to; undefined for one that the document refers to
 * @returns its URL
 * @throws RangeError if the message cannot have attachments, and as `SentParts`
 */
export function attach({ beside }: XmlWriter, attachment: SoapAttachment, part?: string): string {
  if (beside !== undefined) return beside.attach(attachment, part);
  throw new RangeError("Only SOAP messages can have attachments.");
}
