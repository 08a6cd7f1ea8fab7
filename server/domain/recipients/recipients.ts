import { toLatinDigits } from "../text/digits.js";

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

/** Returns whether digits are an international number that can exist. */
export function isPlausible(digits: string): boolean {
  return plausible.test(digits);
}

/** Digits of a number: Arabic-Indic and Persian ones as 0-9, all else dropped, without the international prefix 00. */
export function normaliseNumber(given: string): string {
  return toLatinDigits(given)
    .replace(/[^0-9]/g, "")
    .replace(/^00/, "");
}

/** Characters that separate the entries of a file of numbers. */
export const entrySeparators = ",;\r\n\t";

const separator = new RegExp(`[${entrySeparators}]`);

/** Reads a text that holds exactly one number; undefined for more than one entry and for anything implausible. */
export function oneNumber(text: string): string | undefined {
  const entry = text.trim();
  if (entry.length > usualLength || separator.test(entry)) return undefined;
  const number = normaliseNumber(entry);
  return isPlausible(number) ? number : undefined;
}

const usualLength = 256;
const firstDigits = new RegExp(`^(?:[^0-9]*[0-9]){0,${maxRecipientDigits + 3}}`);

/** The part of a long entry that is enough to detect too many digits, apart from the prefix 00. */
function beginning(entry: string): string {
  return entry.length <= usualLength ? entry : (firstDigits.exec(toLatinDigits(entry))?.[0] ?? "");
}

/** Entries of a list that are read between two pauses: about a millisecond. */
const sliceSize = 1_000;

/**
 * Reads a comma separated list of numbers, a slice at each step. Implausible ones are rejected under their digits; an
 * entry without any digit is rejected as given, cut to 20 characters. Entries of white space alone do not count.
 */
export function* readRecipients(list: string): Generator<undefined, Recipients, undefined> {
  const accepted = new Set<string>();
  const rejected = new Set<string>();
  let entries = 0;
  for (let start = 0; start <= list.length;) {
    if (++entries % sliceSize === 0) yield;
    const comma = list.indexOf(",", start);
    const end = comma === -1 ? list.length : comma;
    const given = list.slice(start, end).trim();
    start = end + 1;
    if (given === "") continue;
    const number = isPlausible(given) ? given : normaliseNumber(beginning(given));
    if (number.length > maxRecipientDigits) return { kind: "tooLong" };
    if (isPlausible(number)) accepted.add(number);
    else rejected.add(number === "" ? given.slice(0, maxRecipientDigits) : number);
  }
  if (accepted.size + rejected.size === 0) return { kind: "none" };
  return { kind: "numbers", accepted: [...accepted], rejected: [...rejected] };
}

/** Reads a list in one go: for one that is short. */
export function parseRecipients(list: string): Recipients {
  const reading = readRecipients(list);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** A phone number as a log may hold it: its last two characters. */
export function maskedNumber(phone: string): string {
  return `*${phone.length > 4 ? phone.slice(-2) : ""}`;
}
