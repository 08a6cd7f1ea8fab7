const utf8 = new TextEncoder();

/** The pieces as one array of bytes, texts as UTF-8. */
export function joinedBytes(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const encoded = pieces.map((piece) => (typeof piece === "string" ? utf8.encode(piece) : piece));
  const all = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of encoded) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
