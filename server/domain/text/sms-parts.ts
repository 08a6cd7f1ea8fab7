import { septetCount, septetsOf } from "./gsm-alphabet.js";
import type { ReferenceSize } from "./user-data-header.js";

/** Coding of a short message: the GSM 7-bit default alphabet or UCS-2 (3GPP TS 23.038). */
export type SmsCoding = "gsm7" | "ucs2";

/** Most parts one concatenated message can have: the part number is one octet (3GPP TS 23.040, section 9.2.3.24.1). */
export const maxParts = 255;

/** Units (septets or UTF-16 code units) of a message in one part. */
const single: Readonly<Record<SmsCoding, number>> = { gsm7: 160, ucs2: 70 };

/** Units of each of several parts, beside a concatenation header with a reference of 8 or 16 bits. */
const capacity: Readonly<Record<ReferenceSize, Readonly<Record<SmsCoding, number>>>> = {
  8: { gsm7: 153, ucs2: 67 },
  16: { gsm7: 152, ucs2: 66 },
};

/** No text with more UTF-16 code units fits into 255 parts, whatever its coding. */
export const maxLength = maxParts * capacity[8].gsm7;

/** Units of each part of a message of some parts. */
export const unitsPerPart = (coding: SmsCoding, parts: number): number =>
  parts === 1 ? single[coding] : capacity[8][coding];

/** Units of a text: septets or UTF-16 code units. */
export function unitsOf(text: string, coding: SmsCoding): number {
  return coding === "ucs2" ? text.length : (septetCount(text) ?? Number.POSITIVE_INFINITY);
}

const isHighSurrogate = (codeUnit: number): boolean => codeUnit >= 0xd800 && codeUnit <= 0xdbff;
const isLowSurrogate = (codeUnit: number): boolean => codeUnit >= 0xdc00 && codeUnit <= 0xdfff;

function endOfUcs2Part(text: string, start: number, room: number): number {
  const end = start + room;
  if (end >= text.length) return text.length;
  const cutsPair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return cutsPair ? end - 1 : end;
}

function endOfGsmPart(text: string, start: number, room: number): number {
  let left = room;
  let end = start;
  while (end < text.length) {
    left -= septetsOf(text.charCodeAt(end));
    if (left < 0) break;
    end++;
  }
  return end;
}

/** Index after the last character of each part. An escape pair or a surrogate pair is never cut. */
function partEnds(text: string, coding: SmsCoding, reference: ReferenceSize): readonly number[] {
  if (unitsOf(text, coding) <= single[coding]) return [text.length];
  const endOfPart = coding === "ucs2" ? endOfUcs2Part : endOfGsmPart;
  const ends: number[] = [];
  for (let end = 0; end < text.length;) {
    end = endOfPart(text, end, capacity[reference][coding]);
    ends.push(end);
  }
  return ends;
}

/** Number of parts a text is sent in; 1 for an empty text. With `gsm7` every character must be of that alphabet. */
export function countParts(text: string, coding: SmsCoding): number {
  return partEnds(text, coding, 8).length;
}

/**
 * The texts of the parts, in order; joined they are the text again. With a 16-bit reference there may be one more than
 * `countParts` returns.
 */
export function splitParts(text: string, coding: SmsCoding, reference: ReferenceSize = 8): readonly string[] {
  const ends = partEnds(text, coding, reference);
  return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}
