import { type Guid, parseGuid, zeroGuid } from "../guid.js";
import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";

/**
 * A type whose values are those of `base` with a text that matches (the pattern facet).
 * @param matching must match the whole text after the white space rule of `base`
 */
export function pattern<T>(name: string, base: XsdType<T>, matching: RegExp): XsdType<T> {
  const check = (text: string): void => {
    if (!matching.test(text)) throw new LexicalError(name, `does not match the pattern: ${quoted(text)}`);
  };
  return simpleType<T>(name, {
    parse(lexical) {
      const value = base.parse(lexical);
      check(typeof value === "string" ? value : lexical);
      return value;
    },
    print(value) {
      const text = base.print(value);
      check(text);
      return text;
    },
    initial: base.initial,
  });
}

/** `http://microsoft.com/wsdl/types/` `guid`: either letter case is read, lower case is kept and printed. */
export const guid: XsdType<Guid> = simpleType<Guid>("guid", {
  parse: checkedGuid,
  print: checkedGuid,
  initial: zeroGuid,
});

function checkedGuid(lexical: string): Guid {
  const value = parseGuid(lexical);
  if (value === undefined) throw new LexicalError("guid", `not a GUID: ${quoted(lexical)}`);
  return value;
}
