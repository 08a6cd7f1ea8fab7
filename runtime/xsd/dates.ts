import { daysInMonth, isDay, isTime, isZone, XsdDateTime } from "./date-time.js";
import { dateTimeOrder, durationOrder, framedOrder, type DateFrame } from "./order.js";
import { checkedText } from "./texts.js";
import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";
import { trim } from "./white-space.js";

const year = "(-?(?:[1-9][0-9]{4,8}|[0-9]{4}))";
const zone = "(Z|[+-][0-9]{2}:[0-9]{2})?";
const datePattern = new RegExp(`^${year}-([0-9]{2})-([0-9]{2})${zone}$`);
const timePattern = new RegExp(`^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?${zone}$`);
const yearPattern = new RegExp(`^${year}${zone}$`);
const yearMonthPattern = new RegExp(`^${year}-([0-9]{2})${zone}$`);
const monthPattern = new RegExp(`^--([0-9]{2})${zone}$`);
const dayPattern = new RegExp(`^---([0-9]{2})${zone}$`);
const monthDayPattern = new RegExp(`^--([0-9]{2})-([0-9]{2})${zone}$`);
const durationPattern =
  /^-?P(?=.)(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?=.)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?$/;

const leapYear = 2000;

/** A date and time with its zone. */
export const dateTime: XsdType<XsdDateTime> = /* @__PURE__ */ simpleType("dateTime", {
  parse(lexical) {
    const text = trim(lexical);
    const value = XsdDateTime.tryParse(text);
    if (value === undefined) throw new LexicalError("dateTime", `not a date and time: ${quoted(text)}`);
    return value;
  },
  print(value) {
    if (!(value instanceof XsdDateTime)) throw new TypeError("not an XsdDateTime");
    return value.toString();
  },
  initial: XsdDateTime.parse("0001-01-01T00:00:00"),
  order: dateTimeOrder,
});

/** A text type: `matching` splits the parts and `valid` checks them; the last group is the zone. */
function datePart(
  name: string,
  matching: RegExp,
  valid: (...parts: readonly string[]) => boolean,
  initial: string,
  frame: DateFrame,
): XsdType<string> {
  const check = (text: string): boolean => {
    const match = matching.exec(text);
    return match !== null && isZone(match.at(-1) ?? "Z") && valid(...match.slice(1));
  };
  return checkedText(name, check, initial, framedOrder(frame));
}

/** `2026-01-31`, optionally with a zone; a string. */
export const date = /* @__PURE__ */ datePart(
  "date",
  datePattern,
  (y, m, d) => isDay(Number(y), Number(m), Number(d)),
  "0001-01-01",
  (day) => `${day}T00:00:00`,
);
/** `23:59:59.9`, optionally with a zone; a string. */
export const time = /* @__PURE__ */ datePart(
  "time",
  timePattern,
  (h, m, s, fraction = "") => isTime(Number(h), Number(m), Number(s), fraction),
  "00:00:00",
  (moment) => `2000-01-01T${moment}`,
);
/** `P1Y2M3DT4H5M6.7S`; a string. */
export const duration: XsdType<string> = /* @__PURE__ */ checkedText(
  "duration",
  (text) => durationPattern.test(text),
  "PT0S",
  durationOrder,
);
/** `2026`; a string. */
export const gYear = /* @__PURE__ */ datePart(
  "gYear",
  yearPattern,
  (y) => isDay(Number(y), 1, 1),
  "0001",
  (year) => `${year}-01-01T00:00:00`,
);
/** `2026-01`; a string. */
export const gYearMonth = /* @__PURE__ */ datePart(
  "gYearMonth",
  yearMonthPattern,
  (y, m) => isDay(Number(y), Number(m), 1),
  "0001-01",
  (month) => `${month}-01T00:00:00`,
);
/** `--01`; a string. */
export const gMonth = /* @__PURE__ */ datePart(
  "gMonth",
  monthPattern,
  (m) => isDay(leapYear, Number(m), 1),
  "--01",
  (month) => `2000${month.slice(1)}-01T00:00:00`,
);
/** `---31`; a string. */
export const gDay = /* @__PURE__ */ datePart(
  "gDay",
  dayPattern,
  (d) => Number(d) >= 1 && Number(d) <= 31,
  "---01",
  (day) => `2000-01${day.slice(2)}T00:00:00`,
);
/** `--02-29`; a string. */
export const gMonthDay = /* @__PURE__ */ datePart(
  "gMonthDay",
  monthDayPattern,
  (m, d) =>
    Number(d) >= 1 && Number(d) <= daysInMonth(leapYear, Number(m)) && Number(m) >= 1 && Number(m) <= 12,
  "--01-01",
  (day) => `2000${day.slice(1)}T00:00:00`,
);
