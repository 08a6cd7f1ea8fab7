import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";
import { string } from "./texts.js";

/** Characters of the values that an error lists. */
const maxListed = 1_000;

/** The values as a phrase for an error; of a long enumeration the first ones. */
function oneOf(values: readonly (string | number)[]): string {
  let listed = "";
  for (const [index, value] of values.entries()) {
    if (listed.length > maxListed) return `one of ${listed} and ${values.length - index} more`;
    listed += `${index === 0 ? "" : ", "}${quoted(String(value))}`;
  }
  return `one of ${listed}`;
}

/** Up to this number, comparing is faster than hashing a text that was never seen before. */
const fewTexts = 8;

/**
 * A type with a fixed set of values of a text or number type. Only the exact text of a value is accepted, including
 * white space around it, unless `base` folds it.
 * @param values the generated constant object, or its values; order is schema order, the first is `initial`
 */
export function enumeration<const V extends string | number>(
  name: string,
  values: readonly V[],
  base?: XsdType<string> | XsdType<number>,
): XsdType<V>;
export function enumeration<const T extends Readonly<Record<string, string | number>>>(
  name: string,
  values: T,
  base?: XsdType<string> | XsdType<number>,
): XsdType<T[keyof T]>;
export function enumeration<V extends string | number>(
  name: string,
  values: Readonly<Record<string, V>> | readonly V[],
  base: XsdType<string> | XsdType<number> = string,
): XsdType<V> {
  const list = Object.values(values);
  // A number of single precision is not the double of its text.
  const keyOf = (value: string | number): string | number =>
    typeof value === "number" ? (base as XsdType<number>).print(value) : value;
  const known = new Map(list.map((value) => [keyOf(value), value]));
  const areFewTexts = list.length <= fewTexts && list.every((value) => typeof value === "string");
  const [initial] = list;
  if (initial === undefined) throw new RangeError(`Enumeration ${name} has no value.`);
  const ordered = base as XsdType<string | number>;
  const find = (given: string | number, text: string): V => {
    const same = areFewTexts ? list.find((each) => each === given) : known.get(keyOf(given));
    // Dates of one value have several texts.
    const value = same ?? list.find((each) => ordered.order?.(each, given) === 0);
    if (value === undefined)
      throw new LexicalError(name, `not a value of the enumeration: ${quoted(text)}`, oneOf(list));
    return value;
  };
  return simpleType<V>(name, {
    parse: (lexical) => find(base.parse(lexical), lexical),
    print: (value) => String(find(value, String(value))),
    form: list,
    initial,
  });
}
