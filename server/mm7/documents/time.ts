import { XsdDateTime } from "messenger-gen-runtime";

const duration =
  /^P(?=[0-9T])(?:([0-9]{1,4})D)?(?:T(?=[0-9])(?:([0-9]{1,4})H)?(?:([0-9]{1,4})M)?(?:([0-9]{1,6})S)?)?$/;

/**
 * A date and time, in UTC without a zone, or days, hours, minutes and seconds from `now`, as milliseconds since the epoch.
 * Undefined for any other text, and for a year that no clock has.
 */
export function timeOf(text: string, now: number): number | undefined {
  const found = duration.exec(text);
  if (found === null) {
    const time = XsdDateTime.tryParse(text)?.toDate().getTime() ?? NaN;
    return Number.isNaN(time) ? undefined : time;
  }
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  return now + (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
