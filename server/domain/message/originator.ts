import type { PlainRefusal } from "../refusals.js";
import { septetsOf } from "../text/gsm-alphabet.js";

/** Most characters of an originator that is a name (3GPP TS 23.040, section 9.1.2.5: an alphanumeric address holds 11 septets). */
export const maxOriginatorLength = 11;

/** Most digits of an originator that is a number (ITU-T E.164), a `+` before them aside. */
export const maxOriginatorDigits = 15;

const number = new RegExp(String.raw`^\+?[0-9]{1,${maxOriginatorDigits}}$`);

/** Printable, and one septet in the GSM 7-bit alphabet. */
function isAddressCharacter(codeUnit: number): boolean {
  return codeUnit >= 0x20 && septetsOf(codeUnit) === 1;
}

/**
 * Checks length and characters: a number, or a name in printable characters of the GSM 7-bit alphabet without the
 * extension table.
 */
export function originatorForm(
  originator: string,
): "originatorTooLong" | "originatorBadCharacters" | undefined {
  if (number.test(originator)) return undefined;
  if (originator.length > maxOriginatorLength) return "originatorTooLong";
  for (let index = 0; index < originator.length; index++) {
    if (!isAddressCharacter(originator.charCodeAt(index))) return "originatorBadCharacters";
  }
  return undefined;
}

/**
 * Checks that a customer may send under an originator: its form, then that it is exactly one of those configured. An
 * absent or empty one is not found.
 */
export function checkOriginator(originator: string, configured: readonly string[]): PlainRefusal | undefined {
  const form = originatorForm(originator);
  if (form !== undefined) return form;
  if (configured.length === 0) return "noOriginators";
  return configured.includes(originator) ? undefined : "unknownOriginator";
}
