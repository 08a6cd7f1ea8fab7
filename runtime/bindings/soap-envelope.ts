import type { ReadUndeclared } from "../contract/call-parts.js";
import type { ReadHeader } from "../contract/message-codecs.js";
import type { XmlError } from "../xml/errors.js";
import type { XmlReader } from "../xml/reader.js";
import { shortened } from "../xsd/type.js";
import { readHeader, type KnownBlocks } from "./soap-header.js";
import { soapVersionOf, soapVersions, type SoapVersion } from "../contract/soap-version.js";

/** Enters the root element; undefined when it is not an envelope. */
export function enterEnvelope(reader: XmlReader): SoapVersion | undefined {
  reader.enterRoot();
  return reader.name === "Envelope" ? soapVersionOf(reader.namespace) : undefined;
}

/** Reads from the start tag of Envelope to that of Body; returns the content of Header. */
export function enterBody(
  reader: XmlReader,
  version: SoapVersion,
  known: KnownBlocks,
  undeclared?: ReadUndeclared,
): ReadHeader {
  const { namespace } = soapVersions[version];
  let header: ReadHeader = [];
  for (let first = true; reader.child(); first = false) {
    const ours = reader.namespace === namespace;
    if (ours && reader.name === "Body") return header;
    if (!ours || reader.name !== "Header" || !first) {
      throw misplaced(reader, `soap:Body is expected, not ${shortened(reader.name)}.`);
    }
    header = readHeader(reader, version, known, undeclared);
  }
  throw misplaced(reader, "Missing required soap:Body element.");
}

/** Reads from the end tag of the only element in Body to the end of the document. */
export function leaveBody(reader: XmlReader): void {
  if (reader.child()) throw misplaced(reader, "soap:Body holds more than one element.");
  leaveEnvelope(reader);
}

/** Reads from the end tag of Body to the end of the document. */
export function leaveEnvelope(reader: XmlReader): void {
  if (reader.child()) throw misplaced(reader, "An element follows soap:Body.");
  reader.finish();
}

function misplaced(reader: XmlReader, detail: string): XmlError {
  return reader.error("Envelope", detail);
}
