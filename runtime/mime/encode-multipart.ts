import { joinedBytes } from "./joined-bytes.js";

/** Bytes with their media type: the content of an HTTP body or of a MIME part. */
export interface Encoded {
  /** With its parameters. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A part of a multipart entity. */
export interface Part extends Encoded {
  /** Empty for none. */
  readonly contentId: string;
}

/** A part as it is written. */
export interface WrittenPart {
  /** Header fields: `Content-Type: text/plain`. */
  readonly fields: readonly string[];
  /** In order; strings are sent as UTF-8. */
  readonly content: readonly (string | Uint8Array)[];
}

const printable = /^[ -;=?-~]{1,256}$/;

/** A name that is valid in header fields; undefined for others: the part is then sent without a name. */
export function fieldName(contentId: string): string | undefined {
  return printable.test(contentId) && contentId.trim() === contentId ? contentId : undefined;
}

function nameFields(contentId: string): readonly string[] {
  const name = fieldName(contentId);
  return name === undefined ? [] : [`Content-ID: <${name}>`, `Content-Location: ${name}`];
}

/** A multipart entity, piece by piece, without copying the content of its parts. The boundary must not occur in a part. */
export function multipartPieces(
  parts: readonly WrittenPart[],
  boundary: string,
): readonly (string | Uint8Array)[] {
  const pieces = parts.flatMap(({ fields, content }) => [
    `--${boundary}\r\n${fields.join("\r\n")}\r\n\r\n`,
    ...content,
    "\r\n",
  ]);
  return [...pieces, `--${boundary}--\r\n`];
}

/**
 * Joins parts to one multipart entity, as they are, without transfer encoding: HTTP carries any byte. `parameters` are added
 * to its type. The boundary must not occur in a part.
 */
export function encodeMultipart(
  type: string,
  parameters: string,
  parts: readonly Part[],
  boundary: string,
): Encoded {
  const pieces = multipartPieces(
    parts.map(({ contentType, contentId, body }) => ({
      fields: [`Content-Type: ${contentType}`, ...nameFields(contentId)],
      content: [body],
    })),
    boundary,
  );
  return { contentType: `${type}; boundary="${boundary}"${parameters}`, body: joinedBytes(pieces) };
}
