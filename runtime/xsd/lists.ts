import { isEqual, LexicalError, orderOf, quoted, simpleType, type XsdType } from "./type.js";
import { collapse } from "./white-space.js";
import { ENTITY, IDREF, NMTOKEN } from "./texts.js";

declare const simpleList: unique symbol;

/** Values in one text (XML Schema 1.0 part 2, section 2.5.1.2): always an array, never streamed items. */
export interface SimpleList<T> extends ReadonlyArray<T> {
  readonly [simpleList]?: never;
}

/** A list of values separated by white space, which no item may hold (XML Schema 1.0 part 2, section 4.1.2.2). */
export function listOf<T>(name: string, item: XsdType<T>): XsdType<readonly T[]> {
  return simpleType<readonly T[]>(name, {
    parse(lexical) {
      const text = collapse(lexical);
      return text === "" ? [] : text.split(" ").map((part) => item.parse(part));
    },
    print: (values) => values.map((value) => checkedItem(name, item.print(value))).join(" "),
    initial: [],
    order: (a, b) => (a.length === b.length && a.every((value, at) => isItem(item, value, b[at])) ? 0 : NaN),
    made: { item },
  });
}

function isItem<T>(item: XsdType<T>, a: T, b: T | undefined): boolean {
  return b !== undefined && isEqual(item, a, b);
}

/**
 * The text of an item.
 * @throws LexicalError if no item of the list `name` can have that text
 */
export function checkedItem(name: string, text: string): string {
  if (text === "" || /[ \t\n\r]/.test(text))
    throw new LexicalError(name, `an item is empty or holds white space: ${quoted(text)}`);
  return text;
}

/** As `listOf`, for the built-in lists, which hold at least one value (XML Schema 1.0 part 2, sections 3.3.2, 3.3.5, 3.3.10). */
function filledList<T>(name: string, item: XsdType<T>): XsdType<readonly T[]> {
  const list = listOf(name, item);
  const filled = (values: readonly T[]): readonly T[] => {
    if (values.length === 0) throw new LexicalError(name, "no value where at least one is required");
    return values;
  };
  return simpleType<readonly T[]>(name, {
    parse: (lexical) => filled(list.parse(lexical)),
    print: (values) => list.print(filled(values)),
    initial: [],
    order: orderOf(list),
    made: { base: list },
  });
}

/** Name tokens with white space between them. */
export const NMTOKENS: XsdType<readonly string[]> = /* @__PURE__ */ filledList("NMTOKENS", NMTOKEN);
/** References to the ids of elements, with white space between them. */
export const IDREFS: XsdType<readonly string[]> = /* @__PURE__ */ filledList("IDREFS", IDREF);
/** Names of unparsed entities, with white space between them. */
export const ENTITIES: XsdType<readonly string[]> = /* @__PURE__ */ filledList("ENTITIES", ENTITY);
