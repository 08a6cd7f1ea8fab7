import { maxDigits } from "./decimal.js";
import { bigintOrder, numberOrder } from "./order.js";
import { LexicalError, ofKind, quoted, simpleType, type XsdType } from "./type.js";
import { trim } from "./white-space.js";

const integerText = /^[+-]?[0-9]+$/;

/** Value of `[+-]digits` up to 9 digits, NaN for everything else; nearly all numbers are short. */
function shortInteger(lexical: string): number {
  const length = lexical.length;
  if (length === 0 || length > 9) return NaN;
  let value = 0;
  for (let at = 0; at < length; at++) {
    const digit = lexical.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

const shortTexts: readonly string[] = /* @__PURE__ */ Array.from({ length: 1000 }, (_, value) =>
  String(value),
);
const groups: readonly string[] = /* @__PURE__ */ shortTexts.map((text) => text.padStart(3, "0"));

/**
 * As `String` for integers below 2^32. V8 caches the texts that `String` makes; while a long document is written, garbage collections
 * copy the whole cache.
 */
function printed(value: number): string {
  if (value >= 1000) return printed((value / 1000) | 0) + (groups[value % 1000] ?? "");
  return value < 0 ? String(value) : (shortTexts[value] ?? "");
}

/** An integer type whose values are exact in a `number`: `min` and `max` are safe integers. */
function smallInteger(name: string, min: number, max: number): XsdType<number> {
  return simpleType(name, {
    parse(lexical) {
      const short = shortInteger(lexical);
      if (short <= max) return short;
      const text = trim(lexical);
      if (!integerText.test(text)) throw new LexicalError(name, `not an integer: ${quoted(text)}`);
      const value = Number(text);
      if (value < min || value > max) throw new LexicalError(name, `out of range: ${quoted(text)}`);
      return value === 0 ? 0 : value;
    },
    print(value) {
      if (!Number.isInteger(value)) throw new LexicalError(name, "not an integer");
      if (value < min || value > max) throw new LexicalError(name, "out of range");
      return printed(value);
    },
    initial: 0,
    order: numberOrder,
  });
}

/** An integer type with values beyond the safe integers; without a bound where it is undefined. */
function bigInteger(name: string, min: bigint | undefined, max: bigint | undefined): XsdType<bigint> {
  const outside = (value: bigint) => (min !== undefined && value < min) || (max !== undefined && value > max);
  return simpleType(name, {
    parse(lexical) {
      const text = trim(lexical);
      if (!integerText.test(text)) throw new LexicalError(name, `not an integer: ${quoted(text)}`);
      if (text.length > maxDigits) throw new LexicalError(name, `more than ${maxDigits} digits`);
      const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
      if (outside(value)) throw new LexicalError(name, `out of range: ${quoted(text)}`);
      return value;
    },
    print(value) {
      if (outside(ofKind("bigint", value))) throw new LexicalError(name, "out of range");
      return value.toString();
    },
    initial: min !== undefined && min > 0n ? min : max !== undefined && max < 0n ? max : 0n,
    order: bigintOrder,
  });
}

/** -2^31 to 2^31 - 1. */
export const int = /* @__PURE__ */ smallInteger("int", -2147483648, 2147483647);
/** -2^15 to 2^15 - 1. */
export const short = /* @__PURE__ */ smallInteger("short", -32768, 32767);
/** -128 to 127. */
export const byte = /* @__PURE__ */ smallInteger("byte", -128, 127);
/** 0 to 255. */
export const unsignedByte = /* @__PURE__ */ smallInteger("unsignedByte", 0, 255);
/** 0 to 2^16 - 1. */
export const unsignedShort = /* @__PURE__ */ smallInteger("unsignedShort", 0, 65535);
/** 0 to 2^32 - 1. */
export const unsignedInt = /* @__PURE__ */ smallInteger("unsignedInt", 0, 4294967295);
/** -2^63 to 2^63 - 1. */
export const long = /* @__PURE__ */ bigInteger(
  "long",
  -9_223_372_036_854_775_808n,
  9_223_372_036_854_775_807n,
);
/** 0 to 2^64 - 1. */
export const unsignedLong = /* @__PURE__ */ bigInteger("unsignedLong", 0n, 18_446_744_073_709_551_615n);
/** Any integer of at most 1,000 digits. */
export const integer = /* @__PURE__ */ bigInteger("integer", undefined, undefined);
/** From 0 on, at most 1,000 digits. */
export const nonNegativeInteger = /* @__PURE__ */ bigInteger("nonNegativeInteger", 0n, undefined);
/** From 1 on, at most 1,000 digits. */
export const positiveInteger = /* @__PURE__ */ bigInteger("positiveInteger", 1n, undefined);
/** Up to 0, at most 1,000 digits. */
export const nonPositiveInteger = /* @__PURE__ */ bigInteger("nonPositiveInteger", undefined, 0n);
/** Up to -1, at most 1,000 digits. */
export const negativeInteger = /* @__PURE__ */ bigInteger("negativeInteger", undefined, -1n);
