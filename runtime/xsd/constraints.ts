import { isEqual, LexicalError, quoted, simpleType, type XsdType } from "./type.js";
import { trim } from "./white-space.js";

/**
 * A type with a default (XML Schema 1.0 part 1, 3.3.1): an empty element has that value. The type does not define the
 * value of an absent element.
 */
export function withDefault<T>(base: XsdType<T>, lexical: string): XsdType<T> {
  return simpleType<T>(base.name, {
    parse: (text) => base.parse(text === "" ? lexical : text),
    print: (value) => base.print(value),
    initial: base.initial,
    made: { base },
  });
}

/** A type with one value only, read in whatever text and written as in the contract; an empty element has it too. */
export function withFixed<T>(base: XsdType<T>, lexical: string): XsdType<T> {
  const fixed = base.parse(lexical);
  const checked = (value: T): T => {
    if (isEqual(base, value, fixed)) return value;
    throw new LexicalError(base.name, `not the fixed value ${quoted(lexical)}: ${quoted(base.print(value))}`);
  };
  return simpleType<T>(base.name, {
    parse: (text) => checked(base.parse(text === "" ? lexical : text)),
    print(value) {
      const text = base.print(checked(value));
      // `mustUnderstand` of SOAP 1.1 is "1", and not "true".
      return typeof value === "string" ? text : trim(lexical);
    },
    initial: base.initial,
    made: { base },
  });
}
