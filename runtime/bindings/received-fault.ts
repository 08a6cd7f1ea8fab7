import { type FaultReason, ServiceFault, type ServiceFaultOptions } from "../errors/fault.js";
import type { AnyFaultReader, FaultDetailFormat, ReadHeader } from "../contract/message-codecs.js";
import { trim } from "../xsd/white-space.js";
import type { XmlNode } from "../xml/content.js";
import type { QName } from "../xml/names.js";
import type { XmlReader } from "../xml/reader.js";

/** Reasons by fault code; the codes of both versions differ in name only. All others are `Internal`, as `Server` and `Receiver` are. */
const reasons: ReadonlyMap<string, FaultReason> = new Map([
  ["Client", "InvalidValue"],
  ["Sender", "InvalidValue"],
  ["DataEncodingUnknown", "InvalidValue"],
  ["VersionMismatch", "UnsupportedVersion"],
  ["MustUnderstand", "NotUnderstood"],
]);

/** The parts of a fault, of either version, as they are read. */
export interface FaultParts {
  /** The code, then its subcodes. */
  readonly codes: QName[];
  /** Texts by the names of their elements in lower case, the first of each name. */
  readonly texts: Map<string, string>;
  /** Content of the detail that is not declared. */
  readonly content: XmlNode[];
  detail?: { readonly codec: AnyFaultReader; readonly value: unknown } | undefined;
}

/** Readers of fault details: declared elements, and all others. */
export interface KnownFaults {
  readonly declared?: readonly AnyFaultReader[] | undefined;
  /** Reads a detail that is not declared; without it such a detail is skipped. */
  readonly undeclared?: FaultDetailFormat | undefined;
}

/**
 * Reads a SOAP fault, whose start tag the reader has just entered, up to its end tag. If its detail contains no
 * declared element, a block of `header` may be the declared one.
 */
export function receivedFault(reader: XmlReader, known: KnownFaults, header?: ReadHeader): ServiceFault {
  return faultOf(readParts(reader, known), known, header);
}

/**
 * The fault of these parts.
 * @param header a block of it may be the declared detail
 * @param others further options of the fault
 */
export function faultOf(
  parts: FaultParts,
  known: KnownFaults,
  header: ReadHeader = [],
  others?: ServiceFaultOptions,
): ServiceFault {
  const { codes, texts, content, detail = headerDetail(known, header) } = parts;
  const [first, ...subcodes] = codes;
  const code = first?.name ?? "";
  const text = texts.get("faultstring") ?? texts.get("text") ?? "The service gave no reason.";
  const actor = texts.get("faultactor") ?? texts.get("node");
  const { undeclared } = known;
  const options = { code, subcodes, actor, role: texts.get("role"), ...others };
  if (detail !== undefined) return new detail.codec.error(detail.value, text, options);
  // A faultcode may be refined with dots: `Client.Authentication` (SOAP 1.1 section 4.4.1).
  const reason = reasons.get(code.replace(/\..*/s, "")) ?? "Internal";
  if (undeclared === undefined || content.length === 0) return new ServiceFault(reason, text, options);
  return new undeclared.error(content, text, { ...options, reason });
}

/** Reads the elements of a fault of either version, and those nested in them; some services write their names in other case. */
export function readParts(
  reader: XmlReader,
  known: KnownFaults,
  parts: FaultParts = { codes: [], texts: new Map(), content: [] },
): FaultParts {
  while (reader.child(true)) {
    const name = reader.name.toLowerCase();
    if (name === "faultcode" || name === "value") parts.codes.push(readName(reader));
    else if (name === "code" || name === "subcode" || name === "reason") readParts(reader, known, parts);
    else if (name === "detail") readDetail(reader, known, parts);
    else {
      const text = readText(reader);
      if (!parts.texts.has(name)) parts.texts.set(name, text);
      reader.leaveElement();
    }
  }
  return parts;
}

function readText(reader: XmlReader): string {
  return reader.closed ? "" : trim(reader.readText());
}

/** A name with its namespace; empty for a prefix that is not declared. */
function readName(reader: XmlReader): QName {
  const text = readText(reader);
  const colon = text.indexOf(":");
  const namespace = reader.scope.lookUp(text.slice(0, colon)) ?? "";
  reader.leaveElement();
  return { namespace, name: text.slice(colon + 1) };
}

/** The first declared element in the detail, which the reader has entered. */
function readDetail(reader: XmlReader, { declared = [], undeclared }: KnownFaults, parts: FaultParts): void {
  const { content } = parts;
  while (undeclared === undefined ? reader.child(true) : undeclared.child(reader, content)) {
    const codec = declared.find(({ detail: { element } }) => element && reader.isElement(element));
    if (codec !== undefined && parts.detail === undefined)
      parts.detail = { codec, value: codec.detail.read(reader) };
    else if (undeclared === undefined) reader.skip();
    else content.push(undeclared.element(reader));
  }
}

function headerDetail({ declared = [] }: KnownFaults, header: ReadHeader): FaultParts["detail"] {
  for (const codec of declared) {
    const block = codec.header && header.find((each) => each.codec === codec.detail);
    if (block !== undefined) return { codec, value: block.value };
  }
  return undefined;
}
