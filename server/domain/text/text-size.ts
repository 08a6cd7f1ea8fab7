import { septetsOf } from "./gsm-alphabet.js";
import { type SmsCoding, splitParts, unitsOf, unitsPerPart } from "./sms-parts.js";
import { smsText } from "./sms-text.js";
import { plainTypography } from "./typography.js";

/** How a text is sent, as the page of sending counts it. Browsers run this module, and those that it imports, unchanged. */
export interface TextSize {
  /** Unicode characters of the text that is sent. */
  readonly characters: number;
  /** Of them those that need the place of two. */
  readonly double: number;
  readonly coding: SmsCoding;
  readonly parts: number;
  /** Characters of a part: septets or UTF-16 code units. */
  readonly perPart: number;
  /** Units that the last part has left. */
  readonly left: number;
}

/**
 * The size of a Latin text; undefined for one that needs more than 255 parts. `isPlain`: the customer has typographic characters replaced.
 */
export function textSize(text: string, isPlain: boolean): TextSize | undefined {
  const sms = smsText(text, "Latin", isPlain);
  if (sms === undefined) return undefined;
  const { coding, parts } = sms;
  const characters = Array.from(sms.text).length;
  const perPart = unitsPerPart(coding, parts);
  const last = splitParts(sms.text, coding).at(-1) ?? "";
  const double = unitsOf(sms.text, coding) - characters;
  return { characters, double, coding, parts, perPart, left: perPart - unitsOf(last, coding) };
}

const alphabets = { gsm7: "GSM alphabet", ucs2: "Unicode" } as const;

const grouped = (count: number): string => count.toLocaleString("en-US");

/** A size as text, such as `198 characters, Unicode: 3 parts of 67, 3 left`. */
export function sizeText(size: TextSize | undefined): string {
  if (size === undefined) return "longer than 255 parts: shorten it";
  const { characters, double, coding, parts, perPart, left } = size;
  const twice = double === 0 ? "" : `, ${grouped(double)} of them counted twice`;
  const counted = `${grouped(characters)} ${characters === 1 ? "character" : "characters"}${twice}`;
  const inParts = `${grouped(parts)} ${parts === 1 ? "part" : "parts"} of ${perPart}`;
  return `${counted}, ${alphabets[coding]}: ${inParts}, ${left} left`;
}

/** Why a text is sent as Unicode. */
export interface OutsideGsm {
  /** Its characters that the GSM alphabet does not have, each once. */
  readonly characters: readonly string[];
  /** The text with the quotes, dashes and spaces of a keyboard, if the GSM alphabet has all of it. */
  readonly plain: string | undefined;
}

const isOutside = (character: string): boolean =>
  character.length > 1 || septetsOf(character.charCodeAt(0)) === 0;

/** The characters that make a text Unicode; undefined for one that is sent in the GSM alphabet. */
export function outsideGsm(text: string, isPlain: boolean): OutsideGsm | undefined {
  const sms = smsText(text, "Latin", isPlain);
  if (sms?.coding !== "ucs2") return undefined;
  const plain = plainTypography(text);
  return {
    characters: [...new Set(Array.from(sms.text).filter(isOutside))],
    plain: smsText(plain, "Latin")?.coding === "gsm7" ? plain : undefined,
  };
}
