/** Bytes of a message to text. */
export function decodeXml(_bytes: Uint8Array, _charset: string | undefined): string {
  return "";
}
