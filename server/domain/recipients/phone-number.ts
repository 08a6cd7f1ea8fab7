import { toLatinDigits } from "../text/digits.js";
import { cut } from "../text/normal-form.js";
import { callingCode } from "../usage/usage.js";

/** What a caller may write besides the table of spellings. */
export interface NumberForms {
  /** Calling code of numbers that begin with one 0, as they are dialed inside a country; undefined: such a number is none. */
  readonly country?: string | undefined;
  /** Words before the first digit are dropped, as in `Tel: 12025550101`. */
  readonly wordsBefore?: boolean | undefined;
}

/** An international number without prefix (ITU-T E.164): 7 to 15 digits, the country code does not start with 0. */
const plausible = /^[1-9][0-9]{6,14}$/;

/** Returns whether digits are an international number that can exist. */
export function isPlausible(digits: string): boolean {
  return plausible.test(digits);
}

/** Most digits of an entry; one with more is usually two numbers without a comma. */
export const maxRecipientDigits = 20;

/** Longest entry that can be a number, in UTF-16 code units. */
const longest = 256;

/**
 * The table of spellings: characters besides ASCII that a number may have, and what each is read as. The invisible ones are the soft hyphen,
 * zero-width characters and marks of direction, which telephones copy along.
 */
const spellings: readonly (readonly [character: RegExp, read: string])[] = [
  [/[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u, ""],
  [/[\s\p{Z}\u0085]/u, " "],
  [/[\p{Pd}\u02d7\u2043\u207b\u208b\u2212\u30fc\uff70]/u, "-"],
  [/[\u00b7\u2022\u2024\u2027\u2219\u22c5\u3002\uff0e]/u, "."],
  [/[\uff08\uff3b\uff5b]/u, "("],
  [/[\uff09\uff3d\uff5d]/u, ")"],
  [/[\u2044\u2215\uff0f\uff3c]/u, "/"],
  [/[\ufe62\uff0b]/u, "+"],
  [/[\u02bc\u2018\u2019\uff07]/u, "'"],
];

const fullWidthZero = 0xff10;

function readAs(character: string): string {
  const digit = character.charCodeAt(0) - fullWidthZero;
  if (digit >= 0 && digit <= 9) return String(digit);
  return spellings.find(([each]) => each.test(character))?.[1] ?? character;
}

const notAscii = /[^ -~]/u;
const everyNotAscii = /[^ -~]/gu;

/** A text in ASCII, as far as the table has its characters. */
function folded(text: string): string {
  return notAscii.test(text) ? toLatinDigits(text).replace(everyNotAscii, readAs) : text;
}

/** Characters that group the digits of a number. */
const groups = String.raw` ()\[\]{}./\\-`;

const spelling = new RegExp(String.raw`^ *'?[${groups}]*(\+?)([0-9${groups}]*)$`);

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, "");

/** A 0 alone in brackets: what callers inside the country dial before the number. */
const bracketedZero = /[([{] *0 *[)\]}]/;

/** Country whose numbers begin with 0 behind the country code as well. */
const keepsZero = "39";

/** Whether digits are a calling code, and no more. */
export const isCallingCode = (digits: string): boolean =>
  digits !== "" && callingCode(digits.padEnd(3, "0")) === digits;

/**
 * The digits behind `+` or `00`. `(0)` right behind the country code is dropped; anywhere else it makes the text ambiguous: undefined.
 */
function withoutZero(text: string): string | undefined {
  const zero = bracketedZero.exec(text);
  if (zero === null) return digitsOf(text);
  const code = digitsOf(text.slice(0, zero.index));
  const rest = text.slice(zero.index + zero[0].length);
  if (!isCallingCode(code) || bracketedZero.test(rest)) return undefined;
  return `${code}${code === keepsZero ? "0" : ""}${digitsOf(rest)}`;
}

const lastGroup = /([0-9]*)\.([0-9]+)[^0-9]*$/;

/**
 * Whether the last point is a decimal point, as spreadsheets and programs write numbers: `12025550101.0`. Points group if there are several and
 * more than one digit follows, as in `1.202.555.0101`; a single one does in `+1.2025550101` and `+1 (202) 555.0101`: between short groups of a
 * number that has a prefix or other signs.
 */
function hasDecimals(text: string, isInternational: boolean): boolean {
  const [, before = "", after] = lastGroup.exec(text) ?? [];
  if (after === undefined) return false;
  if (after.length === 1) return true;
  if (text.indexOf(".") !== text.lastIndexOf(".")) return false;
  const isWritten = isInternational || /[0-9] *[^0-9. ]+ *[0-9]/.test(text);
  return !isWritten || before.length > 4 || after.length < 3 || /^0+$/.test(after);
}

