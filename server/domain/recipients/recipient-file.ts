import { hasTooManyDigits, type NumberForms, phoneNumber, shownEntry } from "./phone-number.js";
import { entrySeparators, unquoted } from "./recipients.js";

/** Most different numbers of one file. */
export const maxFileNumbers = 1_000_000;

/** Maximum of distinct invalid entries of one file: the response contains all of them. */
export const maxFileRejects = 100_000;

/** The recipients of a file, in its order, each once. */
export type FileRecipients =
  | { readonly kind: "numbers"; readonly accepted: Float64Array; readonly rejected: readonly string[] }
  /** The file is empty or holds separators only. */
  | { readonly kind: "none" }
  /** An entry is too long to be a number, or no entry has a readable character. */
  | { readonly kind: "unreadable" }
  /** A number has more than 20 digits. */
  | { readonly kind: "tooLong" }
  /** More than `maxFileNumbers`, or more than `maxFileRejects`. */
  | { readonly kind: "tooMany" };

/** The recipients of a file, and the rows in which they stand first, from 1. */
export interface PlacedNumbers {
  readonly kind: "numbers";
  readonly accepted: Float64Array;
  readonly rejected: readonly string[];
  /** Row of each accepted number. */
  readonly acceptedRows: Uint32Array;
  /** Row of each rejected entry. */
  readonly rejectedRows: readonly number[];
  /** Entries of the file, also those that it has several times. */
  readonly entries: number;
}

/** Bytes that are read without a pause. */
const sliceSize = 4_096;

const space = 0x20;
const zero = 0x30;
const plus = 0x2b;

const separators = new Uint8Array(256);
for (const separator of entrySeparators) separators[separator.charCodeAt(0)] = 1;

/** Digits of the shortest number, and its separator. */
const shortestEntry = 8;

/** Most entries of a file that can be accepted: in national form, a 0 stands for the calling code. */
const mostNumbers = (file: Uint8Array, { country = "" }: NumberForms): number =>
  Math.min(maxFileNumbers, Math.ceil(file.length / (shortestEntry + 1 - Math.max(1, country.length))) + 1);

/** Numbers that are looked up together: the processor then does not wait for the memory of one before the next. */
const batchSize = 256;

/** Notes the rows of the entries of a file. */
class Rows {
  readonly accepted: Uint32Array;
  readonly rejected: number[] = [];
  readonly batch = new Uint32Array(batchSize);
  row = 1;
  entries = 0;

  constructor(most: number) {
    this.accepted = new Uint32Array(most);
  }
}

class Entries {
  readonly rows: Rows | undefined;
  readonly #batch = new Float64Array(batchSize);
  #batched = 0;
  readonly #accepted: Float64Array;
  readonly #seen: NumberSet;
  readonly #rejected = new Set<string>();
  #count = 0;
  #hasUnreadable = false;

  constructor(most: number, seed: number, withRows: boolean) {
    this.rows = withRows ? new Rows(most) : undefined;
    this.#accepted = new Float64Array(most);
    // One more than can be accepted: the one that is too many is looked up too.
    this.#seen = numberSet(most + 1, seed);
  }

