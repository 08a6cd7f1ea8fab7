import type { MessageType } from "messenger-client/enums";
import { toArabicDigits, toLatinDigits } from "./digits.js";
import { septetCount } from "./gsm-alphabet.js";
import { countParts, maxLength, maxParts, type SmsCoding } from "./sms-parts.js";
import { bounded, normalForm } from "./normal-form.js";
import { plainTypography } from "./typography.js";

/** A text as it is sent to the handset. */
export interface SmsText {
  /** In Unicode normalization form C, with the digits of the message type. */
  readonly text: string;
  readonly coding: SmsCoding;
  readonly parts: number;
}

/** A text in the coding in which it is sent. */
type Prepared = Omit<SmsText, "parts">;

/** The text with Latin digits, and with plain punctuation if that is wanted, when the GSM alphabet then has all of it; else as given. */
function latin(text: string, isPlain: boolean): Prepared {
  const folded = outsideLinks(text, toLatinDigits);
  if (septetCount(folded) !== undefined) return { text: folded, coding: "gsm7" };
  const plain = isPlain ? outsideLinks(folded, plainTypography) : folded;
  return septetCount(plain) === undefined ? { text, coding: "ucs2" } : { text: plain, coding: "gsm7" };
}

function prepare(text: string, type: MessageType, isPlain: boolean): Prepared {
  switch (type) {
    case "Latin":
      return septetCount(text) === undefined ? latin(text, isPlain) : { text, coding: "gsm7" };
    case "ArabicWithArabicNumbers":
      return { text: outsideLinks(text, toArabicDigits), coding: "ucs2" };
    case "ArabicWithLatinNumbers":
      return { text: outsideLinks(text, toLatinDigits), coding: "ucs2" };
  }
}

/**
 * Prepares a text of the given message type: Latin goes in the GSM 7-bit alphabet, or as UCS-2 when that alphabet
 * lacks a character; the Arabic types go as UCS-2. CR LF is one line break, LF. `isPlain`: typographic characters of a Latin text are replaced
 * if it then fits the alphabet. URLs and e-mail addresses are never changed. Returns undefined for a text that needs more than 255 parts.
 */
export function smsText(text: string, type: MessageType, isPlain = false): SmsText | undefined {
  const normal = normalForm(bounded(text, maxLength)).replaceAll("\r\n", "\n");
  if (normal.length > maxLength) return undefined;
  const prepared = prepare(normal, type, isPlain);
  const parts = countParts(prepared.text, prepared.coding);
  return parts > maxParts ? undefined : { parts, ...prepared };
}

/**
 * SMPP data_coding of a text (3GPP TS 23.038, section 4): 0x00 GSM 7-bit, 0x08 UCS-2; from 0x10 and 0x18 on the same with a message
 * class, 0 to 3. The handset shows one of class 0, a flash message, at once without storing it.
 */
export function dataCoding(coding: SmsCoding, messageClass?: number): number {
  return (coding === "ucs2" ? 0x08 : 0x00) | (messageClass === undefined ? 0x00 : 0x10 | messageClass);
}

/** Message class of a flash message. */
export const flashClass = 0;

// Every repetition that another part may follow is bounded: the time to match stays linear in the text.
const address = String.raw`[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}`;
const url = String.raw`(?:[a-z][a-z0-9+.-]{0,31}:\/\/|www\.)[^\s<>"«»،؛]+`;
const bareHost = String.raw`(?<![a-z0-9.-])[a-z][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,8}\.[a-z]{2,24}(?:\/[^\s<>"«»،؛]*)?`;

const links = new RegExp(`${address}|${url}|${bareHost}`, "gi");

/**
 * Applies `change` to the text between links and leaves links as they are: URLs with a scheme or `www.`, host names
 * with or without a path (`example.com/1`), e-mail addresses. A link with changed digits would lead elsewhere.
 */
function outsideLinks(text: string, change: (text: string) => string): string {
  let result = "";
  let end = 0;
  for (const match of text.matchAll(links)) {
    result += change(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return end === 0 ? change(text) : result + change(text.slice(end));
}
