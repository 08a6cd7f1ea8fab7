import { toLatinDigits } from "../text/digits.js";
import { existingTime } from "../time-zone.js";

/** A decimal number of any length, compared exactly. */
export interface NumberValue {
  readonly negative: boolean;
  /** Digits before the point, without leading zeros. */
  readonly whole: string;
  /** Digits after the point, without trailing zeros. */
  readonly fraction: string;
}

/** A date of the calendar, with or without a time of day. */
export interface DateValue {
  /** `YYYY-MM-DD`, as written. */
  readonly day: string;
  /** Milliseconds since the epoch; midnight without a time, UTC without a zone. */
  readonly instant: number;
  readonly hasTime: boolean;
}

// Each text matches in one way only, so that the time grows linearly with its length.
const numberForm = /^([+-]?)([0-9]*)(?:\.([0-9]*))?$/;
const zero = "0";
const dateForm =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]((?:[01][0-9]|2[0-3]):[0-5][0-9])(?::([0-5][0-9])(\.[0-9]{1,9})?)?(Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?)?$/i;

function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (digits[start] === zero) start += 1;
  return digits.slice(start);
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === zero) end -= 1;
  return digits.slice(0, end);
}

/** Reads digits with an optional sign and decimal point; undefined for any other text. */
export function readNumber(text: string): NumberValue | undefined {
  const match = numberForm.exec(text);
  if (match === null) return undefined;
  const [, sign = "", before = "", after = ""] = match;
  if (before === "" && after === "") return undefined;
  const whole = withoutLeadingZeros(before);
  const fraction = withoutTrailingZeros(after);
  return { negative: sign === "-" && whole + fraction !== "", whole, fraction };
}

/**
 * Reads `YYYY-MM-DD`, alone or followed by `T` or a space and `HH:MM`, `HH:MM:SS` or `HH:MM:SS.sss`, and by `Z` or an
 * offset `+HH:MM`; undefined for any other text and for dates that do not exist.
 */
export function readDate(text: string): DateValue | undefined {
  const match = dateForm.exec(text);
  if (match === null) return undefined;
  const [, day = "", time, seconds = "00", fraction = ".0", zone = "Z"] = match;
  const midnight = existingTime(`${day}T00:00:00.000Z`);
  if (midnight === undefined) return undefined;
  if (time === undefined) return { day, instant: midnight, hasTime: false };
  const instant = Date.parse(
    `${day}T${time}:${seconds}${fraction.slice(0, 4).padEnd(4, "0")}${zone.toUpperCase()}`,
  );
  return { day, instant, hasTime: true };
}

/** The text with 0-9 for Arabic-Indic and Persian digits, from which numbers and dates are parsed. */
export function readableDigits(text: string): string {
  return toLatinDigits(text.trim());
}

/** Below zero when `left` is before `right`, by UTF-16 code units; 0 when they are equal. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function compareNumbers(left: NumberValue, right: NumberValue): number {
  if (left.negative !== right.negative) return left.negative ? -1 : 1;
  const size =
    left.whole.length - right.whole.length ||
    compareText(left.whole, right.whole) ||
    compareText(left.fraction, right.fraction);
  return left.negative ? 0 - size : size;
}

/** Compares a value with an operand: by the day where the operand has no time, else by the instant. */
export function compareDates(value: DateValue, operand: DateValue): number {
  return operand.hasTime ? value.instant - operand.instant : compareText(value.day, operand.day);
}
