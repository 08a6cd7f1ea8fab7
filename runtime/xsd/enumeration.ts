import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";
import { trim } from "./white-space.js";

const enumNumber = /^[0-9]{1,9}$/;

/**
 * A string type with a fixed set of values. Only the exact text is a value, white space around it included in what is
 * refused; in forms white space around is removed, and a lenient host also takes the position, counted from 0.
 * @param values the generated constant object; order is schema order, the first is `initial`
 */
export function enumeration<const T extends Readonly<Record<string, string>>>(
  name: string,
  values: T,
): XsdType<T[keyof T]> {
  const list = Object.values(values) as T[keyof T][];
  const known = new Map<string, T[keyof T]>(list.map((value) => [value, value]));
  const [initial] = list;
  if (initial === undefined) throw new RangeError(`Enumeration ${name} has no value.`);
  const parse = (lexical: string): T[keyof T] => {
    const value = known.get(lexical);
    if (value === undefined)
      throw new LexicalError(name, `not a value of the enumeration: ${quoted(lexical)}`);
    return value;
  };
  return simpleType<T[keyof T]>(name, {
    parse,
    parseForm(lexical, lenient) {
      const text = trim(lexical);
      return (lenient && enumNumber.test(text) ? list[Number(text)] : undefined) ?? parse(text);
    },
    print: parse,
    initial,
  });
}
