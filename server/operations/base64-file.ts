import { LexicalError } from "messenger-gen-runtime";
import { base64Binary } from "messenger-gen-runtime/xsd";

/** Characters of base64 that are decoded without a pause. */
const decodedAtOnce = 262_144;

const whiteSpace = /[ \t\r\n]+/g;

function decode(digits: string, lenient: boolean): Uint8Array | undefined {
  try {
    return (lenient ? base64Binary.parseLenient?.(digits) : undefined) ?? base64Binary.parse(digits);
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

/** Whether the text may follow the padding: lenient reading accepts more padding. */
function isEndOf(digits: string, lenient: boolean): boolean {
  return digits === "" || (lenient && /^=+$/.test(digits));
}

/**
 * Decodes a long text as `base64Binary` does, with white space anywhere. Pauses after each `size` characters: the caller
 * may let other calls have their turn. Undefined for a text that is not base64.
 */
export function* decodeFile(
  text: string,
  lenient: boolean,
  size = decodedAtOnce,
): Generator<undefined, Uint8Array | undefined, undefined> {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3);
  let length = 0;
  let rest = "";
  let isPadded = false;
  for (let start = 0; start < text.length; start += size) {
    const digits = rest + text.slice(start, start + size).replace(whiteSpace, "");
    const isLast = start + size >= text.length;
    const whole = isLast ? digits.length : digits.length - (digits.length % 4);
    rest = digits.slice(whole);
    if (isPadded) {
      if (!isEndOf(digits, lenient)) return undefined;
      rest = "";
    } else if (whole > 0) {
      const decoded: Uint8Array | undefined = decode(digits.slice(0, whole), lenient);
      if (decoded === undefined) return undefined;
      bytes.set(decoded, length);
      length += decoded.length;
      isPadded = decoded.length * 4 !== whole * 3;
    }
    yield;
  }
  return bytes.subarray(0, length);
}
