import { Decimal } from "./decimal.js";
import { decimalOrder, numberOrder, singleOrder } from "./order.js";
import { LexicalError, ofKind, quoted, simpleType, type XsdType } from "./type.js";
import { trim } from "./white-space.js";

const floatText = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[Ee][+-]?[0-9]+)?$/;
const specialNumbers: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["INF", Infinity],
  ["-INF", -Infinity],
  ["NaN", NaN],
]);

function parseFloatText(name: string, lexical: string): number {
  const text = trim(lexical);
  const special = specialNumbers.get(text);
  if (special !== undefined) return special;
  if (!floatText.test(text)) throw new LexicalError(name, `not a number: ${quoted(text)}`);
  return Number(text);
}

function printNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : String(value).replace("e", "E");
  return Number.isNaN(value) ? "NaN" : value > 0 ? "INF" : "-INF";
}

/** Shortest text that reads back as the same number of single precision. */
function printSingle(value: number): string {
  if (value === 0) return printNumber(value);
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return printNumber(rounded);
  }
  return printNumber(Number(value.toPrecision(9)));
}

/** IEEE 754 double precision, `INF`, `-INF` and `NaN` included. */
export const double: XsdType<number> = /* @__PURE__ */ simpleType("double", {
  parse: (lexical) => parseFloatText("double", lexical),
  print: (value) => printNumber(ofKind("number", value)),
  initial: 0,
  order: numberOrder,
});

/** IEEE 754 single precision: values are rounded to it in both directions. */
export const float: XsdType<number> = /* @__PURE__ */ simpleType("float", {
  parse: (lexical) => Math.fround(parseFloatText("float", lexical)),
  print(value) {
    const single = Math.fround(ofKind("number", value));
    if (!Number.isFinite(single) && Number.isFinite(value)) throw new LexicalError("float", "out of range");
    return Number.isFinite(single) ? printSingle(single) : printNumber(single);
  },
  initial: 0,
  order: singleOrder,
});

/** Exact, at most 1,000 digits; trailing zeros are preserved, leading zeros and a plus sign are not. */
export const decimal: XsdType<Decimal> = /* @__PURE__ */ simpleType("decimal", {
  parse(lexical) {
    const text = trim(lexical);
    const value = Decimal.tryParse(text);
    if (value === undefined) throw new LexicalError("decimal", `not a decimal number: ${quoted(text)}`);
    return value;
  },
  print(value) {
    if (!(value instanceof Decimal)) throw new TypeError("not a Decimal");
    return value.toString();
  },
  initial: /* @__PURE__ */ Decimal.parse("0"),
  order: decimalOrder,
});

/** The value of `true`, `false`, `1` or `0`, with white space around it; undefined for another text. */
export function booleanOf(lexical: string): boolean | undefined {
  const text = trim(lexical);
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : undefined;
}

/** `true`, `false`, `1`, `0`. */
export const boolean: XsdType<boolean> = /* @__PURE__ */ simpleType("boolean", {
  parse(lexical) {
    const value = booleanOf(lexical);
    if (value === undefined) throw new LexicalError("boolean", `not true or false: ${quoted(lexical)}`);
    return value;
  },
  print: (value) => (ofKind("boolean", value) ? "true" : "false"),
  form: "letters",
  initial: false,
});

/** As `boolean`, with `1` and `0` in forms too: for parameters that the contract declares as xs:boolean. */
export const xsdBoolean: XsdType<boolean> = /* @__PURE__ */ simpleType("boolean", {
  parse: (lexical) => boolean.parse(lexical),
  print: (value) => boolean.print(value),
  form: "digits",
  initial: false,
});
