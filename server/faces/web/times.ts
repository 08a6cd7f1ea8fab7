import { toLocalTime } from "../../domain/time-zone.js";

/** The clock by which a page is written. */
export interface PageClock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Of the operator, for example `America/New_York`. */
  readonly zone: string;
}

/** A time as a page shows it. */
export interface ShownTime {
  /** ISO 8601, UTC. */
  readonly iso: string;
  /** With date, seconds and zone. */
  readonly title: string;
  readonly text: string;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Local date and time as texts. */
function textsOf(time: number, zone: string) {
  const iso = new Date(toLocalTime(time, zone)).toISOString();
  const [year, month, day] = [iso.slice(0, 4), Number(iso.slice(5, 7)), Number(iso.slice(8, 10))];
  return {
    year,
    date: `${day} ${months[month - 1] ?? ""}`,
    clock: iso.slice(11, 16),
    seconds: iso.slice(11, 19),
    day: iso.slice(0, 10),
  };
}

/** How long ago, or until then, within an hour; undefined beyond it. */
function distanceText(time: number, now: number): string | undefined {
  const distance = Math.abs(now - time);
  if (distance >= hour) return undefined;
  const text =
    distance < minute ? `${Math.floor(distance / second)} s` : `${Math.floor(distance / minute)} min`;
  return time > now ? `in ${text}` : `${text} ago`;
}

/** Relative within an hour, then the time of today, then the date. */
function listText(time: number, { now, zone }: PageClock): string {
  const relative = distanceText(time, now);
  if (relative !== undefined) return relative;
  const [then, today] = [textsOf(time, zone), textsOf(now, zone)];
  if (then.day === today.day) return then.clock;
  return then.year === today.year ? `${then.date} ${then.clock}` : `${then.date} ${then.year}`;
}

/** A time for a list; `exact` for a place that needs date and seconds. */
export function shownTime(time: number, clock: PageClock, exact = false): ShownTime {
  const { date, year, seconds } = textsOf(time, clock.zone);
  const title = `${date} ${year}, ${seconds} ${placeOf(clock.zone)}`;
  const text = exact ? `${date} ${year}, ${seconds}` : listText(time, clock);
  return { iso: new Date(time).toISOString(), title, text };
}

/** The time of day at which a page was made. */
export function clockTime(time: number, zone: string): Pick<ShownTime, "iso" | "text"> {
  return { iso: new Date(time).toISOString(), text: textsOf(time, zone).seconds };
}

/** A time of day with milliseconds, for steps that follow each other quickly. */
export function preciseTime(time: number, zone: string): string {
  return new Date(toLocalTime(time, zone)).toISOString().slice(11, 23);
}

/** The date of a time, for example `24 Nov`. */
export const dateText = (time: number, zone: string): string => textsOf(time, zone).date;

/** A day and the time of it, for a forecast: `today`, `tomorrow`, or a date, which has a year if that is another one. */
export function dayAndClock(
  time: number,
  { now, zone }: PageClock,
): { readonly day: string; readonly clock: string } {
  const [then, today, tomorrow] = [time, now, now + 24 * hour].map((each) => textsOf(each, zone));
  const { day, date, year, clock } = then ?? textsOf(time, zone);
  if (day === today?.day) return { day: "today", clock };
  if (day === tomorrow?.day) return { day: "tomorrow", clock };
  return { day: year === today?.year ? date : `${date} ${year}`, clock };
}

/** City of a zone, for example `New York`. */
export function placeOf(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** A zone with its distance from UTC at a time, for example `New York, UTC−5`. */
export function zoneText(zone: string, now: number): string {
  if (zone === "UTC") return "UTC";
  const minutes = Math.round((toLocalTime(now, zone) - now) / minute);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const distance = minutes === 0 ? "" : `${minutes < 0 ? "−" : "+"}${hours}`;
  return `${placeOf(zone)}, UTC${distance}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** A short time between two steps, for example `+ 165 ms`. */
export function stepText(milliseconds: number): string {
  if (milliseconds < second) return `+ ${Math.round(milliseconds)} ms`;
  if (milliseconds < minute) return `+ ${(milliseconds / second).toFixed(1)} s`;
  if (milliseconds < hour) return `+ ${Math.round(milliseconds / minute)} min`;
  return milliseconds < 48 * hour
    ? `+ ${Math.round(milliseconds / hour)} h`
    : `+ ${Math.round(milliseconds / (24 * hour))} days`;
}
