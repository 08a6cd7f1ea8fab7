import { septetCount, septetsOf } from "./gsm-alphabet.js";

/** Coding of a short message: the GSM 7-bit default alphabet or UCS-2 (3GPP TS 23.038). */
export type SmsCoding = "gsm7" | "ucs2";

/** Most parts one concatenated message can have: the part number is one octet (3GPP TS 23.040, section 9.2.3.24.1). */
export const maxParts = 255;

/** Units (septets or UTF-16 code units) of a message in one part, and of each part beside a concatenation header. */
const capacity: Readonly<Record<SmsCoding, { readonly single: number; readonly part: number }>> = {
  gsm7: { single: 160, part: 153 },
  ucs2: { single: 70, part: 67 },
};

/** No text with more UTF-16 code units fits into 255 parts, whatever its coding. */
export const maxLength = maxParts * capacity.gsm7.part;

function unitsOf(text: string, coding: SmsCoding): number {
  return coding === "ucs2" ? text.length : (septetCount(text) ?? Number.POSITIVE_INFINITY);
}

const isHighSurrogate = (codeUnit: number): boolean => codeUnit >= 0xd800 && codeUnit <= 0xdbff;
const isLowSurrogate = (codeUnit: number): boolean => codeUnit >= 0xdc00 && codeUnit <= 0xdfff;

function endOfUcs2Part(text: string, start: number): number {
  const end = start + capacity.ucs2.part;
  if (end >= text.length) return text.length;
  const cutsPair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return cutsPair ? end - 1 : end;
}

function endOfGsmPart(text: string, start: number): number {
  let room = capacity.gsm7.part;
  let end = start;
  while (end < text.length) {
    room -= septetsOf(text.charCodeAt(end));
    if (room < 0) break;
    end++;
  }
  return end;
}

/** Index after the last character of each part. An escape pair or a surrogate pair is never cut. */
function partEnds(text: string, coding: SmsCoding): readonly number[] {
  if (unitsOf(text, coding) <= capacity[coding].single) return [text.length];
  const endOfPart = coding === "ucs2" ? endOfUcs2Part : endOfGsmPart;
  const ends: number[] = [];
  for (let end = 0; end < text.length;) {
    end = endOfPart(text, end);
    ends.push(end);
  }
  return ends;
}

/** Number of parts a text is sent in; 1 for an empty text. With `gsm7` every character must be of that alphabet. */
export function countParts(text: string, coding: SmsCoding): number {
  return partEnds(text, coding).length;
}

/** The texts of the parts, in order; joined they are the text again. */
export function splitParts(text: string, coding: SmsCoding): readonly string[] {
  const ends = partEnds(text, coding);
  return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}
