import { LexicalError, simpleType, type XsdType } from "./type.js";
import { trim } from "./white-space.js";

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const hexDigits = "0123456789ABCDEF";
const padding = 61;
const other = 255;
const space = 254;

const base64Values = /* @__PURE__ */ codeTable(base64Alphabet);
for (const code of [9, 10, 13, 32]) base64Values[code] = space;
const base64Codes = Uint8Array.from(base64Alphabet, (character) => character.charCodeAt(0));
const hexCodes = Uint8Array.from(hexDigits, (character) => character.charCodeAt(0));
const ascii = /* @__PURE__ */ new TextDecoder();

function codeTable(alphabet: string): Uint8Array {
  const table = new Uint8Array(128).fill(other);
  for (let value = 0; value < alphabet.length; value++) table[alphabet.charCodeAt(value)] = value;
  return table;
}

/**
 * Bytes as base64 (RFC 2045 alphabet). Read: white space anywhere, complete padding, unused bits zero (XML Schema 1.0
 * part 2, 3.2.16). Printed on one line. Lenient reading accepts missing padding and any unused bits.
 */
export const base64Binary: XsdType<Uint8Array> = /* @__PURE__ */ simpleType<Uint8Array>("base64Binary", {
  carried: "bytes",
  parse: decodeBase64,
  parseLenient: (lexical) => decodeBase64(lexical, true),
  print: encodeBase64,
  initial: new Uint8Array(0),
});

/** Bytes as pairs of hexadecimal digits in either case; printed in upper case. */
export const hexBinary: XsdType<Uint8Array> = /* @__PURE__ */ simpleType<Uint8Array>("hexBinary", {
  parse: decodeHex,
  print: encodeHex,
  initial: new Uint8Array(0),
});

/** A shorter text is decoded faster without the platform. */
const shortestNative = 8_192;

/** Functions for base64 that some platforms have. */
interface NativeBase64 {
  readonly Buffer?: {
    from(
      text: string,
      encoding: "base64",
    ): Uint8Array & { toString(encoding: "base64", start: number, end: number): string };
  };
  readonly Uint8Array: Uint8ArrayConstructor & {
    fromBase64?(text: string, options: { readonly lastChunkHandling: "strict" }): Uint8Array;
  };
}

const platform: NativeBase64 = globalThis;

/** Bytes that are printed at once for comparison: a multiple of 3. */
const comparedAtOnce = 98_304;

/**
 * The bytes of a long text by a function of the platform, which takes a tenth of the time. Undefined where there is none, and
 * for a text that it reads by other rules than `decodeEach`, or not at all.
 */
function decodeNative(lexical: string): Uint8Array | undefined {
  const { Buffer, Uint8Array: Bytes } = platform;
  if (Bytes.fromBase64 !== undefined && !lexical.includes("\f")) {
    try {
      return Bytes.fromBase64(lexical, { lastChunkHandling: "strict" });
    } catch {
      return undefined;
    }
  }
  if (Buffer === undefined) return undefined;
  const bytes = Buffer.from(lexical, "base64");
  // It skips what is not base64 and reads other alphabets: only the text that it prints itself is read alike.
  if (lexical.length !== Math.ceil(bytes.length / 3) * 4) return undefined;
  for (let at = 0; at < bytes.length; at += comparedAtOnce) {
    const printed = bytes.toString("base64", at, at + comparedAtOnce);
    const start = (at / 3) * 4;
    if (lexical.slice(start, start + printed.length) !== printed) return undefined;
  }
  // A shorter one is a part of a buffer that others share.
  return bytes.buffer.byteLength === bytes.length ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}

function decodeBase64(lexical: string, lenient = false): Uint8Array {
  const native = lexical.length < shortestNative ? undefined : decodeNative(lexical);
  return native ?? decodeEach(lexical, lenient);
}

function decodeEach(lexical: string, lenient: boolean): Uint8Array {
  const bytes = new Uint8Array(Math.floor((lexical.length * 3) / 4) + 3);
  let length = 0;
  let bits = 0;
  let count = 0;
  let at = 0;
  for (; at < lexical.length; at++) {
    const value = base64Values[lexical.charCodeAt(at)] ?? other;
    if (value === space) continue;
    if (value === other) break;
    bits = ((bits << 6) | value) & 0xffffff;
    if ((++count & 3) !== 0) continue;
    bytes[length++] = bits >> 16;
    bytes[length++] = bits >> 8;
    bytes[length++] = bits;
  }
  const open = count & 3;
  const pads = countPadding(lexical, at);
  const padded = lenient ? pads >= 0 : open !== 1 && pads === (4 - open) % 4;
  if (!padded) throw new LexicalError("base64Binary", "not base64");
  if (!lenient && ((open === 2 && (bits & 15) !== 0) || (open === 3 && (bits & 3) !== 0))) {
    throw new LexicalError("base64Binary", "unused bits of base64 are not zero");
  }
  if (open === 2) bytes[length++] = bits >> 4;
  if (open === 3) {
    bytes[length++] = bits >> 10;
    bytes[length++] = bits >> 2;
  }
  return bytes.slice(0, length);
}

/** Number of padding signs from `start` on; -1 when anything but padding and white space is there. */
function countPadding(lexical: string, start: number): number {
  let pads = 0;
  for (let at = start; at < lexical.length; at++) {
    const code = lexical.charCodeAt(at);
    if (code === padding) pads++;
    else if (base64Values[code] !== space) return -1;
  }
  return pads;
}

/** @throws TypeError for a text or an array, as a program in JavaScript may pass it */
function checkBytes(value: Uint8Array): void {
  if (!ArrayBuffer.isView(value)) throw new TypeError("not a Uint8Array");
}

function encodeBase64(value: Uint8Array): string {
  checkBytes(value);
  const codes = new Uint8Array(Math.ceil(value.length / 3) * 4).fill(padding);
  let to = 0;
  for (let at = 0; at < value.length; at += 3) {
    const rest = value.length - at;
    const bits = ((value[at] ?? 0) << 16) | ((value[at + 1] ?? 0) << 8) | (value[at + 2] ?? 0);
    codes[to] = base64Codes[bits >> 18] ?? 0;
    codes[to + 1] = base64Codes[(bits >> 12) & 63] ?? 0;
    if (rest > 1) codes[to + 2] = base64Codes[(bits >> 6) & 63] ?? 0;
    if (rest > 2) codes[to + 3] = base64Codes[bits & 63] ?? 0;
    to += 4;
  }
  return ascii.decode(codes);
}

function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 97;
  return letter >= 0 && letter < 6 ? letter + 10 : other;
}

function decodeHex(lexical: string): Uint8Array {
  const text = trim(lexical);
  if (text.length % 2 !== 0) throw new LexicalError("hexBinary", "an odd number of digits");
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    const high = hexValue(text.charCodeAt(2 * at));
    const low = hexValue(text.charCodeAt(2 * at + 1));
    if (high === other || low === other) throw new LexicalError("hexBinary", "not a hexadecimal digit");
    bytes[at] = (high << 4) | low;
  }
  return bytes;
}

function encodeHex(value: Uint8Array): string {
  checkBytes(value);
  const codes = new Uint8Array(value.length * 2);
  value.forEach((byte, at) => {
    codes[2 * at] = hexCodes[byte >> 4] ?? 0;
    codes[2 * at + 1] = hexCodes[byte & 15] ?? 0;
  });
  return ascii.decode(codes);
}
