/** Enumerated values that are qualified names: a message and the schema may have other prefixes for the same namespace. */
import type { PrefixScope } from "../xsd/parts.js";
import { attempt, LexicalError, quoted, simpleType, type XsdType } from "../xsd/type.js";
import { collapse, trim } from "../xsd/white-space.js";
import { startTagOf } from "./declarations.js";
import { escapeAttribute } from "./escape.js";
import type { NamespacePrefix } from "./names.js";
import type { XmlWriter } from "./writer.js";

/** A type of which texts are, or contain, names. */
export interface QualifiedType<T> extends XsdType<T> {
  /**
   * The text of a value in a message. Its prefixes are declared in the start tag written last.
   * @throws LexicalError if the value is not of the type
   */
  printIn(writer: XmlWriter, value: T): string;
}

/** Enumerated names in the texts of a type. A type without such names is one of which no text changes. */
export interface NamesInTexts {
  /** The text of a message with the prefixes of the schema; undefined if it is not of the type. */
  fromMessage(text: string, scope: PrefixScope): string | undefined;
  /**
   * The text with the prefixes of a message; undefined if it is not of the type.
   * @param prefixOf the prefix of a namespace in the message
   */
  toMessage(text: string, prefixOf: (namespace: string) => string): string | undefined;
}

/** A type with names of which messages may have any prefixes. */
export function qualified<T>(type: XsdType<T>, names: NamesInTexts): QualifiedType<T> {
  const received = ({ scope }: { readonly scope: PrefixScope }, text: string): T => {
    const inSchema = text === "" ? "" : names.fromMessage(text, scope);
    if (inSchema !== undefined) return type.parse(inSchema);
    type.parse(text);
    throw new LexicalError(type.name, `the prefix of ${quoted(text)} is declared for another namespace`);
  };
  return {
    ...simpleType(type.name, { ...type, received }),
    printIn(writer, value) {
      const text = type.print(value);
      return names.toMessage(text, (namespace) => declaredPrefix(writer, namespace)) ?? text;
    },
  };
}

/**
 * The names of an enumeration.
 * @param prefixes those of the values in the schema; an empty one is that of names without prefix
 */
export function enumeratedNames(type: XsdType<unknown>, prefixes: readonly NamespacePrefix[]): NamesInTexts {
  return {
    fromMessage: (text, scope) => inSchema(trim(text), scope, prefixes).find((each) => isTextOf(type, each)),
    toMessage(text, prefixOf) {
      if (!isTextOf(type, text)) return undefined;
      const { prefix, local } = split(text);
      const known = prefixes.find((each) => each.prefix === prefix);
      return known === undefined ? text : `${prefixOf(known.namespace)}:${local}`;
    },
  };
}

/** The names in the items of a list. */
export function namesInList(type: XsdType<unknown>, item: NamesInTexts): NamesInTexts {
  return {
    fromMessage: (text, scope) =>
      textOf(
        type,
        eachItem(text, (each) => item.fromMessage(each, scope)),
      ),
    toMessage: (text, prefixOf) =>
      isTextOf(type, text) ? eachItem(text, (each) => item.toMessage(each, prefixOf)) : undefined,
  };
}

/**
 * The names in the texts of a union: those of the first member that the text is of. A text of a later member that the
 * schema would have for a name of an earlier one cannot be told from that name: it is refused.
 */
export function namesInUnion(
  type: XsdType<unknown>,
  members: readonly (NamesInTexts | XsdType<unknown>)[],
): NamesInTexts {
  const all = members.map((each) => ("fromMessage" in each ? each : unchanged(each)));
  return {
    fromMessage(text, scope) {
      const found = firstOf(all, (names) => names.fromMessage(text, scope));
      if (found === undefined) return undefined;
      const same = firstOf(all, (names) => names.toMessage(found.value, () => ""));
      return same?.at === found.at ? textOf(type, found.value) : undefined;
    },
    toMessage: (text, prefixOf) =>
      isTextOf(type, text) ? firstOf(all, (names) => names.toMessage(text, prefixOf))?.value : undefined,
  };
}

/** The first result of a member that has one, with the index of that member. */
export function firstOf<M, R>(
  members: readonly M[],
  resultOf: (member: M) => R | undefined,
): { readonly at: number; readonly value: R } | undefined {
  for (const [at, member] of members.entries()) {
    const value = resultOf(member);
    if (value !== undefined) return { at, value };
  }
  return undefined;
}

function unchanged(type: XsdType<unknown>): NamesInTexts {
  const ofType = (text: string): string | undefined => textOf(type, text);
  return { fromMessage: ofType, toMessage: ofType };
}

/** The text if it is of the type, otherwise undefined. */
function textOf(type: XsdType<unknown>, text: string | undefined): string | undefined {
  return text !== undefined && isTextOf(type, text) ? text : undefined;
}

function isTextOf(type: XsdType<unknown>, text: string): boolean {
  return attempt(() => [type.parse(text)]) !== undefined;
}

function eachItem(text: string, convert: (item: string) => string | undefined): string | undefined {
  const collapsed = collapse(text);
  if (collapsed === "") return "";
  const items = collapsed.split(" ").map(convert);
  return items.includes(undefined) ? undefined : items.join(" ");
}

/** What the name may be in the schema. A prefix that is not declared is taken for that of the schema. */
function inSchema(text: string, scope: PrefixScope, prefixes: readonly NamespacePrefix[]): readonly string[] {
  const { prefix, local } = split(text);
  const namespace = prefix === "" ? scope.defaultNamespace : scope.lookUp(prefix);
  const known = prefixes.filter((each) => each.namespace === namespace);
  if (known.length > 0) return known.map((each) => (each.prefix === "" ? local : `${each.prefix}:${local}`));
  const isOther = prefix !== "" && namespace !== undefined && prefixes.some((each) => each.prefix === prefix);
  return isOther ? [] : [text];
}

/** The prefix of a namespace in the start tag written last, which declares it. No contract has such a prefix for its own namespaces. */
export function declaredPrefix(writer: XmlWriter, namespace: string): string {
  const wanted = escapeAttribute(writer.onWire(namespace));
  let last = 0;
  for (const [, prefix = "", number = "1", value] of startTagOf(writer).matchAll(declaration)) {
    if (value === wanted) return prefix;
    last = Math.max(last, Number(number));
  }
  const prefix = last === 0 ? "_qn" : `_qn${last + 1}`;
  writer.declare([{ prefix, namespace }]);
  return prefix;
}

const declaration = / xmlns:(_qn([1-9]\d{0,8})?)="([^"]*)"/gu;

/** `{ prefix: "tns", local: "Order" }` */
export function split(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(":");
  return { prefix: name.slice(0, Math.max(colon, 0)), local: name.slice(colon + 1) };
}