  /** Accepts a plausible number; false when there are too many. */
  accept(number: number): boolean {
    if (this.rows !== undefined) this.rows.batch[this.#batched] = this.rows.row;
    this.#batch[this.#batched++] = number;
    return this.#batched < batchSize || this.#acceptBatch();
  }

  #acceptBatch(): boolean {
    const batch = this.#batch.subarray(0, this.#batched);
    const { rows } = this;
    this.#batched = 0;
    if (rows !== undefined) rows.entries += batch.length;
    for (let index = 0; index < batch.length; index++) {
      const number = batch[index] ?? 0;
      if (!this.#seen.add(number)) continue;
      if (this.#count >= this.#accepted.length) return false;
      if (rows !== undefined) rows.accepted[this.#count] = rows.batch[index] ?? 0;
      this.#accepted[this.#count++] = number;
    }
    return true;
  }

  /** False when there are too many. */
  reject(entry: string): boolean {
    const { rows } = this;
    if (rows !== undefined) {
      rows.entries += 1;
      if (!this.#rejected.has(entry)) rows.rejected.push(rows.row);
    }
    this.#rejected.add(entry);
    return this.#rejected.size <= maxFileRejects;
  }

  /** An entry without a character that can be shown. */
  skipUnreadable(): void {
    this.#hasUnreadable = true;
  }

  result(): FileRecipients {
    if (!this.#acceptBatch()) return { kind: "tooMany" };
    if (this.#count + this.#rejected.size === 0) return { kind: this.#hasUnreadable ? "unreadable" : "none" };
    const all = this.#accepted;
    // A copy of a million numbers would take 8 MB more.
    const accepted = this.#count === all.length ? all : all.slice(0, this.#count);
    return { kind: "numbers", accepted, rejected: [...this.#rejected] };
  }
}

/** Characters without meaning: controls, and those in the place of octets that are not text. */
const meaningless = /[\p{C}\ufffd]/gu;

/** Adds an entry that `plainNumber` does not read, as it was given; without the quotes of CSV. Returns the result when the entry ends the reading. */
function addUnusual(entries: Entries, given: string, forms: NumberForms): FileRecipients | undefined {
  const text = unquoted(given);
  if (hasTooManyDigits(text)) return { kind: "tooLong" };
  const number = phoneNumber(text, forms);
  if (number !== undefined) return entries.accept(Number(number)) ? undefined : { kind: "tooMany" };
  if (text.replace(meaningless, "").trim() !== "")
    return entries.reject(shownEntry(text)) ? undefined : { kind: "tooMany" };
  if (text !== "") entries.skipUnreadable();
  return undefined;
}

/** Most digits that `plainNumber` reads. */
const maxPlainDigits = 15;

/** The number that 7 to 15 digits are, spaces and a plus before them aside; undefined for any other entry. */
function plainNumber(file: Uint8Array, start: number, end: number): number | undefined {
  let digits = 0;
  let value = 0;
  for (let index = file[start] === plus ? start + 1 : start; index < end; index++) {
    const byte = file[index];
    if (byte === space) continue;
    const digit = (byte ?? 0) - zero;
    if (digit < 0 || digit > 9 || digits === maxPlainDigits) return undefined;
    if (digits === 0 && digit === 0) return undefined;
    value = value * 10 + digit;
    digits++;
  }
  return digits < 7 ? undefined : value;
}

/** UTF-16, which a file declares with a byte order mark, or with a NUL beside its first character; others are read as UTF-8. */
export function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? "utf-16be" : undefined;
}

/** Bytes of UTF-16 that are converted without a pause; even. */
const convertedAtOnce = 65_536;

/** The same text in UTF-8, in at most one and a half times the memory. */
function* inUtf8(
  file: Uint8Array,
  encoding: "utf-16le" | "utf-16be",
): Generator<undefined, Uint8Array, undefined> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  const converted = new Uint8Array(Math.ceil(file.length / 2) * 3 + 3);
  let length = 0;
  for (let start = 0; start < file.length; start += convertedAtOnce) {
    const text = decoder.decode(file.subarray(start, start + convertedAtOnce), { stream: true });
    length += encoder.encodeInto(text, converted.subarray(length)).written;
    yield;
  }
  length += encoder.encodeInto(decoder.decode(), converted.subarray(length)).written;
  return converted.subarray(0, length);
}

/**
 * Reads a text file of numbers (UTF-8, or UTF-16 with a byte order mark), separated by comma, semicolon, line end or tab,
 * by the rules of a recipient list; an entry may be in the quotes of CSV. Pauses every few hundred numbers: the caller may let other calls have their turn.
 * `seed` as for `numberSet`.
 */
export function* readRecipientFile(
  given: Uint8Array,
  seed: number,
  forms: NumberForms = {},
): Generator<undefined, FileRecipients, undefined> {
  const encoding = wideEncoding(given);
  const file = encoding === undefined ? given : yield* inUtf8(given, encoding);
  const entries = new Entries(mostNumbers(file, forms), seed, false);
  yield;
  return yield* readEntriesOf(file, entries, forms);
}

/** As `readRecipientFile`, with the rows of all entries. */
export function* placedRecipients(
  given: Uint8Array,
  seed: number,
  forms: NumberForms,
): Generator<undefined, PlacedNumbers | Exclude<FileRecipients, { readonly kind: "numbers" }>, undefined> {
  const encoding = wideEncoding(given);
  const file = encoding === undefined ? given : yield* inUtf8(given, encoding);
  const entries = new Entries(mostNumbers(file, forms), seed, true);
  yield;
  const read = yield* readEntriesOf(file, entries, forms);
  if (read.kind !== "numbers") return read;
  const { accepted = new Uint32Array(), rejected = [], entries: all = 0 } = entries.rows ?? {};
  const acceptedRows = accepted.slice(0, read.accepted.length);
  return { ...read, acceptedRows, rejectedRows: rejected, entries: all };
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** The byte that ends each row once: of CR LF the second one. */
const rowEndOf = (file: Uint8Array): number => (file.includes(lineFeed) ? lineFeed : carriageReturn);

function* readEntriesOf(
  file: Uint8Array,
  entries: Entries,
  forms: NumberForms,
): Generator<undefined, FileRecipients, undefined> {
  const { rows } = entries;
  const rowEnd = rows === undefined ? -1 : rowEndOf(file);
  const utf8 = new TextDecoder("utf-8");
  let pauseAt = sliceSize;
  for (let start = 0; start < file.length;) {
    const first = file[start] ?? 0;
    if (first === space || separators[first] === 1) {
      if (first === rowEnd && rows !== undefined) rows.row++;
      start++;
      continue;
    }
    let end = start + 1;
    while (end < file.length && separators[file[end] ?? 0] !== 1) end++;
    const number = plainNumber(file, start, end);
    const over =
      number === undefined
        ? readUnusual(utf8, entries, file.subarray(start, end), forms)
        : acceptIn(entries, number);
    if (over !== undefined) return over;
    start = end;
    if (start < pauseAt) continue;
    pauseAt = start + sliceSize;
    yield;
  }
  return entries.result();
}

function acceptIn(entries: Entries, number: number): FileRecipients | undefined {
  return entries.accept(number) ? undefined : { kind: "tooMany" };
}

/** A file with a longer entry is not a list of numbers. */
const maxEntryBytes = 1000;

function readUnusual(
  utf8: InstanceType<typeof TextDecoder>,
  entries: Entries,
  bytes: Uint8Array,
  forms: NumberForms,
): FileRecipients | undefined {
  if (bytes.length > maxEntryBytes) return { kind: "unreadable" };
  return addUnusual(entries, utf8.decode(bytes), forms);
}

/** A set of positive numbers in one buffer with 8 bytes per slot. */
interface NumberSet {
  /** False when it is in the set already. */
  add(value: number): boolean;
}

const golden = 0x9e3779b1;

/**
 * A set for at most `most` numbers, all whole, above 0 and below 2^53. `seed`, any whole number, decides their slots:
 * with a secret seed, no caller can choose numbers that make it slow.
 */
export function numberSet(most: number, seed: number): NumberSet {
  const bits = Math.max(4, Math.ceil(Math.log2(most * 2)));
  const places = new Float64Array(2 ** bits);
  const mask = places.length - 1;
  const multiplier = (seed << 1) | 1;
  return {
    add: (value) => {
      const high = Math.imul(value / 0x1_0000_0000, multiplier);
      let place = Math.imul((value ^ high) + seed, golden) >>> (32 - bits);
      for (let held = places[place]; held !== 0; held = places[place]) {
        if (held === value) return false;
        place = (place + 1) & mask;
      }
      places[place] = value;
      return true;
    },
  };
}
