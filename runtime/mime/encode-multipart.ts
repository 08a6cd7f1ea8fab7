/** Bytes with the media type they have: what one HTTP body, or one part of another, holds. */
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

const ascii = new TextEncoder();
const printable = /^[ -;=?-~]{1,256}$/;

/** A name that can stand in a header field: of other characters a part is sent without a name. */
export function nameFields(contentId: string): string {
  if (!printable.test(contentId) || contentId.trim() !== contentId) return "";
  return `Content-ID: <${contentId}>\r\nContent-Location: ${contentId}\r\n`;
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
  const pieces = parts.flatMap(({ contentType, contentId, body }) => [
    ascii.encode(`--${boundary}\r\nContent-Type: ${contentType}\r\n${nameFields(contentId)}\r\n`),
    body,
    ascii.encode("\r\n"),
  ]);
  pieces.push(ascii.encode(`--${boundary}--\r\n`));
  return { contentType: `${type}; boundary="${boundary}"${parameters}`, body: joined(pieces) };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
