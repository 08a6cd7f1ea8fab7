import { ServiceFault, type FaultReason } from "../fault.js";
import { string } from "../xsd/primitives.js";
import type { XmlReader } from "../xml/reader.js";
import type { SoapVersion } from "./soap-version.js";

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
}

/** Reads a SOAP fault, whose start tag the reader has just entered, up to its end tag. */
export function receivedFault(reader: XmlReader, version: SoapVersion): ServiceFault {
  const { code: name = "", text = "The service gave no reason." } =
    version === "soap11" ? readFault11(reader) : readFault12(reader);
  // A faultcode may be refined with dots: `Client.Authentication` (SOAP 1.1 section 4.4.1).
  const code = name.slice(name.indexOf(":") + 1).trim();
  const [general = ""] = code.split(".");
  return new ServiceFault(reasons.get(general) ?? "Internal", text, { code });
}

function readFault11(reader: XmlReader): FaultParts {
  let code: string | undefined;
  let text: string | undefined;
  while (reader.child()) {
    if (reader.name === "faultcode") code = reader.value(string, code);
    else if (reader.name === "faultstring") text = reader.value(string, text);
    else reader.skip();
  }
  return { code, text };
}

function readFault12(reader: XmlReader): FaultParts {
  let code: string | undefined;
  let text: string | undefined;
  while (reader.child()) {
    if (reader.name === "Code") code ??= readFirst(reader, "Value");
    else if (reader.name === "Reason") text ??= readFirst(reader, "Text");
    else reader.skip();
  }
  return { code, text };
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
