/**
 * Qualified names with their namespaces (option `--qnames resolved`), in place of texts with prefixes. A name is
 * resolved with the declarations around it, and written with a prefix that its element declares.
 */
import { attempt, LexicalError, quoted, simpleType, type XsdType } from "../xsd/type.js";
import type { PrefixScope } from "../xsd/parts.js";
import { checkedItem } from "../xsd/lists.js";
import { isNCName } from "../xsd/names.js";
import { isOfKind, type ValueKinds } from "../xsd/unions.js";
import { collapse } from "../xsd/white-space.js";
import { type NamespacePrefix, type QName, xmlNamespace, xmlnsNamespace } from "./names.js";
import { declaredPrefix, firstOf, type NamesInTexts, type QualifiedType, split } from "./qualified.js";

/** Returns the prefix of a namespace, empty for none; throws a LexicalError where names of it cannot be written. */
type PrefixOf = (namespace: string) => string;

/** A type of which values are, or contain, names. Both directions throw a LexicalError. */
export interface NamesType<T> {
  readonly initial: T;
  /** The members of a union. */
  readonly made?: ValueKinds["made"];
  read(text: string, scope: PrefixScope): T;
  write(value: T, prefixOf: PrefixOf): string;
}

/** `xs:QName`, `xs:NOTATION` or a restriction, whose facets apply to the text. */
export function resolvedName(type: XsdType<string>): NamesType<QName> {
  return {
    initial: { namespace: "", name: "" },
    read(text, scope) {
      const lexical = type.parse(text);
      const { prefix, local } = split(lexical);
      const namespace = prefix === "" ? scope.defaultNamespace : scope.lookUp(prefix);
      if (namespace === undefined)
        throw new LexicalError(type.name, `the prefix of ${quoted(lexical)} is not declared`);
      return { namespace, name: local };
    },
    write(value, prefixOf) {
      if (!isName(value)) throw new LexicalError(type.name, "not a name with its namespace");
      const prefix = prefixOf(value.namespace);
      return type.print(prefix === "" ? value.name : `${prefix}:${value.name}`);
    },
  };
}

/** Programs without types may pass anything. */
function isName(value: Partial<QName> | undefined): boolean {
  return typeof value?.namespace === "string" && typeof value.name === "string" && isNCName(value.name);
}

/**
 * A list with names in its items.
 * @param type the list of texts, for its facets
 */
export function resolvedList<T>(type: XsdType<unknown>, item: NamesType<T>): NamesType<readonly T[]> {
  return {
    initial: [],
    read(text, scope) {
      type.parse(text);
      const collapsed = collapse(text);
      return collapsed === "" ? [] : collapsed.split(" ").map((each) => item.read(each, scope));
    },
    write(values, prefixOf) {
      const items = values.map((value) => checkedItem(type.name, item.write(value, prefixOf)));
      return checkedText(type, items.join(" "));
    },
  };
}

/**
 * A union of names and other values. A value whose text would be read as one of an earlier member is refused: the
 * string `a` is a name to a reader.
 * @param type the union of texts, for its facets
 */
export function resolvedUnion<T>(
  type: XsdType<unknown>,
  members: readonly (NamesType<unknown> | XsdType<unknown>)[],
): NamesType<T> {
  const all = members.map((each) => ("read" in each ? each : withoutNames(each)));
  const first = <V>(convert: (member: NamesType<unknown>) => V): { at: number; value: [V] } | undefined =>
    firstOf(all, (member) => attempt(() => [convert(member)]));
  return {
    initial: all[0]?.initial as T,
    made: { members: all },
    read(text, scope) {
      type.parse(text);
      const found = first((member) => member.read(text, scope));
      if (found === undefined)
        throw new LexicalError(type.name, `not a value of any member: ${quoted(text)}`);
      return found.value[0] as T;
    },
    write(value, prefixOf) {
      const used = new Map<string, string>();
      const recorded = (namespace: string): string => {
        const prefix = prefixOf(namespace);
        used.set(prefix, namespace);
        return prefix;
      };
      const written = first((member) => {
        if (!isOfKind(member, value)) throw new LexicalError(type.name, "another member");
        return member.write(value, recorded);
      });
      if (written === undefined) throw new LexicalError(type.name, "not a value of any member");
      const [text] = written.value;
      // Any other prefix may be declared around the value.
      const scope = { defaultNamespace: "", lookUp: (prefix: string) => used.get(prefix) ?? prefix };
      if (first((member) => member.read(text, scope))?.at !== written.at)
        throw new LexicalError(type.name, `the text would be read as another member: ${quoted(text)}`);
      return checkedText(type, text);
    },
  };
}

