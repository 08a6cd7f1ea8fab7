const lexical =
  /^(-?(?:[1-9][0-9]{4,8}|[0-9]{4}))-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(Z|[+-][0-9]{2}:[0-9]{2})?$/;
const zoneText = /^(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)$/;
const maxFraction = 100;

/** True for a day that exists; no year 0 (XML Schema 1.0), Gregorian calendar also before 1582. */
export function isDay(year: number, month: number, day: number): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
}

/** Days of a month; `year` only matters for February. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    const proleptic = year < 0 ? year + 1 : year;
    return proleptic % 4 === 0 && (proleptic % 100 !== 0 || proleptic % 400 === 0) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** True for `Z` or an offset of at most 14 hours. */
export function isZone(text: string): boolean {
  return zoneText.test(text);
}

/** True for a time of day; 24:00:00 is the end of the day. */
export function isTime(hour: number, minute: number, second: number, fraction: string): boolean {
  if (hour === 24) return minute === 0 && second === 0 && !/[1-9]/.test(fraction);
  return hour < 24 && minute < 60 && second < 60;
}

/**
 * A date and time of day with the zone it was written in, or without one (`xs:dateTime`): immutable. The caller
 * interprets a value without a zone. Comparisons by properties, as in tests, compare the text: 12:00:00Z and 14:00:00+02:00 differ there,
 * and `toDate` gives the same moment.
 */
export class XsdDateTime {
  /** A property, so that tools that compare and print values see it. */
  private readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /**
   * Reads `2026-01-31T12:00:00`, with an optional fraction and an optional `Z` or offset; 24:00:00 is not changed.
   * @throws RangeError if the text is not a date and time.
   */
  static parse(text: string): XsdDateTime {
    const value = XsdDateTime.tryParse(text);
    if (value === undefined) throw new RangeError("Not a date and time.");
    return value;
  }

  /** As `parse`, undefined instead of an error. */
  static tryParse(text: string): XsdDateTime | undefined {
    if (text.length > maxFraction) return undefined;
    const match = lexical.exec(text);
    if (match === null) return undefined;
    const [, year, month, day, hour, minute, second, fraction = "", zone = "Z"] = match;
    const valid =
      isDay(Number(year), Number(month), Number(day)) &&
      isTime(Number(hour), Number(minute), Number(second), fraction) &&
      isZone(zone);
    return valid ? new XsdDateTime(text) : undefined;
  }

  /**
   * The moment of a `Date` in UTC, with milliseconds when there are any.
   * @throws RangeError for an invalid `Date` or one outside the years 1 to 9999
   */
  static fromDate(date: Date): XsdDateTime {
    return XsdDateTime.parse(date.toISOString().replace(/\.?0*Z$/, "Z"));
  }

  /** `Z`, `+02:00`; undefined when the value has none. */
  get zone(): string | undefined {
    return lexical.exec(this.text)?.[8];
  }

  /**
   * The moment as a `Date`, milliseconds cut off.
   * @param assumedZone zone of a value that has none, default `Z`
   */
  toDate(assumedZone = "Z"): Date {
    const [, year = "", month, day, hour, minute, second, fraction = "", zone = assumedZone] =
      lexical.exec(this.text) ?? [];
    const date = new Date(0);
    const fullYear = Number(year) < 0 ? Number(year) + 1 : Number(year);
    date.setUTCFullYear(fullYear, Number(month) - 1, Number(day));
    date.setUTCHours(
      Number(hour),
      Number(minute),
      Number(second),
      Number(fraction.padEnd(3, "0").slice(0, 3)),
    );
    return new Date(date.getTime() - zoneMinutes(zone) * 60_000);
  }

  /** The text that was read. */
  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

function zoneMinutes(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith("-") ? -minutes : minutes;
}
