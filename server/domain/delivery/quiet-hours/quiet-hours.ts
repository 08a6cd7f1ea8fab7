import { callingCode } from "../../usage/usage.js";
import { regionOf } from "../../recipients/countries.js";
import { offsetAt } from "../../time-zone.js";

/** A window of local time in which list and file sends of a customer are held, in minutes since midnight; it may span midnight. */
export interface QuietWindow {
  readonly start: number;
  readonly end: number;
}

const minute = 60_000;
const day = 1_440 * minute;

/** Time zones change their offset, and windows begin and end, only at multiples of a quarter of an hour. */
export const slot = 15 * minute;

/** Milliseconds within which an allowed moment is looked for. */
const horizon = 2 * day;

const form = /^([01][0-9]|2[0-3]):(00|15|30|45)-([01][0-9]|2[0-3]):(00|15|30|45)$/;

/** Reads `21:00-08:00`; undefined for any other text, and for a window without an end. */
export function quietWindow(text: string): QuietWindow | undefined {
  const [, hour, from, until, to] = form.exec(text) ?? [];
  if (to === undefined) return undefined;
  const start = Number(hour) * 60 + Number(from);
  const end = Number(until) * 60 + Number(to);
  return start === end ? undefined : { start, end };
}

/** A window with the zone of numbers whose country is not known, as a message keeps it: `21:00-08:00 Europe/Paris`. */
export const quietText = (window: string, zone: string): string => `${window} ${zone}`;

interface LocaleZones {
  getTimeZones?: () => readonly string[] | undefined;
  readonly timeZones?: readonly string[] | undefined;
}

/** Regions without time zones in CLDR. */
const others: Readonly<Record<string, string>> = { XK: "Europe/Belgrade" };

/** IANA time zones of a region, as the platform has them; none for an unknown one. */
export function zonesOf(region: string): readonly string[] {
  const other = others[region];
  if (other !== undefined) return [other];
  const locale: Intl.Locale & LocaleZones = new Intl.Locale("und", { region });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Whether local time of an offset is outside of a window. */
function allows({ start, end }: QuietWindow, time: number, offset: number): boolean {
  const local = (((time + offset) % day) + day) % day;
  const at = Math.floor(local / minute);
  return start < end ? at < start || at >= end : at >= end && at < start;
}

/** The offset of a zone within the horizon of a time: it is read once where the clocks stay as they are. */
function offsetsFrom(zone: string, time: number): (at: number) => number {
  const first = offsetAt(zone, time);
  return offsetAt(zone, time + horizon) === first ? () => first : (at) => offsetAt(zone, at);
}

/** Milliseconds since the epoch. */
interface Span {
  readonly from: number;
  /** It is the same before. */
  readonly until: number;
  readonly isHeld: boolean;
}

/** Whether a moment is allowed in all zones, and until when that is so; undefined if no moment within the horizon is. */
function spanIn(window: QuietWindow, zones: readonly string[], time: number): Span | undefined {
  const from = Math.floor(time / slot) * slot;
  const offsets = zones.map((zone) => offsetsFrom(zone, from));
  const isHeldAt = (at: number): boolean => !offsets.every((offset) => allows(window, at, offset(at)));
  const isHeld = isHeldAt(from);
  for (let until = from + slot; until <= from + horizon; until += slot)
    if (isHeldAt(until) !== isHeld) return { from, until, isHeld };
  return isHeld ? undefined : { from, until: from + horizon, isHeld };
}

interface Country {
  readonly window: QuietWindow;
  readonly zone: string;
  /** None: those of the service. */
  readonly zones: readonly string[];
  span: Span;
}

/**
 * Quiet hours of recipients. A moment is allowed if it is outside of the window in every time zone of the recipient's country; a country that has
 * no such moment within two days, and an unknown one, count by the zone of the service. Keeps what it has found, by country.
 */
export class QuietHours {
  readonly #countries = new Map<string, Country>();
  /** Ends of deliveries: the messages of a list have the same ones. */
  readonly #ends = new Map<string, number>();

  /** When a message to a number is allowed, at a time or next after it: `at` itself if it is then. `quiet`: as `quietText` makes it. */
  allowedFrom(quiet: string, phone: string, at: number): number {
    const span = this.spanAt(quiet, phone, at);
    return span?.isHeld === true ? span.until : at;
  }

  /**
   * When delivery is given up: time in which the message was held does not count.
   * @param time milliseconds that delivery may take from `dueAt` on
   */
  endOf(quiet: string, phone: string, dueAt: number, time: number): number {
    const key = `${quiet} ${regionOf(phone, callingCode(phone)) ?? ""} ${dueAt} ${time}`;
    const known = this.#ends.get(key);
    if (known !== undefined) return known;
    const end = endOf(quiet, phone, dueAt, time);
    if (this.#ends.size >= mostCountries) this.#ends.clear();
    this.#ends.set(key, end);
    return end;
  }

  /** Whether a message is held at a time, and until when that is so; undefined without a window. */
  spanAt(quiet: string, phone: string, at: number): Span | undefined {
    const region = regionOf(phone, callingCode(phone)) ?? "";
    const key = `${quiet} ${region}`;
    const known = this.#countries.get(key) ?? countryOf(quiet, region);
    if (known === undefined) return undefined;
    if (at < known.span.from || at >= known.span.until) known.span = spanOf(known, at);
    if (this.#countries.size >= mostCountries) this.#countries.clear();
    this.#countries.set(key, known);
    return known.span;
  }
}

function endOf(quiet: string, phone: string, dueAt: number, time: number): number {
  const hours = new QuietHours();
  let left = time;
  let at = dueAt;
  for (let spans = 0; spans < mostSpans; spans++) {
    const span = hours.spanAt(quiet, phone, at);
    if (span === undefined) break;
    if (!span.isHeld && at + left <= span.until) break;
    if (!span.isHeld) left -= span.until - at;
    at = span.until;
  }
  return at + left;
}

/** Days and nights that a message is followed for. */
const mostSpans = 400;

/** Countries of windows that are kept. */
const mostCountries = 5_000;

function countryOf(quiet: string, region: string): Country | undefined {
  const [text = "", zone = "UTC"] = quiet.split(" ");
  const window = quietWindow(text);
  if (window === undefined) return undefined;
  return {
    window,
    zone,
    zones: region === "" ? [] : zonesOf(region),
    span: { from: 0, until: 0, isHeld: false },
  };
}

function spanOf({ window, zone, zones }: Country, at: number): Span {
  const own = zones.length === 0 ? undefined : spanIn(window, zones, at);
  return own ?? spanIn(window, [zone], at) ?? { from: at, until: at + slot, isHeld: false };
}

/** Numbers that are looked at without a pause: a fraction of a millisecond. */
const atOnce = 256;

/** The earliest time from `at` on at which a message is allowed for one of its numbers. */
export function* earliestAllowed(
  quiet: string,
  numbers: readonly string[] | Float64Array,
  at: number,
): Generator<undefined, number, undefined> {
  const hours = new QuietHours();
  let earliest = Infinity;
  for (const [index, number] of numbers.entries()) {
    if (index % atOnce === atOnce - 1) yield;
    earliest = Math.min(earliest, hours.allowedFrom(quiet, String(number), at));
    if (earliest <= at) break;
  }
  return earliest === Infinity ? at : earliest;
}
