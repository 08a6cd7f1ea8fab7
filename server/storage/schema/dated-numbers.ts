export const dayMilliseconds = 86_400_000;

/** Rows of one day: a number of a transaction or recipient is the day since 1970 times this, and a number of that day. */
export const perDay = 2 ** 37;
