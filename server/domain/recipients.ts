import { toLatinDigits } from "./digits.js";

/** Most digits a recipient number may have before the whole call is refused with 606.8. */
export const maxRecipientDigits = 20;

/** The recipients of one call, in the order given, each number once. */
export type Recipients =
  | { readonly kind: "numbers"; readonly accepted: readonly string[]; readonly rejected: readonly string[] }
  /** No number was given: 600.4. */
  | { readonly kind: "none" }
  /** A number has more than 20 digits: 606.8; usually a missing comma. */
  | { readonly kind: "tooLong" };

/** An international number without prefix (ITU-T E.164): 7 to 15 digits, the country code does not start with 0. */
const plausible = /^[1-9][0-9]{6,14}$/;

/** Tells whether digits are an international number that can exist. */
export function isPlausible(digits: string): boolean {
  return plausible.test(digits);
}

/** Digits of a number: Arabic-Indic and Persian ones as 0-9, all else dropped, without the international prefix 00. */
export function normaliseNumber(given: string): string {
  return toLatinDigits(given)
    .replace(/[^0-9]/g, "")
    .replace(/^00/, "");
}

/**
 * Reads a comma separated list of numbers. Implausible ones are rejected under their digits; an entry without any
 * digit is rejected as given, cut to 20 characters. Entries of white space alone do not count.
 */
export function parseRecipients(list: string): Recipients {
  const accepted = new Set<string>();
  const rejected = new Set<string>();
  for (const entry of list.split(",")) {
    const given = entry.trim();
    if (given === "") continue;
    const number = isPlausible(given) ? given : normaliseNumber(given);
    if (number.length > maxRecipientDigits) return { kind: "tooLong" };
    if (isPlausible(number)) accepted.add(number);
    else rejected.add(number === "" ? given.slice(0, maxRecipientDigits) : number);
  }
  if (accepted.size + rejected.size === 0) return { kind: "none" };
  return { kind: "numbers", accepted: [...accepted], rejected: [...rejected] };
}