/** Fewest digits of a number that is whole, and most that are an extension of it or the end of a second number. */
const [leastWhole, mostBehind] = [10, 4];

/** The last bracket or slash that digits follow. */
const lastSign = /[()[\]{}/\\][^()[\]{}/\\0-9]*[0-9][^()[\]{}/\\]*[^0-9]*$/;

/** Whether digits before a sign are a number that is whole. Of one that slashes group, as in `380/67/123/45/67`, ten may be its start. */
const isWhole = (digits: string, areGrouped: boolean): boolean =>
  digits.length > leastWhole || (digits.length === leastWhole && (!areGrouped || mayBeInternational(digits)));

/** A text without the digits behind its last bracket or slash, if they are few and a whole number is before them; undefined for any other. */
function beforeLast(written: string): string | undefined {
  const end = written.search(lastSign);
  if (end < 0) return undefined;
  const [before, behind] = [written.slice(0, end), digitsOf(written.slice(end))];
  const areGrouped = /[/\\]/.test(written.charAt(end)) && /[/\\]/.test(before);
  const isMore =
    behind.length <= mostBehind && isWhole(digitsOf(before.replace(bracketedZero, " ")), areGrouped);
  return isMore ? before : undefined;
}

/** A whole number with a few more digits in brackets or behind a slash, once or several times: the number alone; undefined for any other text. */
function wholeBefore(written: string): string | undefined {
  const before = beforeLast(written);
  return before === undefined ? undefined : (wholeBefore(before) ?? before);
}

/** Digits of a number as it is dialed inside a country, as an international one. */
function nationalIn(country: string, digits: string): string {
  return country + (country === keepsZero ? digits : digits.slice(1));
}

/** Words before the first digit or `+` of a text; empty for a text that begins otherwise. */
function wordsBefore(text: string): string {
  const start = text.slice(0, Math.max(0, text.search(/[0-9+]/)));
  return /\p{L}/u.test(start) ? start : "";
}

/** The international prefix, where there is no `+`. */
const doubleZero = /^[^0-9]*00/;

function readSpelling(text: string, country: string | undefined): string | undefined {
  const [, plus, written = ""] = spelling.exec(text) ?? [];
  if (plus === undefined) return undefined;
  const behind = plus === "" && doubleZero.test(written) ? written.replace(doubleZero, "") : written;
  const isInternational = plus !== "" || behind !== written;
  if (hasDecimals(written, isInternational) || wholeBefore(behind) !== undefined) return undefined;
  if (isInternational) return withoutZero(behind);
  const digits = digitsOf(written);
  const zero = bracketedZero.exec(written);
  const isNational = country !== undefined && /^0[1-9]/.test(digits);
  if (zero !== null && !(isNational && digitsOf(written.slice(0, zero.index)) === "")) return undefined;
  return isNational ? nationalIn(country, digits) : digits;
}

/**
 * Reads a phone number, as every interface does: 7 to 15 digits of an international number, in ASCII; undefined for any other text. It may have
 * `+` or `00` before it, an apostrophe before that, and spaces, dashes, points, brackets and slashes in it; `docs/reference/sending.md` holds
 * the table. Letters, decimals, exponents, extensions and digits of a second number make the text none: its digits would be the number of a stranger.
 */
export function phoneNumber(
  text: string,
  { country, wordsBefore: drops }: NumberForms = {},
): string | undefined {
  if (isPlausible(text)) return text;
  if (text.length > longest) return undefined;
  const written = folded(text).trim();
  const bare = drops === true ? written.slice(wordsBefore(written).length) : written;
  const digits = readSpelling(bare, country);
  return digits !== undefined && isPlausible(digits) ? digits : undefined;
}

/**
 * An address of a network or a client as an international number, if it is in national form: it begins with one 0, or `isNational` says so
 * (type of number 2). Any other address stays; so does one said to be national that has the country code and more than ten digits.
 */
export function fromNational(address: string, country: string, isNational: boolean): string {
  const written = folded(address).trim();
  const number = phoneNumber(written, { country });
  const hasZero = /^[^0-9]*0(?!0)/.test(written);
  if (number === undefined || written.includes("+") || doubleZero.test(written)) return address;
  if (hasZero) return number;
  const isWhole = number.startsWith(country) && number.length > mostNational;
  return isNational && !isWhole && isPlausible(country + number) ? country + number : address;
}

