import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";

/**
 * A type with a default (XML Schema 1.0 part 1, 3.3.1): an empty element has that value. The value of an absent element
 * is no matter of the type.
 */
export function withDefault<T>(base: XsdType<T>, lexical: string): XsdType<T> {
  return simpleType<T>(base.name, {
    parse: (text) => base.parse(text === "" ? lexical : text),
    print: (value) => base.print(value),
    initial: base.initial,
  });
}

/** A type with one value only; an empty element has it too. */
export function withFixed<T>(base: XsdType<T>, lexical: string): XsdType<T> {
  const check = (printed: string): string => {
    if (printed === base.print(base.parse(lexical))) return printed;
    throw new LexicalError(base.name, `not the fixed value ${quoted(lexical)}: ${quoted(printed)}`);
  };
  return simpleType<T>(base.name, {
    parse(text) {
      const value = base.parse(text === "" ? lexical : text);
      check(base.print(value));
      return value;
    },
    print: (value) => check(base.print(value)),
    initial: base.initial,
  });
}
