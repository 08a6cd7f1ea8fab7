/**
 * Simple types whose values are represented by other values of TypeScript. A value that has no exact one is refused; only `roundedNumber` and
 * `utcDate` lose something, as their documentation says.
 */
import { Decimal } from "./decimal.js";
import { XsdDateTime } from "./date-time.js";
import { dateTimeOrder } from "./order.js";
import { attempt, LexicalError, simpleType, type XsdType } from "./type.js";

/** Both directions of a representation; undefined for a value without an exact counterpart. */
interface Representation<T, V> {
  readonly read: (value: T) => V | undefined;
  readonly write: (value: V) => T | undefined;
  /** End of the error `no …` for a refused value. */
  readonly missing: string;
  /** Initial value, if the initial value of the type has no counterpart. */
  readonly initial?: V;
}

function represented<T, V>(
  type: XsdType<T>,
  { read, write, missing, initial }: Representation<T, V>,
): XsdType<V> {
  const { name } = type;
  const found = <X>(value: X | undefined): X => {
    if (value === undefined) throw new LexicalError(name, `no ${missing}`);
    return value;
  };
  return simpleType<V>(name, {
    parse: (lexical) => found(read(type.parse(lexical))),
    parseLenient: (lexical) => found(read(type.parseLenient?.(lexical) ?? type.parse(lexical))),
    print: (value) => type.print(found(write(value))),
    initial: initial ?? found(read(type.initial)),
    made: { base: type, read },
  });
}

/** Integers as `number`: those beyond 2^53 - 1 are refused. */
export function integerNumber(type: XsdType<bigint>): XsdType<number> {
  return represented(type, {
    read: (value) => safe(Number(value)),
    write: (value) => (safe(value) === undefined ? undefined : BigInt(value)),
    missing: "exact number: it is not between -(2^53 - 1) and 2^53 - 1",
  });
}

function safe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Integers as `string`, without leading zeros and plus sign. */
export function integerText(type: XsdType<bigint>): XsdType<string> {
  return represented(type, {
    read: String,
    write: (value) => (/^-?\d+$/.test(value) ? BigInt(value) : undefined),
    missing: "exact integer",
  });
}

/** Decimal numbers as `number`: those that a number prints otherwise, for example with 20 digits, are refused. */
export function decimalNumber(type: XsdType<Decimal>): XsdType<number> {
  return represented(type, {
    read: (value) => {
      const number = value.toNumber();
      return decimalOf(number)?.equals(value) === true ? number : undefined;
    },
    write: decimalOf,
    missing: "exact number",
  });
}

/** The number as it is printed; undefined for infinite ones and NaN. */
function decimalOf(number: number): Decimal | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  if (whole === "") return undefined;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${sign}${whole}${fraction}`);
  return scale < 0 ? Decimal.fromUnits(units * 10n ** BigInt(-scale), 0) : Decimal.fromUnits(units, scale);
}

/** Decimal numbers as `string`, with their zeros at the end. */
export function decimalText(type: XsdType<Decimal>): XsdType<string> {
  return represented(type, {
    read: String,
    write: (value) => Decimal.tryParse(value),
    missing: "exact number",
  });
}

/** Dates with a time as `Date`: those without a zone, or with more than milliseconds, are refused. The zone is not kept. */
export function dateTimeDate(type: XsdType<XsdDateTime>): XsdType<Date> {
  return represented(type, {
    read: (value) => {
      const date = value.zone === undefined ? undefined : value.toDate();
      return date !== undefined && dateTimeOrder(value, inUtc(date)) === 0 ? date : undefined;
    },
    write: (value) => (Number.isNaN(value.getTime()) ? undefined : inUtc(value)),
    missing: "exact Date: it has no zone, or more than milliseconds",
    initial: new Date("0001-01-01T00:00:00Z"),
  });
}

function inUtc(date: Date): XsdDateTime {
  const [, year = ""] = /^([+-]?\d+)-/.exec(date.toISOString()) ?? [];
  if (year.length !== 4 || year === "0000")
    throw new LexicalError("dateTime", "the year is not between 1 and 9999");
  return XsdDateTime.fromDate(date);
}

/** Decimal numbers as the nearest `number`, as JavaScript reads its own literals; those beyond its range are refused. */
export function roundedNumber(type: XsdType<Decimal>): XsdType<number> {
  return represented(type, {
    read: (value) => {
      const number = value.toNumber();
      if (!Number.isFinite(number)) return undefined;
      return number === 0 ? 0 : number;
    },
    write: decimalOf,
    missing: "number: it is infinite, NaN or beyond 1.8e308",
  });
}

/**
 * Dates with a time as `Date`: those without a zone are read as UTC, digits behind the milliseconds are cut off, and the zone is not kept. They are
 * written in UTC, in the first form that the type accepts: with `Z`, without a zone, or with `+00:00`, and with as many digits as its pattern wants.
 */
export function utcDate(type: XsdType<XsdDateTime>): XsdType<Date> {
  const dates = represented(type, {
    read: (value) => {
      const date = value.toDate();
      return Number.isNaN(date.getTime()) ? undefined : date;
    },
    write: (value) => XsdDateTime.tryParse(`${utcText(value)}Z`),
    missing: "Date: it is invalid, or its year is too large",
  });
  return {
    ...dates,
    print(value) {
      const usual = attempt(() => [dates.print(value)]);
      return usual?.[0] ?? otherForm(type, utcText(value)) ?? dates.print(value);
    },
  };
}

/** A moment in UTC as XML Schema writes it, without its zone; empty for an invalid `Date`. There is no year 0: 1 BC is -0001. */
function utcText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const year = date.getUTCFullYear();
  const digits = String(year > 0 ? year : 1 - year).padStart(4, "0");
  const rest = date.toISOString().replace(/^[+-]?\d+|\.?0*Z$/g, "");
  return `${year > 0 ? "" : "-"}${digits}${rest}`;
}

/** Digits of a second that patterns ask for, besides as few as there are. */
const fractions = [0, 3, 6, 7, 9];

function otherForm(type: XsdType<XsdDateTime>, text: string): string | undefined {
  const [whole = "", fraction = ""] = text.split(".");
  const seconds = fractions.map((count) => {
    const digits = fraction.padEnd(count, "0");
    return digits === "" ? whole : `${whole}.${digits}`;
  });
  const forms = ["Z", "", "+00:00"].flatMap((zone) => seconds.map((each) => `${each}${zone}`));
  for (const form of forms) {
    const value = XsdDateTime.tryParse(form);
    const printed = value === undefined ? undefined : attempt(() => [type.print(value)]);
    if (printed !== undefined) return printed[0];
  }
  return undefined;
}
