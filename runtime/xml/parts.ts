/** Bytes that travel beside a message, in a MIME part of their own. */
export interface SoapAttachment {
  /** Media type, with its parameters. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Why a part cannot be had: the message has none of that id, or the id stands for more than one thing. */
export type PartProblem = "MissingPart" | "DuplicatePart";

/** The reader of a document, as far as its parts need it. */
export interface PartReader {
  /** Of the element entered last. */
  readonly namespace: string;
  readonly name: string;
  attribute(namespace: string, name: string): string | undefined;
  leaveElement(): void;
  error(code: PartProblem, detail: string): Error;
}

/** The MIME parts that came with the document that is read. */
export interface ReceivedParts {
  /** True for an element that stands for a part (`xop:Include`). */
  isInclude(reader: PartReader): boolean;
  /**
   * The bytes that the element entered last stands for (XOP 1.0, section 2.1), which is read to its end; a part can be included once.
   * @throws XmlError
   */
  include(reader: PartReader): Uint8Array;
  /** The text for which included bytes stand: their base64. */
  printed(bytes: Uint8Array): string;
  /** The attachment that a URL in the document names (`swaRef`). */
  referred(url: string): SoapAttachment | PartProblem;
  /**
   * The attachment that is bound to a part of the message, by its Content-ID (WS-I Attachments Profile 1.0, section 3.8), else by
   * its place among those without such an id.
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

/** The media type of bytes of which nothing is known. */
export const anyMediaType = "application/octet-stream";
