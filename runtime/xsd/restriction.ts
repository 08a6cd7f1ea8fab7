import type { Matcher } from "./pattern.js";
import { attempt, LexicalError, orderOf, quoted, simpleType, type XsdType } from "./type.js";
import { collapse, replace } from "./white-space.js";

/** Facets of XML Schema 1.0 part 2, section 4.3, of one restriction; bounds and values as text. */
export interface Facets {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minInclusive?: string;
  readonly minExclusive?: string;
  readonly maxInclusive?: string;
  readonly maxExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
  /** Matches the whole text. An expression runs in the platform's engine: one that may be slow there needs `matcherOf`. */
  readonly pattern?: RegExp | Matcher;
  readonly enumeration?: readonly string[];
  readonly whiteSpace?: "preserve" | "replace" | "collapse";
}

/** Returns the error in a value and its text, or undefined. */
type Check<T> = (value: T, text: string) => string | undefined;

/**
 * A type with the values of `base` that satisfy all facets, checked when read and when written.
 *
 * @throws LexicalError if a bound or value of the facets is not valid in `base`
 */
export function restriction<T>(name: string, base: XsdType<T>, facets: Facets): XsdType<T> {
  const mismatch = facets.pattern instanceof RegExp ? plainMatcher(facets.pattern) : facets.pattern;
  const checks = [
    ...lengthChecks<T>(facets),
    ...boundChecks(base, facets),
    ...(mismatch === undefined ? [] : [(_: T, text: string) => mismatch(text)]),
    ...otherChecks(base, facets),
  ];
  const folded = fold(facets.whiteSpace);
  const { form } = base;
  const check = (value: T, text: string): void => {
    for (const problem of checks) {
      const reason = problem(value, text);
      if (reason !== undefined) throw new LexicalError(name, reason);
    }
  };
  const checked = (value: T, text: string): T => {
    check(value, typeof value === "string" ? value : collapse(text));
    return value;
  };
  return simpleType<T>(name, {
    parse: (lexical) => checked(base.parse(folded(lexical)), lexical),
    print(value) {
      const text = folded(base.print(value));
      if (mismatch?.(text) !== undefined) {
        const other = otherTexts(value, text).find(
          (each) => mismatch(each) === undefined && means(base, each, value),
        );
        if (other !== undefined) {
          check(value, other);
          return other;
        }
      }
      check(value, text);
      return text;
    },
    form: typeof form === "function" ? (lexical) => checked(form(folded(lexical)), lexical) : form,
    initial: base.initial,
    order: orderOf(base),
    made: { base },
  });
}

function plainMatcher(pattern: RegExp): Matcher {
  return (text) => (pattern.test(text) ? undefined : `does not match the pattern: ${quoted(text)}`);
}

/** True for a text of the value. */
function means<T>(base: XsdType<T>, text: string, value: T): boolean {
  const parsed = attempt(() => [base.parse(text)]);
  if (parsed === undefined) return false;
  const [found] = parsed;
  if (value instanceof Uint8Array && found instanceof Uint8Array)
    return found.length === value.length && found.every((byte, at) => byte === value[at]);
  return base.order === undefined ? found === value : base.order(found, value) === 0;
}

function fold(whiteSpace: Facets["whiteSpace"]): (text: string) => string {
  if (whiteSpace === "collapse") return collapse;
  return whiteSpace === "replace" ? replace : (text) => text;
}

const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Characters of a text, bytes of binary content, items of a list. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === "string") return value.length - (value.match(surrogatePair)?.length ?? 0);
  return value instanceof Uint8Array || Array.isArray(value) ? value.length : undefined;
}

function lengthChecks<T>({ length, minLength, maxLength }: Facets): Check<T>[] {
  if (length === undefined && minLength === undefined && maxLength === undefined) return [];
  const least = length ?? minLength ?? 0;
  const most = length ?? maxLength ?? Infinity;
  return [
    (value) => {
      const size = sizeOf(value);
      if (size === undefined) return undefined;
      if (size < least) return `the length is ${size}, less than ${least}`;
      return size > most ? `the length is ${size}, more than ${most}` : undefined;
    },
  ];
}

