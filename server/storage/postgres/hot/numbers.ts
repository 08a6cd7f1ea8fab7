import { dayMilliseconds, perDay } from "../../schema/dated-numbers.js";

/** Numbers that a transaction may have. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

const all: NumberRange = { first: 0, last: Number.MAX_SAFE_INTEGER };

/** The numbers of the day of a time. */
export function numbersOfDay(at: number): NumberRange {
  const day = Math.floor(at / dayMilliseconds);
  return { first: day * perDay, last: (day + 1) * perDay - 1 };
}

/**
 * Where to look for a transaction, one range after the other: the day that its id names, so that one partition is looked at, then
 * all of them. A UUID version 7 (RFC 9562, section 5.7) begins with the time in milliseconds; any other id may be of any day, and
 * an id that is made before midnight may belong to a call that is accepted after it.
 */
export function rangesOf(transactionId: string): readonly NumberRange[] {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/u.exec(transactionId);
  return time === null ? [all] : [numbersOfDay(Number.parseInt(`${time[1]}${time[2]}`, 16)), all];
}

/** The numbers of the recipients of a transaction: of its day. */
export function recipientsOf(txn: number): NumberRange {
  const first = Math.floor(txn / perDay) * perDay;
  return { first, last: first + perDay - 1 };
}
