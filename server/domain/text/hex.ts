const notADigit = /[^0-9a-f]/i;

/** Bytes written in hexadecimal, two digits each, in either case; undefined for any other text. */
export function parseHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || notADigit.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** Lower-case hexadecimal digits of bytes, two each. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
