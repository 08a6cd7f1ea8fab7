import { simpleType, type XsdType } from "./type.js";
import { collapse } from "./white-space.js";
import { ENTITY, IDREF, NMTOKEN } from "./texts.js";

/** A list of values separated by white space (XML Schema 1.0 part 2, section 4.1.2.2). */
export function listOf<T>(name: string, item: XsdType<T>): XsdType<readonly T[]> {
  return simpleType<readonly T[]>(name, {
    parse(lexical) {
      const text = collapse(lexical);
      return text === "" ? [] : text.split(" ").map((part) => item.parse(part));
    },
    print: (values) => values.map((value) => item.print(value)).join(" "),
    initial: [],
  });
}

export const NMTOKENS: XsdType<readonly string[]> = listOf("NMTOKENS", NMTOKEN);
export const IDREFS: XsdType<readonly string[]> = listOf("IDREFS", IDREF);
export const ENTITIES: XsdType<readonly string[]> = listOf("ENTITIES", ENTITY);
