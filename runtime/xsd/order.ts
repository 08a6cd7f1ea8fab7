/** Comparison of types whose values are strings, and of those without a usable `<`. */
import type { Decimal } from "./decimal.js";
import { XsdDateTime } from "./date-time.js";

/** Infinity is equal to itself. */
export function numberOrder(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** As `numberOrder`, in single precision: bounds and enumerated values are written with more digits than it keeps. */
export function singleOrder(a: number, b: number): number {
  return numberOrder(Math.fround(a), Math.fround(b));
}

export function bigintOrder(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function decimalOrder(a: Decimal, b: Decimal): number {
  return a.compare(b);
}

/** A moment, exact: milliseconds since 1970, and the digits of its fraction of a second behind those. */
interface Moment {
  readonly time: number;
  readonly rest: string;
  readonly zoned: boolean;
}

function momentOf(value: XsdDateTime): Moment {
  const [, digits = ""] = /\.([0-9]+)/.exec(value.toString()) ?? [];
  const rest = digits.slice(3).replace(/0+$/, "");
  return { time: value.toDate().getTime(), rest, zoned: value.zone !== undefined };
}

/** Zones differ from UTC by up to 14 hours: in milliseconds. */
const furthestZone = 50_400_000;

function later({ time, rest, zoned }: Moment, milliseconds: number): Moment {
  return { time: time + milliseconds, rest, zoned };
}

/**
 * The order of moments. One without a zone may be in any: NaN where it is within 14 hours of one with a zone (XML Schema 1.0
 * part 2, section 3.2.7.4).
 */
function momentOrder(a: Moment, b: Moment): number {
  if (a.zoned && !b.zoned) {
    if (instantOrder(a, later(b, -furthestZone)) < 0) return -1;
    return instantOrder(a, later(b, furthestZone)) > 0 ? 1 : NaN;
  }
  return b.zoned && !a.zoned ? -momentOrder(b, a) : instantOrder(a, b);
}

function instantOrder(a: Moment, b: Moment): number {
  if (a.time !== b.time || a.rest === b.rest) return a.time - b.time;
  return a.rest < b.rest ? -1 : 1;
}

/** Compares instants. */
export function dateTimeOrder(a: XsdDateTime, b: XsdDateTime): number {
  return momentOrder(momentOf(a), momentOf(b));
}

/** Text around the parts of a type that completes it to a date and time. */
export type DateFrame = (text: string) => string;

const noMoment: Moment = { time: NaN, rest: "", zoned: false };

/** An order of texts that become dates in a frame; the zone stays behind. */
export function framedOrder(frame: DateFrame): (a: string, b: string) => number {
  const moment = (text: string): Moment => {
    const zone = /(?:Z|[+-][0-9]{2}:[0-9]{2})$/.exec(text.slice(1))?.[0] ?? "";
    const bare = zone === "" ? text : text.slice(0, -zone.length);
    const framed = XsdDateTime.tryParse(frame(bare) + zone);
    return framed === undefined ? noMoment : momentOf(framed);
  };
  return (a, b) => momentOrder(moment(a), moment(b));
}

const durationParts =
  /^(-)?P(?:([0-9]+)Y)?(?:([0-9]+)M)?(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9.]+)S)?)?$/;

/** Moments to which durations are added to compare them (XML Schema 1.0 part 2, 3.2.6.2): year, month from 0. */
const starts = [
  [1696, 8],
  [1697, 1],
  [1903, 2],
  [1903, 6],
] as const;

/** A month has no fixed length: NaN if the order of two durations depends on their start. */
export function durationOrder(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const signs = starts.map(([year, month]) => {
    const after = ({ months, seconds }: DurationParts): number =>
      Date.UTC(year, month + months, 1) + seconds * 1000;
    return Math.sign(after(left) - after(right));
  });
  return signs.every((sign) => sign === signs[0]) ? (signs[0] ?? NaN) : NaN;
}

interface DurationParts {
  readonly months: number;
  readonly seconds: number;
}

function partsOf(text: string): DurationParts {
  const [, minus, ...found] = durationParts.exec(text) ?? [];
  const number = (at: number): number => Number(found[at] ?? 0);
  const [years, months, days] = [number(0), number(1), number(2)];
  const [hours, minutes, seconds] = [number(3), number(4), number(5)];
  const sign = minus === undefined ? 1 : -1;
  return {
    months: sign * (years * 12 + months),
    seconds: sign * (((days * 24 + hours) * 60 + minutes) * 60 + seconds),
  };
}
