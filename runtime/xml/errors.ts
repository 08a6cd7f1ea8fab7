import type { FaultReason } from "../fault.js";

/** What can be wrong with a document. Closed: each code has one row in `xmlErrors`. */
export type XmlErrorCode =
  | "Malformed"
  | "Doctype"
  | "UndeclaredEntity"
  | "ForbiddenCharacter"
  | "Namespace"
  | "Encoding"
  | "UnsupportedEncoding"
  | "DepthLimit"
  | "AttributeLimit"
  | "NamespaceLimit"
  | "NameLimit"
  | "ItemLimit"
  | "WrongValue"
  | "UnexpectedElement"
  | "Duplicate"
  | "NotNillable"
  | "NilWithContent"
  | "WrongType"
  | "AbstractType"
  | "MissingPart"
  | "DuplicatePart"
  | "MissingValue";

/** How a code is reported. */
export interface XmlErrorForm {
  /** The reason of the fault that answers a request with this error. */
  readonly reason: FaultReason;
  /** What the rule is, as a sentence. */
  readonly text: string;
}

/**
 * One row per code. The first group is about documents that are not well-formed, the second about bytes, the third
 * about limits, the fourth about what the elements hold.
 */
const xmlErrors: Readonly<Record<XmlErrorCode, XmlErrorForm>> = {
  Malformed: { reason: "MalformedMessage", text: "The message is not well-formed XML." },
  Doctype: { reason: "MalformedMessage", text: "A document type declaration is not accepted." },
  UndeclaredEntity: { reason: "MalformedMessage", text: "Only the five predefined entities exist." },
  ForbiddenCharacter: { reason: "MalformedMessage", text: "A character that XML 1.0 does not allow." },
  Namespace: { reason: "MalformedMessage", text: "A namespace is not declared, or not as it must be." },
  Encoding: { reason: "MalformedMessage", text: "The bytes are not text in the encoding of the message." },
  UnsupportedEncoding: {
    reason: "UnsupportedMediaType",
    text: "The charset of the message is not one that is read.",
  },
  DepthLimit: { reason: "TooLarge", text: "Elements are nested too deep." },
  AttributeLimit: { reason: "TooLarge", text: "An element has too many attributes." },
  NamespaceLimit: { reason: "TooLarge", text: "Too many namespaces are declared." },
  NameLimit: { reason: "TooLarge", text: "A name is too long." },
  ItemLimit: { reason: "TooLarge", text: "The message has too many elements, attributes or references." },
  WrongValue: { reason: "InvalidValue", text: "A value does not belong to its type." },
  UnexpectedElement: { reason: "InvalidValue", text: "An element stands where it does not belong." },
  Duplicate: { reason: "InvalidValue", text: "A field is given twice." },
  NotNillable: { reason: "InvalidValue", text: "A field that must have a value is nil." },
  NilWithContent: { reason: "InvalidValue", text: "A nil element has content." },
  WrongType: { reason: "InvalidValue", text: "xsi:type names a type that does not belong here." },
  AbstractType: { reason: "InvalidValue", text: "xsi:type must name one of the derived types." },
  MissingPart: { reason: "InvalidValue", text: "The message has no part of that id." },
  DuplicatePart: { reason: "InvalidValue", text: "The id of a part stands for more than one thing." },
  MissingValue: { reason: "MissingValue", text: "A required field is absent." },
};

/** Where in a document an error was found. */
export interface XmlPlace {
  /** The text that was read; never part of what is logged or sent. */
  readonly text: string;
  /** Index into the text in UTF-16 code units, after CR LF has become LF. */
  readonly offset: number;
  /** For example `Envelope.Body.SendSms.user.CustomerID`; empty outside the root. */
  readonly path: string;
}

const lineFeed = 10;

/** A document that is refused. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  readonly code: XmlErrorCode;
  /** Index into the text in UTF-16 code units, after CR LF has become LF; for a decoding error 0. */
  readonly offset: number;
  readonly path: string;
  readonly #text: string;

  /** @param detail replaces the text of the code; a short sentence that quotes at most 50 characters of input */
  constructor(code: XmlErrorCode, detail?: string, place?: XmlPlace) {
    super(detail ?? xmlErrors[code].text);
    this.code = code;
    this.offset = place?.offset ?? 0;
    this.path = place?.path ?? "";
    this.#text = place?.text ?? "";
  }

  /** The reason of the fault that answers a request with this error. */
  get reason(): FaultReason {
    return xmlErrors[this.code].reason;
  }

  /** Counted from 1. */
  get line(): number {
    let line = 1;
    for (let at = 0; at < this.offset; at++) if (this.#text.charCodeAt(at) === lineFeed) line++;
    return line;
  }

  /** Counted from 1, in UTF-16 code units. */
  get column(): number {
    return this.offset === 0 ? 1 : this.offset - this.#text.lastIndexOf("\n", this.offset - 1);
  }
}
