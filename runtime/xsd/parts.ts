/** Bytes that travel beside a message, in a MIME part of their own. */
export interface SoapAttachment {
  /** Media type, with its parameters. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Reason why a part is not available: the message has none with that id, or several. */
export type PartProblem = "MissingPart" | "DuplicatePart";

/** Namespaces of prefixes, as declared around a text. */
export interface PrefixScope {
  /** Namespace of names without prefix; empty for none. */
  readonly defaultNamespace: string;
  lookUp(prefix: string): string | undefined;
}

/** The reader of a document, as far as its parts need it. */
export interface PartReader {
  /** Of the element entered last. */
  readonly namespace: string;
  readonly name: string;
  readonly parts: ReceivedParts | undefined;
  readonly scope: PrefixScope;
  attribute(namespace: string, name: string): string | undefined;
  leaveElement(): void;
  path(): string;
  /** True where a value whose part is not there is left out; absent in a reader that refuses it. @param named the id or URL of the part */
  leavesOutPart?(named: string, path: string): boolean;
  error(code: PartProblem | "UnexpectedElement", detail: string, offset?: number, path?: string): Error;
}

/** As `PartReader`, inside an element of a simple type. */
export interface ContentReader extends PartReader {
  name: string;
  readText(): string;
  readonly atEndTag: boolean;
}

/** A simple type, as far as included bytes need it. */
export interface IncludedType<T> {
  readonly carried?: "bytes" | undefined;
  parse(lexical: string): T;
  readonly received?: ((reader: PartReader, url: string) => T) | undefined;
}

/** The element of a simple type in which a reference was entered. */
export interface Around {
  readonly name: string;
  readonly path: string;
  /** Text before the reference. */
  readonly before: string;
}

/** The MIME parts of the message that is read. */
export interface ReceivedParts {
  /** True for an element that refers to a part (`xop:Include`). */
  isInclude(reader: PartReader): boolean;
  /**
   * The bytes that the element entered last refers to (XOP 1.0, section 2.1); reads its end tag. A part can be included
   * once.
   * @returns undefined only in lenient reading, for a part that is not available
   * @throws XmlError
   */
  include(reader: PartReader): Uint8Array | undefined;
  /**
   * The value of an element of a simple type that contains only the reference entered last; reads up to its end tag.
   * @throws XmlError
   */
  included<T>(reader: ContentReader, type: IncludedType<T>, around: Around): T;
  /** The text of included bytes: their base64. */
  printed(bytes: Uint8Array): string;
  /** The attachment that a URL in the document names (`swaRef`). */
  referred(url: string): SoapAttachment | PartProblem;
  /**
   * The attachment that is bound to a part of the message, by its Content-ID (WS-I Attachments Profile 1.0, section
   * 3.8), otherwise by its position among those without such an id.
   * @param at counted from 0 among the bound parts of the message
   */
  bound(part: string, at: number): SoapAttachment | PartProblem;
}

/** The MIME parts that go with the document that is written. */
export interface SentParts {
  /**
   * Takes bytes out of the document.
   * @returns the URL of their part; undefined when they stay where they are
   */
  include(bytes: Uint8Array, contentType: string): string | undefined;
  /**
   * Adds an attachment.
   * @param part of the message it is bound to; undefined for one that its URL names
   * @returns its URL
   * @throws RangeError when its content type cannot be sent, or for too many
   */
  attach(attachment: SoapAttachment, part?: string): string;
}

/** Namespace of `xop:Include`. */
export const xopNamespace = "http://www.w3.org/2004/08/xop/include";

/** The media type of bytes of unknown type. */
export const anyMediaType = "application/octet-stream";
