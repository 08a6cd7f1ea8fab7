/** Lexical forms of the built-in types that no table holds; what is none of the type its own check finds. */
import type { Source } from "./source.js";

/** Ranges of characters of XML 1.0, the plain ones more often than others. */
const ranges: readonly (readonly [from: number, to: number])[] = [
  [0x61, 0x7a],
  [0x20, 0x7e],
  [0x30, 0x39],
  [0x9, 0xa],
  [0xd, 0xd],
  [0x26, 0x3e],
  [0x7f, 0xff],
  [0x100, 0x24f],
  [0x3040, 0x30ff],
  [0x2028, 0x2029],
  [0xd7f0, 0xd7ff],
  [0xe000, 0xe010],
  [0xfff0, 0xfffd],
  [0x10000, 0x10010],
  [0x1f600, 0x1f64f],
  [0x10fff0, 0x10ffff],
];

/** Any text of up to 12 characters, now and then a long one. */
export function anyText(choose: Source): string {
  const length = choose(40) === 39 ? 500 + choose(2000) : choose(13);
  return Array.from({ length }, () => character(choose)).join("");
}

function character(choose: Source): string {
  const [from = 0, to = from] = ranges[choose(ranges.length)] ?? [];
  return String.fromCodePoint(from + choose(to - from + 1));
}

function digits(choose: Source, atMost: number): string {
  return Array.from({ length: 1 + choose(atMost) }, () => String(choose(10))).join("");
}

const two = (choose: Source, limit: number, first = 0): string =>
  String(first + choose(limit)).padStart(2, "0");
const sign = (choose: Source): string => ["", "-", "+"][choose(3)] ?? "";
const fraction = (choose: Source): string => (choose(2) === 0 ? "" : `.${digits(choose, 12)}`);
const year = (choose: Source): string =>
  ["2026", "0001", "9999", "-0044", "12026", "-12026", "1999"][choose(7)] ?? "2026";
const zone = (choose: Source): string =>
  ["", "Z", "+14:00", "-14:00", "+05:30", "-00:30", "+00:00"][choose(7)] ?? "";
const date = (choose: Source): string => `${year(choose)}-${two(choose, 12, 1)}-${two(choose, 31, 1)}`;
const time = (choose: Source): string =>
  `${two(choose, 24)}:${two(choose, 60)}:${two(choose, 60)}${fraction(choose)}`;

function float(choose: Source): string {
  const exponent = choose(2) === 0 ? "" : `E${sign(choose)}${choose(320)}`;
  return `${sign(choose)}${digits(choose, 17)}${fraction(choose)}${exponent}`;
}

function duration(choose: Source): string {
  const part = (letter: string): string => (choose(2) === 0 ? "" : `${digits(choose, 5)}${letter}`);
  const clock = `${part("H")}${part("M")}${choose(2) === 0 ? "" : `${digits(choose, 3)}${fraction(choose)}S`}`;
  return `${["", "-"][choose(2)] ?? ""}P${part("Y")}${part("M")}${part("D")}${clock === "" ? "" : `T${clock}`}`;
}

function bytes(choose: Source): Uint8Array {
  const length = choose(8) === 7 ? 700 + choose(2000) : choose(10);
  return Uint8Array.from({ length }, () => choose(256));
}

const nameStart = Array.from("azAZ_éßΩ日");
const nameRest = [...nameStart, ...Array.from("09-.·")];

function name(choose: Source, colon = false): string {
  const pick = (from: readonly string[]): string => from[choose(from.length)] ?? "a";
  const rest = Array.from({ length: choose(8) }, () => pick(nameRest)).join("");
  return `${pick(nameStart)}${rest}${colon && choose(3) === 2 ? `:${pick(nameStart)}` : ""}`;
}

const several = (choose: Source, one: (choose: Source) => string): string =>
  Array.from({ length: 1 + choose(4) }, () => one(choose)).join(" ");

/** By the built-in type. */
const makers: Readonly<Record<string, (choose: Source) => string>> = {
  Name: (choose) => name(choose, true),
  NCName: name,
  NMTOKEN: (choose) => `${["", "-", ".", "7"][choose(4)] ?? ""}${name(choose, true)}`,
  NMTOKENS: (choose) => several(choose, name),
  IDREF: name,
  IDREFS: (choose) => several(choose, name),
  ENTITY: name,
  ENTITIES: (choose) => several(choose, name),
  QName: (choose) => `${choose(2) === 0 ? "" : "xml:"}${name(choose)}`,
  language: (choose) => ["en", "de-AT", "x-klingon", "zh-Hant-TW"][choose(4)] ?? "en",
  boolean: (choose) => ["1", "0"][choose(2)] ?? "1",
  decimal: (choose) => `${sign(choose)}${digits(choose, 40)}${fraction(choose)}`,
  float,
  double: float,
  dateTime: (choose) => `${date(choose)}T${time(choose)}${zone(choose)}`,
  date: (choose) => `${date(choose)}${zone(choose)}`,
  time: (choose) => `${time(choose)}${zone(choose)}`,
  duration,
  gYear: (choose) => `${year(choose)}${zone(choose)}`,
  gYearMonth: (choose) => `${year(choose)}-${two(choose, 12, 1)}${zone(choose)}`,
  gMonth: (choose) => `--${two(choose, 12, 1)}${zone(choose)}`,
  gMonthDay: (choose) => `--${two(choose, 12, 1)}-${two(choose, 31, 1)}${zone(choose)}`,
  gDay: (choose) => `---${two(choose, 31, 1)}${zone(choose)}`,
  base64Binary: (choose) => Buffer.from(bytes(choose)).toString("base64"),
  hexBinary: (choose) => Buffer.from(bytes(choose)).toString("hex"),
  guid: (choose) => {
    const hex = Array.from({ length: 32 }, () => choose(16).toString(16)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  },
};

const wholeTypes = /^(?:integer|.*Integer|long|int|short|byte|unsigned\w+)$/;
/** Digits of the greatest value. */
const widths: Readonly<Record<string, number>> = { long: 18, unsignedLong: 19, int: 9, short: 4, byte: 2 };

/** A lexical form of a built-in type, most of the time. */
export function anyLexical(constant: string, choose: Source): string {
  const make = makers[constant];
  if (make !== undefined) return make(choose);
  if (!wholeTypes.test(constant)) return anyText(choose);
  const least = /^(?:negative|nonPositive)/.test(constant) ? "-" : "";
  const lead = /^(?:unsigned|positive|nonNegative)/.test(constant) || least !== "" ? least : sign(choose);
  return `${lead}${digits(choose, widths[constant] ?? (constant.endsWith("Integer") || constant === "integer" ? 40 : 3))}`;
}
