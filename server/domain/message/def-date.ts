import { fromLocalTime } from "../time-zone.js";

const fourteenDigits = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})/;

/** Upper bound of the offset of a time zone from UTC, in milliseconds. */
const furthestOffset = 86_400_000;

/**
 * When a message is to be sent. `defDate` is `YYYYMMDDHHMMSS` in local time of `timeZone`; anything after the 14 digits
 * is ignored. Absent, empty or past means `now`. Returns milliseconds since the epoch, never before `now`; undefined if
 * the text is not an existing date.
 */
export function dueTime(defDate: string | undefined, now: number, timeZone: string): number | undefined {
  const text = defDate?.trim() ?? "";
  if (text === "") return now;
  const match = fourteenDigits.exec(text);
  if (match === null) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(iso);
  // Some impossible dates (30 February) are parsed as a later day.
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso) return undefined;
  if (timeZone === "UTC" || time < now - furthestOffset) return Math.max(time, now);
  return Math.max(fromLocalTime(time, timeZone), now);
}
