import { nationalTables } from "../../../domain/text/national-tables.js";
import type { NationalLanguages } from "../../../domain/text/user-data-header.js";
import { decodeSeptets, septetCount, septetsOf } from "../../../domain/text/gsm-alphabet.js";

const escape = 0x1b;

/** Septet of each UTF-16 code unit; of the extension table the second one, behind the escape. */
const septets = new Uint8Array(0x10000);
for (let septet = 0; septet < 0x80; septet++) {
  for (const code of [[septet], [escape, septet]]) {
    const character = decodeSeptets(Uint8Array.from(code));
    if (character !== undefined) septets[character.charCodeAt(0)] = septet;
  }
}

/** Septets of a text, one an octet (3GPP TS 23.038, section 6.2.1); undefined when the alphabet lacks a character. */
export function septetsOfText(text: string): Uint8Array | undefined {
  const count = septetCount(text);
  if (count === undefined) return undefined;
  const octets = new Uint8Array(count);
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const codeUnit = text.charCodeAt(index);
    if (septetsOf(codeUnit) === 2) octets[at++] = escape;
    octets[at++] = septets[codeUnit] ?? 0;
  }
  return octets;
}

/**
 * Text of septets as a handset shows it: an escape that the extension table lacks is ignored, and the next septet is
 * one of the basic table (section 6.2.1.1). Undefined if an octet is not a septet.
 */
export function textOfSeptets(octets: Uint8Array): string | undefined {
  const exact = decodeSeptets(octets);
  if (exact !== undefined) return exact;
  let text = "";
  for (let at = 0; at < octets.length; at++) {
    const escaped = octets[at] === escape;
    const pair = escaped ? decodeSeptets(octets.subarray(at, at + 2)) : undefined;
    const character = pair ?? (escaped ? "" : decodeSeptets(octets.subarray(at, at + 1)));
    if (character === undefined) return undefined;
    text += character;
    if (pair !== undefined) at++;
  }
  return text;
}

/** A septet without a character is displayed as a space. */
const blank = " ";

/**
 * Text of septets in the tables of some languages: a septet that the extension table lacks is one of the alphabet. Undefined if an octet is not
 * a septet.
 */
export function textOfNational(
  octets: Uint8Array,
  { single, locking }: NationalLanguages,
): string | undefined {
  const alphabet = nationalTables[locking]?.alphabet;
  const extension = nationalTables[single]?.extension;
  let text = "";
  for (let at = 0; at < octets.length; at++) {
    const isEscaped = octets[at] === escape;
    const septet = octets[isEscaped ? ++at : at];
    if (septet === undefined) break;
    if (septet > 0x7f) return undefined;
    const escaped = isEscaped
      ? (extension?.[septet] ?? decodeSeptets(Uint8Array.of(escape, septet)))
      : undefined;
    const plain = alphabet === undefined ? decodeSeptets(Uint8Array.of(septet)) : alphabet[septet];
    text += escaped ?? plain ?? blank;
  }
  return text;
}

const carriageReturn = 0x0d;

/** Whether seven bits are left after some septets: they fit one more, which a receiver cannot distinguish from padding. */
function leavesSeptet(septets: number, fill: number): boolean {
  return (fill + septets * 7) % 8 === 1;
}

/**
 * Packs septets into octets (section 6.1.2.1), after `fill` zero bits. Seven bits left at the end become a carriage
 * return, which is not displayed, because zeros would be displayed as `@` (section 6.1.2.3.1).
 */
export function packSeptets(septets: Uint8Array, fill = 0): Uint8Array {
  const all = leavesSeptet(septets.length, fill) ? Uint8Array.of(...septets, carriageReturn) : septets;
  const packed = new Uint8Array(Math.ceil((fill + all.length * 7) / 8));
  all.forEach((septet, index) => {
    const bit = fill + index * 7;
    const at = bit >> 3;
    const shifted = septet << (bit & 7);
    packed[at] = (packed[at] ?? 0) | (shifted & 0xff);
    if (shifted > 0xff) packed[at + 1] = shifted >> 8;
  });
  return packed;
}

/** The opposite of `packSeptets`. A carriage return or zeros in the last seven bits are filling. */
export function unpackSeptets(octets: Uint8Array, fill = 0): Uint8Array {
  const count = Math.max(0, Math.floor((octets.length * 8 - fill) / 7));
  const septets = Uint8Array.from({ length: count }, (_, index) => {
    const bit = fill + index * 7;
    const pair = (octets[bit >> 3] ?? 0) | ((octets[(bit >> 3) + 1] ?? 0) << 8);
    return (pair >> (bit & 7)) & 0x7f;
  });
  const last = septets.at(-1);
  const filled = leavesSeptet(count - 1, fill) && (last === 0 || last === carriageReturn);
  return filled ? septets.subarray(0, -1) : septets;
}

/** Bits of zero between a header of some octets and the first septet behind it. */
export function fillBits(headerOctets: number): number {
  return (7 - ((headerOctets * 8) % 7)) % 7;
}

/** UTF-16 code units, big-endian. */
export function ucs2OfText(text: string): Uint8Array {
  return Buffer.from(text, "utf16le").swap16();
}

/** Text of UTF-16 code units, big-endian; half a unit at the end is dropped. */
export function textOfUcs2(octets: Uint8Array): string {
  return Buffer.from(octets.subarray(0, octets.length & ~1))
    .swap16()
    .toString("utf16le");
}

/** Octets of a text in Latin-1; undefined when that lacks a character. */
export function latin1OfText(text: string): Uint8Array | undefined {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0xff) return undefined;
  return Buffer.from(text, "latin1");
}
