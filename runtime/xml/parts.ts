/** Bytes that travel beside a message, in a MIME part of their own. */
export interface Attachment {
  /** Media type, with its parameters. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Why a part cannot be had: the message has none of that id, or the id stands for more than one thing. */
export type PartProblem = "MissingPart" | "DuplicatePart";

/** The MIME parts that came with the document that is read. */
export interface ReceivedParts {
  /** The bytes that an `xop:Include` stands for (XOP 1.0, section 2.1); a part can be included once. */
  include(url: string): Uint8Array | PartProblem;
}

/** The MIME parts that go with the document that is written. */
export interface SentParts {
  /**
   * Takes bytes out of the document.
   * @returns the URL of their part; undefined when they stay where they are
   */
  include(bytes: Uint8Array, contentType: string): string | undefined;
}

/** Namespace of `xop:Include`. */
export const xopNamespace = "http://www.w3.org/2004/08/xop/include";

/** The media type of bytes of which nothing is known. */
export const anyMediaType = "application/octet-stream";
