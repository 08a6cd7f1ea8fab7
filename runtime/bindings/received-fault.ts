import { ServiceFault, type FaultReason } from "../fault.js";
import type { AnyFaultReader, ReadHeader } from "../message-codecs.js";
import { string } from "../xsd/primitives.js";
import { trim } from "../xsd/white-space.js";
import type { XmlReader } from "../xml/reader.js";
import type { SoapVersion } from "./soap-version.js";
import type { QName } from "../xml/names.js";

/** Reasons by fault code; the codes of both versions differ in name only. */
const reasons: ReadonlyMap<string, FaultReason> = new Map([
  ["Client", "InvalidValue"],
  ["Sender", "InvalidValue"],
  ["DataEncodingUnknown", "InvalidValue"],
  ["Server", "Internal"],
  ["Receiver", "Internal"],
  ["VersionMismatch", "UnsupportedVersion"],
  ["MustUnderstand", "NotUnderstood"],
]);

interface FaultParts {
  readonly code: string | undefined;
  readonly text: string | undefined;
  readonly detail: { readonly codec: AnyFaultReader; readonly value: unknown } | undefined;
}

/**
 * Reads a SOAP fault, whose start tag the reader has just entered, up to its end tag. If its detail contains no
 * declared element, a block of `header` may be the declared one.
 */
export function receivedFault(
  reader: XmlReader,
  version: SoapVersion,
  declared: readonly AnyFaultReader[] = [],
  header: ReadHeader = [],
): ServiceFault {
  const parts = version === "soap11" ? readFault11(reader, declared) : readFault12(reader, declared);
  const { code: name = "", text = "The service gave no reason." } = parts;
  const detail = parts.detail ?? headerDetail(declared, header);
  // A faultcode may be refined with dots: `Client.Authentication` (SOAP 1.1 section 4.4.1).
  const code = trim(name.slice(name.indexOf(":") + 1));
  const [general = ""] = code.split(".");
  if (detail !== undefined) return new detail.codec.error(detail.value, text, { code });
  return new ServiceFault(reasons.get(general) ?? "Internal", text, { code });
}

/** The first declared element in the detail, which the reader has entered; all others are passed. */
function readDetail(reader: XmlReader, declared: readonly AnyFaultReader[]): FaultParts["detail"] {
  let found: FaultParts["detail"];
  while (reader.child()) {
    const codec = declared.find(({ detail }) => isElement(reader, detail.element));
    if (codec === undefined || found !== undefined) reader.skip();
    else found = { codec, value: codec.detail.read(reader) };
  }
  return found;
}

function headerDetail(declared: readonly AnyFaultReader[], header: ReadHeader): FaultParts["detail"] {
  for (const codec of declared.filter((each) => each.header)) {
    const block = header.find((each) => each.codec === codec.detail);
    if (block !== undefined) return { codec, value: block.value };
  }
  return undefined;
}

function isElement({ name, namespace }: XmlReader, element: QName | undefined): boolean {
  return element?.name === name && element.namespace === namespace;
}

function readFault11(reader: XmlReader, declared: readonly AnyFaultReader[]): FaultParts {
  let code: string | undefined;
  let text: string | undefined;
  let detail: FaultParts["detail"];
  while (reader.child()) {
    if (reader.name === "faultcode") code = reader.value(string, code);
    else if (reader.name === "faultstring") text = reader.value(string, text);
    else if (reader.name === "detail") detail = readDetail(reader, declared);
    else reader.skip();
  }
  return { code, text, detail };
}

function readFault12(reader: XmlReader, declared: readonly AnyFaultReader[]): FaultParts {
  let code: string | undefined;
  let text: string | undefined;
  let detail: FaultParts["detail"];
  while (reader.child()) {
    if (reader.name === "Code") code ??= readFirst(reader, "Value");
    else if (reader.name === "Reason") text ??= readFirst(reader, "Text");
    else if (reader.name === "Detail") detail = readDetail(reader, declared);
    else reader.skip();
  }
  return { code, text, detail };
}

/** Text of the first child of that name; Reason holds one Text per language. */
function readFirst(reader: XmlReader, name: string): string | undefined {
  let found: string | undefined;
  while (reader.child()) {
    if (reader.name === name && found === undefined) found = reader.value(string, undefined);
    else reader.skip();
  }
  return found;
}
