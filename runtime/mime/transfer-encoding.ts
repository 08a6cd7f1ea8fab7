import { type Entity, searchable } from "./entity.js";

function decodeBase64(bytes: Uint8Array): Uint8Array | undefined {
  let text: string;
  try {
    text = atob(searchable(bytes));
  } catch {
    return undefined;
  }
  // `from` would make a list of all characters first, some twenty times as large.
  const decoded = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) decoded[at] = text.charCodeAt(at);
  return decoded;
}

const equals = 0x3d;

/** Decodes quoted-printable (RFC 2045, section 6.7): `=3D` is a byte, `=` at the end of a line joins it with the next. */
function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array | undefined {
  const text = searchable(bytes);
  const decoded = new Uint8Array(bytes.length);
  const escape = /=(?:([0-9a-f]{2})|[ \t]*\r?\n)/iy;
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte !== equals) {
      decoded[length++] = byte;
      at++;
      continue;
    }
    escape.lastIndex = at;
    const found = escape.exec(text);
    if (found === null) return undefined;
    const [all, hex] = found;
    if (hex !== undefined) decoded[length++] = Number.parseInt(hex, 16);
    at += all.length;
  }
  return decoded.slice(0, length);
}

/**
 * The content as it was before it was encoded for transport: 7bit, 8bit, binary, base64, quoted-printable. Undefined for
 * another encoding or one that does not fit the bytes. Bytes that were sent as they are share the memory of the entity.
 */
export function decodedContent({ fields, content }: Entity): Uint8Array | undefined {
  switch (fields.get("content-transfer-encoding")?.toLowerCase() ?? "7bit") {
    case "7bit":
    case "8bit":
    case "binary":
      return content;
    case "base64":
      return decodeBase64(content);
    case "quoted-printable":
      return decodeQuotedPrintable(content);
    default:
      return undefined;
  }
}
