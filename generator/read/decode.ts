import type { Diagnostics } from "../diagnostics.js";

/**
 * Bytes to text. A byte order mark, or the first "<" in UTF-16, decides, then the XML declaration, then UTF-8; every byte is checked. Reports and
 * returns undefined when the encoding is not one of UTF-8, UTF-16, US-ASCII, ISO-8859-1 and Windows-1252, or the bytes are not in it.
 */
export function decodeXml(bytes: Uint8Array, file: string, diagnostics: Diagnostics): string | undefined {
  const declared = declaredEncoding(bytes);
  const encoding = markedEncoding(bytes) ?? declared ?? "utf-8";
  const origin = { file, line: 1, column: 1 };
  const known = decoders.get(encoding.toLowerCase());
  if (known === undefined) {
    diagnostics.report("MG1007", origin, { encoding });
    return undefined;
  }
  try {
    return new TextDecoder(known, { fatal: true }).decode(bytes);
  } catch {
    diagnostics.report("MG1006", origin, { encoding: encoding.toUpperCase() });
    return undefined;
  }
}

/**
 * Labels of the Encoding standard. US-ASCII is read as UTF-8, of which it is a part; so is UTF-16 that only a declaration
 * claims which could be read byte by byte, as programs leave it that save text they were given as UTF-8.
 */
const decoders: ReadonlyMap<string, string> = new Map([
  ["utf-8", "utf-8"],
  ["utf8", "utf-8"],
  ["us-ascii", "utf-8"],
  ["utf-16", "utf-8"],
  ["utf-16le", "utf-16le"],
  ["utf-16be", "utf-16be"],
  ["iso-8859-1", "windows-1252"],
  ["windows-1252", "windows-1252"],
]);

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0x3c && second === 0) return "utf-16le";
  if (first === 0 && second === 0x3c) return "utf-16be";
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^[ \t\r\n]*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1];
}
