import { ServiceFault } from "../errors/fault.js";
import { isMultiByte } from "../text/charset.js";
import type { Decoder } from "../text/native-decoder.js";
import { digitValue } from "../text/characters.js";
import type { FormSource } from "./http-form.js";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parameters as they were sent, in UTF-8 when no decoder is given. The escapes of a multi-byte charset are decoded with
 * the bytes between them: a character may consist of both (`%83A`).
 * @throws ServiceFault `MalformedMessage` for bytes that are not text in that charset.
 */
export function formSource(bytes: Uint8Array, decoder: Decoder = utf8, lenient = false): FormSource {
  if (!isMultiByte(decoder.encoding))
    return { text: decodedText(bytes, decoder), decoder: decoder === utf8 ? undefined : decoder };
  const raw = withoutEscapes(bytes);
  return { text: lenient ? new TextDecoder(decoder.encoding).decode(raw) : decodedText(raw, decoder) };
}

function decodedText(bytes: Uint8Array, decoder: Decoder): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    const charset = decoder.encoding.toUpperCase();
    throw new ServiceFault("MalformedMessage", `The parameters are not ${charset}.`, { cause });
  }
}

/**
 * Replaces the escapes of bytes beyond ASCII, and those that may end a character, by the bytes. No other escape is
 * replaced: `%26` stays different from `&`.
 */
function withoutEscapes(bytes: Uint8Array): Uint8Array {
  const raw = new Uint8Array(bytes.length);
  let length = 0;
  let previous = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] === percent ? escapedByte(bytes, at) : -1;
    const isReplaced = byte > 127 || (previous > 127 && mayEnd(byte));
    if (isReplaced) at += 2;
    previous = isReplaced ? byte : (bytes[at] ?? 0);
    raw[length++] = previous;
  }
  return raw.subarray(0, length);
}

/** Whether a byte of ASCII may end a character: see `multiByteCharsets`. */
function mayEnd(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x40 && byte <= 0x7e);
}

const percent = 37;

/** The byte of the `%XX` at this index; -1 where there is none. */
function escapedByte(bytes: Uint8Array, at: number): number {
  const high = digitValue(bytes[at + 1] ?? 0);
  const low = digitValue(bytes[at + 2] ?? 0);
  return high > 15 || low > 15 ? -1 : high * 16 + low;
}
