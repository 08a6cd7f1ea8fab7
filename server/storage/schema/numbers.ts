/**
 * Numbers of transactions and recipients, the same in both databases: those of the first week, which begins on 2026-01-01, then those of
 * the second one, and so on. The recipients of a transaction have numbers of its week. Above the bits of the weeks are eight that are 0:
 * several databases could share one space of numbers. All are exact in JavaScript and JSON (docs/decisions/0037).
 */
export const weekMilliseconds = 604_800_000;

/** Days since 1970 of the first day, in weeks. */
export const firstWeek = 2922;

/** Weeks that have numbers of their own: until 2104. */
export const weeks = 2 ** 12;

/** Numbers of one week. */
export const perWeek = 2 ** 31;

/**
 * Recipients are found by their phone number in groups of neighbouring numbers, 2^`bits` of them: the index `recipient_phone`. New entries go
 * into the pages of the newest group, which are in memory, where an index by phone number alone would change a page anywhere for each
 * recipient. A look-up visits each group. `of`: the group of a number, in SQL.
 */
export const phoneGroup = {
  sqlite: { bits: 10, of: (id: string) => `(${id} >> 10)` },
  postgres: { bits: 16, of: (id: string) => `(${id} >> 16)::integer` },
} as const;

/**
 * Transactions of a customer are found in groups likewise, 2^`bits` of them. In SQLite each group of the index `txn_of_customer` has a few pages,
 * where an index by customer would change a page of each customer in a commit. PostgreSQL has an index by customer in the partition of each week.
 */
export const transactionGroup = { sqlite: { bits: 10 }, postgres: { bits: 31 } } as const;

/** Bits of the numbers in a group of recipients and in one of transactions. */
export interface GroupBits {
  readonly recipients: number;
  readonly transactions: number;
}

/** Beginning of the id of a transaction, in SQL: its time, if it is a UUID version 7. */
export const idTime = <Id extends string>(id: Id) => `substr(${id}, 1, 13)` as const;

/**
 * The condition that a transaction has an id. PostgreSQL has an index of the times alone, which takes less than half of the space of the ids: those of
 * a millisecond share an entry. The names of parameters are part of the type.
 */
export const hasId = <Id extends string, Value extends string>(id: Id, value: Value) =>
  `${idTime(id)} = ${idTime(value)} AND ${id} = ${value}` as const;

/** Selects the first number of each week in which a transaction was stored. */
export const firstNumbersOfWeeks = `SELECT DISTINCT seq / ${perWeek} * ${perWeek} AS first FROM txn`;

/** Numbers from the first to the last. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

function numbersOfWeek(week: number): NumberRange {
  const first = week * perWeek;
  return { first, last: first + perWeek - 1 };
}

/** The numbers of the week of a time, in milliseconds since 1970. Earlier times than the first week belong to it. */
export function numbersAt(time: number): NumberRange {
  const week = Math.floor(time / weekMilliseconds) - firstWeek;
  return numbersOfWeek(Math.min(Math.max(week, 0), weeks - 1));
}

/** The numbers of the week of a number. */
export function numbersBeside(number: number): NumberRange {
  return numbersOfWeek(Math.floor(number / perWeek));
}

/** All numbers. */
export const anyWeek: NumberRange = { first: 0, last: Number.MAX_SAFE_INTEGER };

/**
 * Where to look for a transaction, one range after the other: the week that its id names, so that PostgreSQL looks at one partition, then
 * all of them. A UUID version 7 (RFC 9562, section 5.7) begins with the time in milliseconds; any other id may be of any week, and
 * an id that is made before midnight may belong to a call that is accepted after it.
 */
export function rangesOf(transactionId: string): readonly NumberRange[] {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/u.exec(transactionId);
  return time === null ? [anyWeek] : [numbersAt(Number.parseInt(`${time[1]}${time[2]}`, 16)), anyWeek];
}

/** When the week of a number begins, in milliseconds since 1970. */
export function weekOf(number: number): number {
  return (Math.floor(number / perWeek) + firstWeek) * weekMilliseconds;
}
