import { perDay } from "../migrations/outbox.js";

/** Numbers that a transaction may have. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

const all: NumberRange = { first: 0, last: Number.MAX_SAFE_INTEGER };

const dayMilliseconds = 86_400_000;

/** The numbers of the day of a time. */
export function numbersOfDay(at: number): NumberRange {
  const day = Math.floor(at / dayMilliseconds);
  return { first: day * perDay, last: (day + 1) * perDay - 1 };
}

/**
 * The numbers of the day that the id of a transaction names: only the partition of that day is looked at. A UUID version 7
 * (RFC 9562, section 5.7) begins with the time in milliseconds; any other id may be of any day.
 */
export function numbersOf(transactionId: string): NumberRange {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/u.exec(transactionId);
  if (time === null) return all;
  return numbersOfDay(Number.parseInt(`${time[1]}${time[2]}`, 16));
}

/** The numbers of the recipients of a transaction: of its day. */
export function recipientsOf(txn: number): NumberRange {
  const first = Math.floor(txn / perDay) * perDay;
  return { first, last: first + perDay - 1 };
}
