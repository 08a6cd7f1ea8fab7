/** Simple types whose values are represented by other values of TypeScript; a value that has no exact one is refused. */
import { Decimal } from "./decimal.js";
import { XsdDateTime } from "./date-time.js";
import { dateTimeOrder } from "./order.js";
import { LexicalError, simpleType, type XsdType } from "./type.js";

/** Both directions of a representation; undefined for a value without an exact counterpart. */
interface Representation<T, V> {
  readonly read: (value: T) => V | undefined;
  readonly write: (value: V) => T | undefined;
  /** End of the error `no exact …` for a refused value. */
  readonly missing: string;
  /** Initial value, if the initial value of the type has no counterpart. */
  readonly initial?: V;
}

function represented<T, V>(
  type: XsdType<T>,
  { read, write, missing, initial }: Representation<T, V>,
): XsdType<V> {
  const { name } = type;
  const exact = <X>(value: X | undefined): X => {
    if (value === undefined) throw new LexicalError(name, `no exact ${missing}`);
    return value;
  };
  return simpleType<V>(name, {
    parse: (lexical) => exact(read(type.parse(lexical))),
    parseForm: (lexical, lenient) => exact(read(type.parseForm?.(lexical, lenient) ?? type.parse(lexical))),
    parseLenient: (lexical) => exact(read(type.parseLenient?.(lexical) ?? type.parse(lexical))),
    print: (value) => type.print(exact(write(value))),
    initial: initial ?? exact(read(type.initial)),
  });
}

/** Integers as `number`: those beyond 2^53 - 1 are refused. */
export function integerNumber(type: XsdType<bigint>): XsdType<number> {
  return represented(type, {
    read: (value) => safe(Number(value)),
    write: (value) => (safe(value) === undefined ? undefined : BigInt(value)),
    missing: "number: it is not between -(2^53 - 1) and 2^53 - 1",
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
    missing: "integer",
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
    missing: "number",
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
  return represented(type, { read: String, write: (value) => Decimal.tryParse(value), missing: "number" });
}

/** Dates with a time as `Date`: those without a zone, or with more than milliseconds, are refused. The zone is not kept. */
export function dateTimeDate(type: XsdType<XsdDateTime>): XsdType<Date> {
  return represented(type, {
    read: (value) => {
      const date = value.zone === undefined ? undefined : value.toDate();
      return date !== undefined && dateTimeOrder(value, inUtc(date)) === 0 ? date : undefined;
    },
    write: (value) => (Number.isNaN(value.getTime()) ? undefined : inUtc(value)),
    missing: "Date: it has no zone, or more than milliseconds",
    initial: new Date("0001-01-01T00:00:00Z"),
  });
}

function inUtc(date: Date): XsdDateTime {
  const [, year = ""] = /^([+-]?\d+)-/.exec(date.toISOString()) ?? [];
  if (year.length !== 4 || year === "0000")
    throw new LexicalError("dateTime", "the year is not between 1 and 9999");
  return XsdDateTime.fromDate(date);
}
