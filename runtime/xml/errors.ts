/** Sentences of the errors that are the same wherever they are found. */
const ruleTexts = {
  Doctype: "A document type declaration is not accepted.",
  UndeclaredEntity: "Only the five predefined entities exist.",
  ForbiddenCharacter: "A character that XML 1.0 does not allow.",
  Encoding: "The bytes are not text in the encoding of the message.",
  UnsupportedEncoding: "The charset of the message is not supported; use UTF-8.",
  DepthLimit: "Elements are nested too deep.",
  AttributeLimit: "An element has too many attributes.",
  NamespaceLimit: "Too many namespaces are declared.",
  NameLimit: "A name is too long.",
  ItemLimit: "The message has too many elements, attributes or references.",
} as const;

/** A rule that one sentence describes. */
export type XmlRule = keyof typeof ruleTexts;

/** Defects of a document. Closed: `readFault` maps each code to the reason of a fault. */
export type XmlErrorCode =
  | XmlRule
  | "Malformed"
  | "Envelope"
  | "Namespace"
  | "WrongValue"
  | "UnexpectedElement"
  | "UnexpectedText"
  | "Duplicate"
  | "NotNillable"
  | "NilWithContent"
  | "WrongType"
  | "AbstractType"
  | "MissingPart"
  | "DuplicatePart"
  | "MissingValue";

/** Where in a document an error was found. */
export interface XmlPlace {
  /** The text that was read; never logged or sent. */
  readonly text: string;
  /** Index into the text in UTF-16 code units, after CR LF has become LF. */
  readonly offset: number;
  /** For example `Envelope.Body.SendSms.user.CustomerID`; empty outside the root. */
  readonly path: string;
}

const lineFeed = 10;

let textOf: (error: XmlError) => string;

/** A document that is refused. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  readonly code: XmlErrorCode;
  /** Index into the text in UTF-16 code units, after CR LF has become LF; for a decoding error 0. */
  readonly offset: number;
  readonly path: string;
  readonly #text: string;

  static {
    textOf = (error) => error.#text;
  }

  constructor(rule: XmlRule, detail?: undefined, place?: XmlPlace);
  /** @param detail a short sentence that quotes at most 50 characters of input */
  constructor(code: XmlErrorCode, detail: string, place?: XmlPlace);
  constructor(code: XmlErrorCode, detail?: string, place?: XmlPlace) {
    super(detail ?? (ruleTexts as Readonly<Partial<Record<XmlErrorCode, string>>>)[code]);
    this.code = code;
    this.offset = place?.offset ?? 0;
    this.path = place?.path ?? "";
    this.#text = place?.text ?? "";
  }
}

/** Code units that are searched for line feeds: some 3 ms of work. */
const searched = 1_048_576;

/** The place of an error for people, counted from 1 in UTF-16 code units: line and column, behind a mebibyte the number of the character. */
export function placeOf(error: XmlError): string {
  const { offset } = error;
  if (offset > searched) return `character ${offset + 1}`;
  const text = textOf(error);
  let line = 1;
  for (let at = 0; at < offset; at++) if (text.charCodeAt(at) === lineFeed) line++;
  const column = offset === 0 ? 1 : offset - text.lastIndexOf("\n", offset - 1);
  return `line ${line}, column ${column}`;
}
