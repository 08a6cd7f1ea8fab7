/** Orders of the types whose values are kept as text, and of those whose values have no `<`. */
import type { Decimal } from "../decimal.js";
import { XsdDateTime } from "./date-time.js";

export function numberOrder(a: number, b: number): number {
  return a - b;
}

export function bigintOrder(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function decimalOrder(a: Decimal, b: Decimal): number {
  return a.compare(b);
}

/** By the moments they stand for; one without a zone is taken as UTC. */
export function dateTimeOrder(a: XsdDateTime, b: XsdDateTime): number {
  return a.toDate().getTime() - b.toDate().getTime();
}

/** What stands around the parts that a date of a type has, to make it a date and time. */
export type DateFrame = (text: string) => string;

/** An order of texts that become dates in a frame; the zone stays behind. */
export function framedOrder(frame: DateFrame): (a: string, b: string) => number {
  const moment = (text: string): number => {
    const zone = /(?:Z|[+-][0-9]{2}:[0-9]{2})$/.exec(text.slice(1))?.[0] ?? "";
    const bare = zone === "" ? text : text.slice(0, -zone.length);
    return (
      XsdDateTime.tryParse(frame(bare) + zone)
        ?.toDate()
        .getTime() ?? NaN
    );
  };
  return (a, b) => moment(a) - moment(b);
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

/** A month has no fixed length: NaN where two durations are not in the same order from every start. */
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
