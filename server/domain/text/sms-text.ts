import type { MessageType } from "messenger-client/enums";
import { toArabicDigits, toLatinDigits } from "./digits.js";
import { septetCount } from "./gsm-alphabet.js";
import { outsideLinks } from "./text-links.js";
import { countParts, maxLength, maxParts, type SmsCoding } from "./sms-parts.js";
import { bounded, normalForm } from "./normal-form.js";

/** A text as it goes on the air. */
export interface SmsText {
  /** In Unicode normalisation form C, digits as the message type asks. */
  readonly text: string;
  readonly coding: SmsCoding;
  readonly parts: number;
}

/** The text with Latin digits when the GSM alphabet then has all of it; else as given. */
function latin(text: string): { readonly text: string; readonly coding: SmsCoding } {
  const folded = outsideLinks(text, toLatinDigits);
  return septetCount(folded) === undefined ? { text, coding: "ucs2" } : { text: folded, coding: "gsm7" };
}

function prepare(text: string, type: MessageType): { readonly text: string; readonly coding: SmsCoding } {
  switch (type) {
    case "Latin":
      return septetCount(text) === undefined ? latin(text) : { text, coding: "gsm7" };
    case "ArabicWithArabicNumbers":
      return { text: outsideLinks(text, toArabicDigits), coding: "ucs2" };
    case "ArabicWithLatinNumbers":
      return { text: outsideLinks(text, toLatinDigits), coding: "ucs2" };
  }
}

/**
 * Prepares a text of the given message type: Latin goes in the GSM 7-bit alphabet, or as UCS-2 when that alphabet
 * lacks a character; the Arabic types go as UCS-2. Digits inside URLs and e-mail addresses are never changed. Returns
 * undefined for a text that needs more than 255 parts.
 */
export function smsText(text: string, type: MessageType): SmsText | undefined {
  const normal = normalForm(bounded(text, maxLength));
  if (normal.length > maxLength) return undefined;
  const prepared = prepare(normal, type);
  const parts = countParts(prepared.text, prepared.coding);
  return parts > maxParts ? undefined : { parts, ...prepared };
}

/**
 * SMPP data_coding of a text (3GPP TS 23.038, section 4): 0x00 GSM 7-bit, 0x08 UCS-2; 0x10 and 0x18 are the same with
 * message class 0, which the handset shows at once without storing it.
 */
export function dataCoding(coding: SmsCoding, flash: boolean): number {
  return (coding === "ucs2" ? 0x08 : 0x00) | (flash ? 0x10 : 0x00);
}
