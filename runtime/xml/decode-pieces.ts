import { isMultiByte, legacyDecoder } from "../text/charset.js";
import type { Decoder } from "../text/native-decoder.js";
import { decode, decoderOf, utf16BigEndian, utf16LittleEndian, utf8 } from "./decode.js";

/** As `decodeXml`, about `size` bytes at a time, cut between characters. */
export function* decodeXmlPieces(
  bytes: Uint8Array,
  charset: string | undefined,
  lenient: boolean,
  size: number,
): Generator<string, void, undefined> {
  const first = decoderOf(bytes, charset, lenient, legacyDecoder);
  if (isMultiByte(first.encoding)) return yield* streamed(bytes, first.encoding, size);
  const { decoder = first, next } = behindStarts.get(first) ?? everyByte;
  for (let start = 0; start < bytes.length;) {
    const end = next(bytes, start + size);
    yield decode(start === 0 ? first : decoder, bytes.subarray(start, end));
    start = end;
  }
}

/** Where a character of a multi-byte charset starts is known only from the bytes before it. */
function* streamed(bytes: Uint8Array, encoding: string, size: number): Generator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let start = 0; start < bytes.length; start += size) {
    const stream = start + size < bytes.length;
    const piece = { encoding, decode: (part: Uint8Array) => decoder.decode(part, { stream }) };
    yield decode(piece, bytes.subarray(start, start + size));
  }
}

/** Decoder for text after the start of the document. */
interface BehindStart {
  /** Does not remove a byte order mark; absent when the decoder of the start never does. */
  readonly decoder?: Decoder;
  /** Index of the first byte from `at` on that can start a character. */
  readonly next: (bytes: Uint8Array, at: number) => number;
}

const everyByte: BehindStart = { next: (_bytes, at) => at };

function unmarked(encoding: string): Decoder {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

const behindStarts: ReadonlyMap<Decoder, BehindStart> = new Map([
  [utf8, { decoder: unmarked("utf-8"), next: nextInUtf8 }],
  [utf16LittleEndian, { decoder: unmarked("utf-16le"), next: nextInUtf16(1) }],
  [utf16BigEndian, { decoder: unmarked("utf-16be"), next: nextInUtf16(0) }],
]);

/** Passes the bytes 10xxxxxx, of which a character has three at most. */
function nextInUtf8(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < at + 3 && ((bytes[next] ?? 0) & 0xc0) === 0x80) next++;
  return next;
}

/** Passes the second half of a surrogate pair; `high` is the place of the high byte in a code unit. */
function nextInUtf16(high: 0 | 1): BehindStart["next"] {
  return (bytes, at) => {
    const even = at + (at % 2);
    return ((bytes[even + high] ?? 0) & 0xfc) === 0xdc ? even + 2 : even;
  };
}