const bounds = {
  minInclusive: { holds: (order: number) => order >= 0, words: "not at least" },
  minExclusive: { holds: (order: number) => order > 0, words: "not more than" },
  maxInclusive: { holds: (order: number) => order <= 0, words: "not at most" },
  maxExclusive: { holds: (order: number) => order < 0, words: "not less than" },
} as const;

function boundChecks<T>(base: XsdType<T>, facets: Facets): Check<T>[] {
  const order = orderOf(base);
  if (order === undefined) return [];
  return (Object.keys(bounds) as (keyof typeof bounds)[]).flatMap((facet): Check<T>[] => {
    const text = facets[facet];
    if (text === undefined) return [];
    const bound = base.parse(text);
    const { holds, words } = bounds[facet];
    return [
      (value, lexical) => (holds(order(value, bound)) ? undefined : `${words} ${text}: ${quoted(lexical)}`),
    ];
  });
}

function otherChecks<T>(base: XsdType<T>, facets: Facets): Check<T>[] {
  const { totalDigits, fractionDigits, enumeration } = facets;
  const checks: Check<T>[] = [];
  if (totalDigits !== undefined || fractionDigits !== undefined) {
    checks.push((value) =>
      digitProblem(base.print(value), totalDigits ?? Infinity, fractionDigits ?? Infinity),
    );
  }
  if (enumeration !== undefined) checks.push(isListed(base, enumeration));
  return checks;
}

/** Leading zeros, and zeros at the end of a fraction, do not count. */
function digitProblem(text: string, total: number, fraction: number): string | undefined {
  const [whole = "", part = ""] = text.replace(/^[+-]?0*/, "").split(".");
  const behind = part.replace(/0+$/, "");
  if (behind.length > fraction) return `more than ${fraction} digits behind the point: ${quoted(text)}`;
  const digits = whole === "" ? behind.replace(/^0+/, "") : whole + behind;
  return digits.length > total ? `more than ${total} digits: ${quoted(text)}` : undefined;
}

function isListed<T>(base: XsdType<T>, enumeration: readonly string[]): Check<T> {
  const values = enumeration.map((text) => base.parse(text));
  const texts = new Set(values.map((value) => base.print(value)));
  const order = orderOf(base);
  return (value) => {
    const text = base.print(value);
    const found = texts.has(text) || (order !== undefined && values.some((each) => order(each, value) === 0));
    return found ? undefined : `not a value of the enumeration: ${quoted(text)}`;
  };
}

/** Most digits that a text gets in front or behind. */
const mostZeros = 18;

/**
 * Other texts of the same value, for types whose patterns or lengths rule out the usual one: `0` and `1` for a boolean, hexadecimal
 * digits in lower case, zeros in front of a whole number and behind the point of a fraction (XML Schema 1.0 part 2, lexical spaces of
 * 3.2.2 to 3.2.5 and 3.2.15).
 */
function otherTexts(value: unknown, text: string): readonly string[] {
  if (typeof value === "boolean") return [value ? "1" : "0"];
  if (value instanceof Uint8Array) return [text.toLowerCase()];
  const [, sign = "", whole = "", fraction = ""] = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(text) ?? [];
  if (whole === "") return [];
  const zeros = Array.from({ length: mostZeros }, (_, at) => "0".repeat(at + 1));
  const behind = isFractional(value)
    ? zeros.map((each) => sign + whole + (fraction === "" ? "." : fraction) + each)
    : [];
  const before = zeros.map((each) => sign + each + whole + fraction);
  return [...behind, ...before, ...(sign === "" ? [`+${text}`] : [])];
}

/** A number may be a float; a decimal is an object. */
function isFractional(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "object" && value !== null);
}
