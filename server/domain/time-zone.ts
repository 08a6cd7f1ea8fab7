/** By name in lower case: the platform takes any case, and callers give names. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = formats.get(key);
  if (known !== undefined) return known;
  const fields = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const times = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, calendar: "gregory", ...fields, ...times });
  formats.set(key, format);
  return format;
}

/** Returns whether a text is the name of a time zone, for example `Africa/Nairobi`; an offset such as `+03:00` is none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/iu.test(name) && formatOf(name).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/**
 * Reads a time in UTC, `2030-01-15T08:30:00.000Z`; undefined for a day or a time that does not exist, some of which the platform reads as a
 * later day.
 */
export function existingTime(iso: string): number | undefined {
  const time = Date.parse(iso);
  return Number.isNaN(time) || new Date(time).toISOString() !== iso ? undefined : time;
}

/** Time zone of the service: that of its process, which `TZ` sets. */
export const serviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Milliseconds that local time is ahead of UTC at a time. */
export function offsetAt(timeZone: string, time: number): number {
  const fields = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const field = (type: Intl.DateTimeFormatPartTypes): number => fields.get(type) ?? 0;
  const day = Date.UTC(field("year"), field("month") - 1, field("day"));
  const local = day + ((field("hour") * 60 + field("minute")) * 60 + field("second")) * 1000;
  return local - Math.floor(time / 1000) * 1000;
}

const day = 86_400_000;

/**
 * The times at which clocks of a zone show a local time, given in milliseconds as if it were UTC, in their order: two where clocks are set back
 * over it, none where they are set forward over it.
 */
export function timesShown(local: number, timeZone: string): readonly number[] {
  const around = [local - day, local + day].map((time) => local - offsetAt(timeZone, time));
  const shown = around.filter((time) => time + offsetAt(timeZone, time) === local);
  return [...new Set(shown)].sort((a, b) => a - b);
}

/**
 * The time at which clocks of a zone show a local time, given in milliseconds as if it were UTC. Where clocks are set
 * back and show it twice, the first time; where they are set forward and never show it, as much later as they skip.
 */
export function fromLocalTime(local: number, timeZone: string): number {
  return timesShown(local, timeZone)[0] ?? local - offsetAt(timeZone, local - day);
}

/** Local time of a zone at an instant, in milliseconds as if it were UTC. */
export function toLocalTime(time: number, timeZone: string): number {
  return timeZone === "UTC" ? time : time + offsetAt(timeZone, time);
}
