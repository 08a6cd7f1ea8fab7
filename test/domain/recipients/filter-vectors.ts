import type { Operator } from "messenger-client";

/** A filter on one value and whether it matches: test vectors for the domain and every store. */
export interface FilterVector {
  readonly value: string;
  readonly operator: Operator;
  readonly operands: readonly string[];
  readonly holds: boolean;
}

type Row = readonly [value: string, operator: Operator, operands: readonly string[], holds: boolean];

const numbers: readonly Row[] = [
  ["9", "Less", ["10"], true],
  ["10", "Less", ["9"], false],
  ["10", "Less", ["10"], false],
  ["10", "LessOrEqual", ["10.0"], true],
  ["10", "Greater", ["9"], true],
  ["-10", "Greater", ["-9"], false],
  ["-9.5", "Greater", ["-9.75"], true],
  ["-0", "Equal", ["0"], true],
  [".5", "Equal", ["0.50"], true],
  ["5.", "Equal", ["5"], true],
  ["007", "Equal", ["7"], true],
  ["+7", "Equal", ["7"], true],
  ["7", "NotEqual", ["7.0"], false],
  ["9007199254740993", "Equal", ["9007199254740992"], false],
  ["9007199254740993", "Greater", ["9007199254740992"], true],
  ["123456789012345678901234567890", "GreaterOrEqual", ["123456789012345678901234567890.0"], true],
  ["٣١", "Equal", ["31"], true],
  ["31", "Equal", ["۳۱"], true],
  ["31", "Between", ["30", "31"], true],
  ["9", "Between", ["10", "20"], false],
  ["15", "Between", ["20", "10"], false],
  ["unknown", "Greater", ["30"], false],
  ["unknown", "Less", ["30"], false],
  ["unknown", "Equal", ["30"], false],
  ["unknown", "NotEqual", ["30"], true],
  ["", "Less", ["30"], false],
  ["", "NotEqual", ["30"], true],
  ["1e3", "Equal", ["1000"], false],
  ["1,000", "Equal", ["1000"], false],
  [".", "Equal", ["0"], false],
  ["12025550101", "StartWith", ["1202"], true],
  ["31", "Contains", ["1"], true],
];

const dates: readonly Row[] = [
  ["2030-01-09", "Less", ["2030-01-10"], true],
  ["2030-01-10", "Less", ["2030-01-09"], false],
  ["2030-01-10T23:59:59", "Equal", ["2030-01-10"], true],
  ["2030-01-10T23:59:59", "LessOrEqual", ["2030-01-10"], true],
  ["2030-01-11", "Greater", ["2030-01-10"], true],
  ["2030-01-10", "Equal", ["2030-01-10T00:00"], true],
  ["2030-01-10 12:00", "Equal", ["2030-01-10T12:00:00.000Z"], true],
  ["2030-01-10T15:00+03:00", "Equal", ["2030-01-10T12:00Z"], true],
  ["2030-01-11T01:00+03:00", "Less", ["2030-01-11T00:00"], true],
  ["2030-01-11T01:00+03:00", "Equal", ["2030-01-11"], true],
  ["2030-01-31T10:00", "Between", ["2030-01-01", "2030-01-31"], true],
  ["2030-02-01", "Between", ["2030-01-01", "2030-01-31"], false],
  ["2030-02-29", "Less", ["2031-01-01"], false],
  ["2028-02-29", "Less", ["2031-01-01"], true],
  ["31/01/2030", "Less", ["2031-01-01"], false],
  ["2030", "Less", ["2031-01-01"], false],
  ["2030-01-10", "NotEqual", ["2030-01-10"], false],
  ["never", "NotEqual", ["2030-01-10"], true],
  ["٢٠٣٠-٠١-١٠", "Equal", ["2030-01-10"], true],
  ["20300110120000", "Less", ["20300110130000"], true],
  ["2030-01-10", "StartWith", ["2030-01"], true],
];

const texts: readonly Row[] = [
  ["Cairo", "Equal", ["cairo"], true],
  ["cairo", "Equal", ["CAIRO"], true],
  ["Cairo", "Equal", ["Cair"], false],
  ["Cairo", "NotEqual", ["CAIRO"], false],
  ["Cairo", "NotEqual", ["Tunis"], true],
  ["Élan", "Equal", ["e\u0301LAN"], true],
  ["ΟΔΟΣ", "Equal", ["οδος"], true],
  ["МОСКВА", "StartWith", ["мос"], true],
  ["Straße", "Equal", ["STRASSE"], true],
  ["القاهرة", "Contains", ["قاهر"], true],
  ["apple", "Less", ["Banana"], true],
  ["Banana", "Less", ["apple"], false],
  ["banana", "LessOrEqual", ["BANANA"], true],
  ["10", "Less", ["9a"], true],
  ["b", "Between", ["A", "C"], true],
  ["d", "Between", ["A", "C"], false],
  ["b", "Between", ["1", "C"], true],
  ["", "Less", ["m"], false],
  ["", "Between", ["a", "z"], false],
  ["", "Equal", [""], true],
  ["x", "Equal", [""], false],
  ["0", "Equal", [""], false],
  ["", "NotEqual", [""], false],
  ["x", "NotEqual", [""], true],
  ["Cairo", "Equal", [" cairo "], true],
  ["New Cairo", "StartWith", ["new"], true],
  ["New Cairo", "StartWith", ["cairo"], false],
  ["New Cairo", "Contains", ["W C"], true],
  ["New Cairo", "Contains", ["_"], false],
  ["New Cairo", "Contains", ["%"], false],
  ["50% off_", "Contains", ["% OFF_"], true],
  ["O'Brien", "Equal", ["o'brien"], true],
  ["gold,news", "ContainsAny", ["silver", "NEWS"], true],
  ["gold,news", "ContainsAny", ["silver", "sport"], false],
  ["gold,news", "ContainsAny", ["gold"], true],
  ["gold,news", "ContainsAll", ["news", "gold"], true],
  ["gold,news", "ContainsAll", ["news", "sport"], false],
  ["", "Contains", ["a"], false],
  ["", "ContainsAny", ["a"], false],
];

/** Every operator on numbers, dates and texts, and on values of another type. */
export const filterVectors: readonly FilterVector[] = [...numbers, ...dates, ...texts].map(
  ([value, operator, operands, holds]) => ({ value, operator, operands, holds }),
);
