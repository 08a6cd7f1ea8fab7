import { type FaultReason, ServiceFault } from "../errors/fault.js";
import { placeOf, XmlError, type XmlErrorCode } from "../xml/errors.js";

/** One row per code: the reason of the fault for a request with this error. */
const reasons: Readonly<Record<XmlErrorCode, FaultReason>> = {
  Malformed: "MalformedMessage",
  Envelope: "MalformedMessage",
  Doctype: "MalformedMessage",
  UndeclaredEntity: "MalformedMessage",
  ForbiddenCharacter: "MalformedMessage",
  Namespace: "MalformedMessage",
  Encoding: "MalformedMessage",
  UnsupportedEncoding: "UnsupportedCharset",
  DepthLimit: "TooLarge",
  AttributeLimit: "TooLarge",
  NamespaceLimit: "TooLarge",
  NameLimit: "TooLarge",
  ItemLimit: "TooLarge",
  WrongValue: "InvalidValue",
  UnexpectedElement: "InvalidValue",
  UnexpectedText: "InvalidValue",
  Duplicate: "InvalidValue",
  NotNillable: "InvalidValue",
  NilWithContent: "InvalidValue",
  WrongType: "InvalidValue",
  AbstractType: "InvalidValue",
  MissingPart: "InvalidValue",
  DuplicatePart: "InvalidValue",
  MissingValue: "MissingValue",
};

/** The fault for whatever went wrong while a request was read. */
export function readFault(error: unknown): ServiceFault {
  if (error instanceof ServiceFault) return error;
  if (error instanceof XmlError) return xmlFault(error);
  return new ServiceFault("Internal", "Server was unable to read request.", { cause: error });
}

function xmlFault(error: XmlError): ServiceFault {
  const { code, message, path } = error;
  const reason = reasons[code];
  if (code === "Envelope")
    return new ServiceFault(reason, `Request format is invalid: ${message}`, { cause: error });
  const placed = reason === "MalformedMessage" && code !== "Encoding";
  const place = placed ? ` (${placeOf(error)})` : "";
  const text = `Server was unable to read request. ---> ${message}${place}`;
  return new ServiceFault(reason, text, { cause: error, path });
}
