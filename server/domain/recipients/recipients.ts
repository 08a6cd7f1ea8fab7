import { hasTooManyDigits, isPlausible, type NumberForms, phoneNumber, shownEntry } from "./phone-number.js";

/** The recipients of one call, in the order given, each number once. */
export type Recipients =
  | {
      readonly kind: "numbers";
      readonly accepted: readonly string[];
      /** Other entries, as they were given. */
      readonly rejected: readonly string[];
    }
  /** No number was given. */
  | { readonly kind: "none" }
  /** A number has more than 20 digits: usually a missing comma. */
  | { readonly kind: "tooLong" };

/** Characters that separate the entries of a file of numbers. */
export const entrySeparators = ",;\r\n\t";

/** An entry of a file without the quotes that CSV may have; `="0044"` is how spreadsheets keep digits from becoming an amount. */
export function unquoted(entry: string): string {
  return /^=?"(.*)"$/su.exec(entry.trim())?.[1] ?? entry.trim();
}

/** Entries of a list that are read between two pauses: about a millisecond. */
const sliceSize = 1_000;

/** How the entries of a list are read. */
export interface EntryReader {
  /** The number that an entry is; undefined if it is none. */
  readonly numberOf: (entry: string) => string | undefined;
  /** Whether an entry refuses the whole call. */
  readonly isTooLong: (entry: string) => boolean;
}

/** Reads entries as phone numbers. */
export function numberReader(forms: NumberForms): EntryReader {
  return {
    numberOf: (entry) => (isPlausible(entry) ? entry : phoneNumber(entry, forms)),
    isTooLong: hasTooManyDigits,
  };
}

/**
 * Reads entries that hold one number each, a slice at each step. An entry that is not a number is rejected as it was given.
 * Entries without a character that can be shown do not count.
 */
export function* readEntries(
  entries: Iterable<string>,
  { numberOf, isTooLong }: EntryReader,
): Generator<undefined, Recipients, undefined> {
  const accepted = new Set<string>();
  const rejected = new Set<string>();
  let read = 0;
  for (const entry of entries) {
    if (++read % sliceSize === 0) yield;
    const given = entry.trim();
    if (given === "") continue;
    if (isTooLong(given)) return { kind: "tooLong" };
    const number = numberOf(given);
    if (number !== undefined) accepted.add(number);
    else if (shownEntry(given) !== "") rejected.add(shownEntry(given));
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

/** Reads a comma separated list of numbers, a slice at each step. */
export function readRecipients(
  list: string,
  forms: NumberForms = {},
): Generator<undefined, Recipients, undefined> {
  const entries = list.includes(",") ? entriesOf(list) : [list];
  return readEntries(entries, numberReader(forms));
}

/** A phone number as a log may hold it: its last two characters. */
export function maskedNumber(phone: string): string {
  return `*${phone.length > 4 ? phone.slice(-2) : ""}`;
}