/** Most digits of a number that is not an international one if its network says so. */
const mostNational = 10;

/** Digits that a number may have inside a country, without the 0 that is dialed before them. */
const plausibleNational = /^[1-9][0-9]{4,13}$/;

/**
 * The digits of an address in national form, without the 0 before them: it begins with one 0, or `isNational` says so (type of number 2).
 * Undefined for any other address, and for a whole number of more than ten digits that is said to be national.
 */
export function nationalNumber(address: string, isNational = false): string | undefined {
  const [, plus, written = ""] = spelling.exec(folded(address.slice(0, longest)).trim()) ?? [];
  if (plus === undefined || doubleZero.test(written)) return undefined;
  const digits = digitsOf(written);
  const hasZero = digits.startsWith("0");
  if (!hasZero && (plus !== "" || !isNational || digits.length > mostNational)) return undefined;
  const significant = hasZero ? digits.slice(1) : digits;
  return plausibleNational.test(significant) ? significant : undefined;
}

/**
 * Country codes of the mobile numbers of ten digits and less, by their digits: the possible lengths of the metadata of libphonenumber
 * (PhoneNumberMetadata.xml, as libphonenumber-js 1.13.16 has it), which follow the numbering plans that the ITU publishes.
 */
const shortMobiles: readonly (readonly [digits: number, codes: string])[] = [
  [7, "27 683 690"],
  [8, "27 247 290 500 677 682 690"],
  [9, "27 43 95 298 299 358 376 508 672 681 687 688 690"],
  [
    10,
    "27 43 45 47 53 64 65 95 220 231 238 239 241 243 246 248 252 269 291 297 354 358 372 423 501 507 592 597 599 673 674 676 677 678 679 " +
      "680 683 685 688 690 691 692 960 961",
  ],
];

const shortCodes = new Set(
  shortMobiles.flatMap(([digits, codes]) => codes.split(" ").map((code) => `${digits} ${code}`)),
);

/** Whether digits in national form may as well be an international number, of which a network says that it is national. */
export const mayBeInternational = (digits: string): boolean =>
  shortCodes.has(`${digits.length} ${callingCode(digits)}`);

/** The digits of an international number behind its country code, without zeros before them. */
export function nationalPart(phone: string): number {
  return Number(phone.slice(callingCode(phone).length));
}

/** Reads the first digits of international numbers, spelled as a number may be; undefined for any other text. */
export function numberPrefix(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const digits = readSpelling(folded(text).trim(), undefined);
  return digits !== undefined && /^[1-9][0-9]{0,14}$/.test(digits) ? digits : undefined;
}

const firstDigits = new RegExp(`^(?:[^0-9]*[0-9]){0,${maxRecipientDigits + 3}}`);

/** Returns whether an entry has more digits than a number may have, apart from the prefix `00`. */
export function hasTooManyDigits(entry: string): boolean {
  if (entry.length <= maxRecipientDigits) return false;
  const digits = digitsOf(firstDigits.exec(folded(entry))?.[0] ?? "");
  return digits.replace(/^00/, "").length > maxRecipientDigits;
}

/** Longest part of a refused entry that is shown and stored, in UTF-16 code units. */
const longestShown = 64;

/** Control characters other than line ends and tabs, and halves of pairs: neither XML nor a store can hold them. */
const unstorable = /[^\P{Cc}\t\r\n]|\p{Cs}/gu;

/** A refused entry as it was given, as a response lists it. */
export function shownEntry(entry: string): string {
  return cut(entry.replace(unstorable, "").trim(), longestShown);
}

/** Whether a refused entry would be a number by its digits alone, wherever they are: as the deployed service reads it. */
export function wasRead(entry: string): boolean {
  return isPlausible(digitsOf(toLatinDigits(entry)).replace(/^00/, ""));
}

const someNumber = new RegExp(`[0-9][0-9${groups}]*`, "g");

/**
 * The number that a refused entry holds, by which it is found and erased: `12025550101` of `12025550101.0`, `Tel: +1 202 555 0101` and
 * `+1 202 555 0101 ext. 12`. Undefined for an entry without one.
 */
export function numberHeld(entry: string): string | undefined {
  const found = folded(entry.slice(0, longest)).match(someNumber) ?? [];
  const numbers = found.map((written) => {
    const number = written.replace(doubleZero, "");
    const text = (wholeBefore(number) ?? number).replace(bracketedZero, " ");
    const whole = hasDecimals(text, false) ? text.slice(0, text.lastIndexOf(".")) : text;
    return digitsOf(whole);
  });
  return numbers.find(isPlausible);
}
