import { dayLength, dayOf } from "../domain/usage/usage.js";
import { InvalidInput } from "./refusal.js";

/** UTC days since the epoch: the first one, and the one after the last. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** A day as a date. */
export function dayText(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}

/** A time as rows have it: ISO 8601, UTC; null for none. */
export function isoTime(at: number): string;
export function isoTime(at: number | undefined): string | null;
export function isoTime(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

/** Reads a date or a month, in UTC. */
function periodNamed(text: string): Period {
  const { year, month, day } = /^(?<year>\d{4})-(?<month>\d\d)(-(?<day>\d\d))?$/u.exec(text)?.groups ?? {};
  const [y, m, d] = [Number(year), Number(month) - 1, Number(day ?? 1)];
  const from = Date.UTC(y, m, d);
  const until = day === undefined ? Date.UTC(y, m + 1, 1) : from + dayLength;
  const isDate = !Number.isNaN(from) && new Date(from).toISOString().startsWith(text);
  if (year === undefined || !isDate)
    throw new InvalidInput(
      `invalid day ${JSON.stringify(text)}: use a UTC date such as 2030-01-15, or a month such as 2030-01`,
    );
  return { from: from / dayLength, until: until / dayLength };
}

/** Reads a month, in UTC. */
export function monthOf(text: string): Period {
  if (!/^\d{4}-\d\d$/u.test(text))
    throw new InvalidInput(`invalid month ${JSON.stringify(text)}: use one such as 2030-01`);
  return periodNamed(text);
}

/** Reads a UTC day that has not begun. */
export function firstDayOf(text: string, now: number): number {
  const day = /^\d{4}-\d\d-\d\d$/u.test(text) ? periodNamed(text).from : 0;
  if (day <= dayOf(now))
    throw new InvalidInput(
      `invalid first day ${JSON.stringify(text)}: use a UTC date after ${dayText(dayOf(now))}; without one, the change applies at once`,
    );
  return day;
}

/** Reads the first and the last day of a period; an absent one does not limit it. */
export function periodOf(from: string | undefined, to: string | undefined): Period {
  const period = {
    from: from === undefined ? 0 : periodNamed(from).from,
    until: to === undefined ? Infinity : periodNamed(to).until,
  };
  if (period.from >= period.until)
    throw new InvalidInput(`the period ends before it begins: ${String(from)} to ${String(to)}`);
  return period;
}
