import type { Operator } from "messenger-client/enums";
import { foldCase, bounded } from "../text/normal-form.js";
import {
  compareDates,
  compareNumbers,
  compareText,
  readableDigits,
  readDate,
  readNumber,
} from "./ordered-value.js";

/** One condition on one column of a smart list. */
export interface Filter {
  /** Found without regard to case. */
  readonly column: string;
  readonly operator: Operator;
  /** Two for Between, one or more for ContainsAny and ContainsAll, otherwise one. */
  readonly operands: readonly string[];
}

/** Maximum filters in one call. */
export const maxFilters = 16;

/** Maximum operands of all filters of a call together. */
export const maxOperands = 100;

/** Returns whether all filters hold for a member; `values` in the order of the columns. */
export type Matches = (values: readonly string[]) => boolean;

/** The compiled filters, or the error in them. */
export type CompiledFilters =
  | { readonly ok: true; readonly matches: Matches }
  | { readonly ok: false; readonly problem: "unknownColumn" | "badOperands" | "tooMany" };

type Test = (value: string) => boolean;

/** Three-way comparison of a value with an operand; undefined if the two cannot be compared. */
type Compare = (value: string, operandIndex: number) => number | undefined;

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}

function numberComparison(operands: readonly string[]): Compare | undefined {
  const numbers = operands.map((operand) => readNumber(readableDigits(operand))).filter(isDefined);
  if (numbers.length < operands.length) return undefined;
  return (value, index) => {
    const number = readNumber(readableDigits(value));
    const operand = numbers[index];
    return number === undefined || operand === undefined ? undefined : compareNumbers(number, operand);
  };
}

function dateComparison(operands: readonly string[]): Compare | undefined {
  const dates = operands.map((operand) => readDate(readableDigits(operand))).filter(isDefined);
  if (dates.length < operands.length) return undefined;
  return (value, index) => {
    const date = readDate(readableDigits(value));
    const operand = dates[index];
    return date === undefined || operand === undefined ? undefined : compareDates(date, operand);
  };
}

function textComparison(operands: readonly string[]): Compare {
  const texts = operands.map(foldCase);
  return (value, index) => (value === "" ? undefined : compareText(foldCase(value), texts[index] ?? ""));
}

/** The operands determine how values are read: all numbers, all dates, or text. A value of another kind is not comparable. */
function comparison(operands: readonly string[]): Compare {
  return numberComparison(operands) ?? dateComparison(operands) ?? textComparison(operands);
}

function ordered(operands: readonly string[], holds: (order: number) => boolean): Test {
  const compare = comparison(operands);
  return (value) => {
    const order = compare(value, 0);
    return order !== undefined && holds(order);
  };
}

function equal(operands: readonly string[]): Test {
  return operands[0] === "" ? (value) => value === "" : ordered(operands, (order) => order === 0);
}

function notEqual(operands: readonly string[]): Test {
  const same = equal(operands);
  return (value) => !same(value);
}

function between(operands: readonly string[]): Test {
  const compare = comparison(operands);
  return (value) => {
    const lower = compare(value, 0);
    const upper = compare(value, 1);
    return lower !== undefined && upper !== undefined && lower >= 0 && upper <= 0;
  };
}

function onText(operands: readonly string[], holds: (value: string, operands: string[]) => boolean): Test {
  const folded = operands.map(foldCase);
  return (value) => holds(foldCase(value), folded);
}

interface OperatorRow {
  readonly count: (operands: number) => boolean;
  /** True when an empty operand means "no value". */
  readonly takesEmpty: boolean;
  readonly test: (operands: readonly string[]) => Test;
}

const one = (count: number): boolean => count === 1;
const two = (count: number): boolean => count === 2;
const some = (count: number): boolean => count >= 1;

const operators: Readonly<Record<Operator, OperatorRow>> = {
  Equal: { count: one, takesEmpty: true, test: equal },
  NotEqual: { count: one, takesEmpty: true, test: notEqual },
  Less: { count: one, takesEmpty: false, test: (given) => ordered(given, (order) => order < 0) },
  Greater: { count: one, takesEmpty: false, test: (given) => ordered(given, (order) => order > 0) },
  LessOrEqual: { count: one, takesEmpty: false, test: (given) => ordered(given, (order) => order <= 0) },
  GreaterOrEqual: { count: one, takesEmpty: false, test: (given) => ordered(given, (order) => order >= 0) },
  Between: { count: two, takesEmpty: false, test: between },
  StartWith: {
    count: one,
    takesEmpty: false,
    test: (given) => onText(given, (value, [start = ""]) => value.startsWith(start)),
  },
  Contains: {
    count: one,
    takesEmpty: false,
    test: (given) => onText(given, (value, [part = ""]) => value.includes(part)),
  },
  ContainsAny: {
    count: some,
    takesEmpty: false,
    test: (given) => onText(given, (value, parts) => parts.some((part) => value.includes(part))),
  },
  ContainsAll: {
    count: some,
    takesEmpty: false,
    test: (given) => onText(given, (value, parts) => parts.every((part) => value.includes(part))),
  },
};

/** Index of a column, without regard to case; -1 if there is none. */
function columnIndex(columns: readonly string[], name: string): number {
  const longest = Math.max(0, ...columns.map(({ length }) => length));
  const wanted = foldCase(bounded(name.trim(), longest));
  return columns.findIndex((column) => foldCase(column) === wanted);
}

/** Prepares filters for a list with these columns; without filters every member matches. */
export function compileFilters(filters: readonly Filter[], columns: readonly string[]): CompiledFilters {
  const operandCount = filters.reduce((sum, { operands }) => sum + operands.length, 0);
  if (filters.length > maxFilters || operandCount > maxOperands) return { ok: false, problem: "tooMany" };
  const tests: { readonly index: number; readonly test: Test }[] = [];
  for (const { column, operator, operands } of filters) {
    const index = columnIndex(columns, column);
    if (index === -1) return { ok: false, problem: "unknownColumn" };
    const given = operands.map((operand) => operand.trim());
    const { count, takesEmpty, test } = operators[operator];
    if (!count(given.length) || (!takesEmpty && given.includes(""))) {
      return { ok: false, problem: "badOperands" };
    }
    tests.push({ index, test: test(given) });
  }
  return { ok: true, matches: (values) => tests.every(({ index, test }) => test(values[index] ?? "")) };
}