/** An enumeration of names, whose values are the texts of the schema. */
export function resolvedEnumeration<T>(type: XsdType<T>, names: NamesInTexts): NamesType<T> {
  return {
    initial: type.initial,
    read(text, scope) {
      const inSchema = names.fromMessage(text, scope);
      if (inSchema === undefined)
        throw new LexicalError(type.name, `not a name of the enumeration: ${quoted(text)}`);
      return type.parse(inSchema);
    },
    write(value, prefixOf) {
      const text = type.print(value);
      return names.toMessage(text, prefixOf) ?? text;
    },
  };
}

function withoutNames<T>(type: XsdType<T>): NamesType<T> {
  return {
    initial: type.initial,
    made: type.made,
    read: (text) => type.parse(text),
    write: (value) => type.print(value),
  };
}

function checkedText(type: XsdType<unknown>, text: string): string {
  type.parse(text);
  return text;
}

/** Properties of elements and attributes whose values have names. */
export interface ResolvedOptions {
  /** Names without a namespace can be written, because no message declares a default namespace. */
  readonly unprefixed?: boolean;
  /** Prefixes in the default or fixed value, as in the schema. */
  readonly prefixes?: readonly NamespacePrefix[];
  /** Value of an empty element. */
  readonly default?: string;
  /** The only value. */
  readonly fixed?: string;
}

/** The type of an element or attribute. `parse` resolves prefixes as in the schema, for defaults. */
export function resolved<T>(
  { name }: XsdType<unknown>,
  names: NamesType<T>,
  { unprefixed = false, prefixes = [], default: standard, fixed }: ResolvedOptions = {},
): QualifiedType<T> {
  const schema = scopeOf(prefixes);
  const value = fixed ?? standard;
  const checked = (found: T): T => {
    if (fixed === undefined || isSame(names, found, names.read(fixed, schema))) return found;
    throw new LexicalError(name, `not the fixed value ${quoted(fixed)}`);
  };
  const read = (text: string, scope: PrefixScope): T =>
    text === "" && value !== undefined ? names.read(value, schema) : checked(names.read(text, scope));
  const written = (given: T, prefixOf: PrefixOf): string => names.write(checked(given), prefixOf);
  return {
    ...simpleType<T>(name, {
      parse: (text) => read(text, schema),
      form: (text) => read(text, scopeOf([])),
      received: ({ scope }: { readonly scope: PrefixScope }, text) => read(text, scope),
      print: (given) =>
        written(given, (namespace) => {
          if (namespace === "") return "";
          throw new LexicalError(name, "a form cannot declare the namespace of a name");
        }),
      initial: names.initial,
    }),
    printIn: (writer, given) =>
      written(given, (namespace) => {
        if (namespace === xmlNamespace) return "xml";
        if (namespace === xmlnsNamespace)
          throw new LexicalError(name, "no prefix can be declared for the namespace");
        if (namespace !== "") return declaredPrefix(writer, namespace);
        if (unprefixed) return "";
        throw new LexicalError(name, "messages have a default namespace, so a name must have a namespace");
      }),
  };
}

function scopeOf(prefixes: readonly NamespacePrefix[]): PrefixScope {
  const namespaces = new Map(prefixes.map(({ prefix, namespace }) => [prefix, namespace]));
  return {
    defaultNamespace: namespaces.get("") ?? "",
    lookUp: (prefix) => namespaces.get(prefix) ?? (prefix === "xml" ? xmlNamespace : undefined),
  };
}

/** Compares texts in which equal namespaces have equal prefixes. */
function isSame<T>(names: NamesType<T>, one: T, other: T): boolean {
  const prefixes = new Map<string, string>([["", ""]]);
  const prefixOf = (namespace: string): string => {
    const known = prefixes.get(namespace) ?? `n${prefixes.size}`;
    prefixes.set(namespace, known);
    return known;
  };
  return names.write(one, prefixOf) === names.write(other, prefixOf);
}
