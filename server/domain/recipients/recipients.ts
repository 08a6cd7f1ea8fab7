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

/** Characters of names, words and mail addresses: their digits are not a phone number. */
const foreign = /[\p{L}@]/u;

/**
 * Digits of a text that holds exactly one number, in any notation, normalized. Undefined for several entries, and for a
 * text with a letter or `@`: digits of a name or of a domain would be the number of somebody else.
 */
export function soleNumber(text: string): string | undefined {
  const entry = text.trim();
  if (entry.length > usualLength || separator.test(entry) || foreign.test(entry)) return undefined;
  return normaliseNumber(entry);
}

/** Reads a text that holds exactly one number; undefined for anything that is not one, and anything implausible. */
export function oneNumber(text: string): string | undefined {
  const number = soleNumber(text);
  return number !== undefined && isPlausible(number) ? number : undefined;
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
 * Reads entries that hold one number each, a slice at each step. `digitsOf` returns the digits of an entry; empty if it
 * is not a number. Implausible numbers are rejected under their digits; an entry that is not a number is rejected as
 * given, cut to 20 characters. Entries of white space alone do not count.
 */
export function* readEntries(
  entries: Iterable<string>,
  digitsOf: (entry: string) => string,
): Generator<undefined, Recipients, undefined> {
  const accepted = new Set<string>();
  const rejected = new Set<string>();
  let read = 0;
  for (const entry of entries) {
    if (++read % sliceSize === 0) yield;
    const given = entry.trim();
    if (given === "") continue;
    const number = digitsOf(given);
    if (number.length > maxRecipientDigits) return { kind: "tooLong" };
    if (isPlausible(number)) accepted.add(number);
    else rejected.add(number === "" ? given.slice(0, maxRecipientDigits) : number);
  }
  if (accepted.size + rejected.size === 0) return { kind: "none" };
  return { kind: "numbers", accepted: [...accepted], rejected: [...rejected] };
}

function* entriesOf(list: string): Generator<string, void, undefined> {
  for (let start = 0; start <= list.length;) {
    const comma = list.indexOf(",", start);
    const end = comma === -1 ? list.length : comma;
    yield list.slice(start, end);
    start = end + 1;
  }
}

/** Reads a comma separated list of numbers, a slice at each step. Every character of an entry that is not a digit is dropped. */
export function readRecipients(list: string): Generator<undefined, Recipients, undefined> {
  const entries = list.includes(",") ? entriesOf(list) : [list];
  return readEntries(entries, (given) => (isPlausible(given) ? given : normaliseNumber(beginning(given))));
}

/** A phone number as a log may hold it: its last two characters. */
export function maskedNumber(phone: string): string {
  return `*${phone.length > 4 ? phone.slice(-2) : ""}`;
}
