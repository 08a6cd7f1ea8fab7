/** Writes XML that is data: its names come from a program, not from the contract, and are checked. */
import {
  type NamespacePrefix,
  type QName,
  xmlNamespace,
  xmlnsNamespace,
  xsdNamespace,
  xsiNamespace,
  isSameName,
} from "./names.js";
import { type Streamed, writeEach } from "./rows.js";
import { checkedName } from "../xsd/names.js";
import { quoted } from "../xsd/type.js";
import {
  attributeName,
  checkedPrefix,
  type XmlAttribute,
  type XmlContent,
  type XmlElement,
  type XmlNode,
} from "./content.js";
import { declareOnce, declares } from "./declarations.js";
import type { XmlWriter } from "./writer.js";
import { isArray } from "./written-part.js";

/** Prefixes that data has declared around the place where it is written. */
type Declared = ReadonlyMap<string, string>;

const none: Declared = new Map();

/** An element that is open, and what remains to be written in it. */
interface Level {
  readonly list: readonly Streamed<XmlNode>[];
  next: number;
  readonly tag: string;
  readonly declared: Declared;
}

/**
 * Writes any XML inside the element that is open. Namespaces are declared where they change. Without recursion, except where rows are
 * nested.
 * @param around prefixes that the open element declares
 * @throws RangeError as `writeAttributes`, and for an element that cannot be called so or declares a prefix twice, and for
 * prefixes of `content` that the open element cannot declare
 */
export function writeContent(
  writer: XmlWriter,
  content: Streamed<XmlContent>,
  around: Declared = none,
): void {
  const namespaces = prefixesIn(content);
  if (namespaces.length === 0) {
    writeNodes(writer, content, around);
    return;
  }
  declareFromData(writer, namespaces);
  writeNodes(writer, content, withPrefixesOf(around, namespaces));
}

/** Writes any element, with all it holds; as `writeContent`. */
export function writeElement(writer: XmlWriter, node: Streamed<XmlElement>): void {
  writeNodes(writer, [node], none);
}

function writeNodes(writer: XmlWriter, content: Streamed<XmlContent>, around: Declared): void {
  if (!isArray(content)) {
    writeEach(writer, content, (node) => {
      writeNodes(writer, [node], around);
    });
    return;
  }
  const levels: Level[] = [{ list: content, next: 0, tag: "", declared: around }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const node = level.list[level.next++];
    if (node === undefined) {
      levels.pop();
      if (levels.length > 0) writer.close(level.tag);
    } else if (typeof node === "string") {
      writer.characters(node);
    } else {
      const { attributes, children } = node;
      const { tag, declared } = openElement(writer, node, level.declared);
      writeAttributes(writer, attributes, [], declared);
      if (isArray(children)) levels.push({ list: children, next: 0, tag, declared });
      else {
        writeNodes(writer, children, declared);
        writer.close(tag);
      }
    }
  }
}

/** Prefixes in the texts of content. */
function prefixesIn(content: Streamed<XmlContent>): readonly NamespacePrefix[] {
  // The type of streamed content has the nodes only.
  return (content as XmlContent).namespaces ?? [];
}

/** Prefixes in the attributes and texts of an element. Those of its content may be among them. */
export function prefixesOf({
  namespaces = [],
  children,
}: Pick<Streamed<XmlElement>, "namespaces" | "children">): readonly NamespacePrefix[] {
  // Of the properties of an element, only its content can be streamed.
  const own = namespaces as readonly NamespacePrefix[];
  const inner = prefixesIn(children);
  if (inner.length === 0) return own;
  const isOwn = (one: NamespacePrefix): boolean =>
    own.some(({ prefix, namespace }) => prefix === one.prefix && namespace === one.namespace);
  return [...own, ...inner.filter((each) => !isOwn(each))];
}

function withPrefixesOf(around: Declared, namespaces: readonly NamespacePrefix[]): Declared {
  return new Map([...around, ...namespaces.map(({ prefix, namespace }) => [prefix, namespace] as const)]);
}

interface Opened {
  readonly tag: string;
  readonly declared: Declared;
}

/**
 * Writes the start tag of an element, without its attributes. The namespace of `xml` has that prefix and no other, and that of
 * `xmlns` no names (Namespaces in XML 1.0, section 3).
 */
export function openElement(writer: XmlWriter, node: Streamed<XmlElement>, around: Declared = none): Opened {
  const { namespace, name } = node;
  checkedName(name);
  const namespaces = prefixesOf(node);
  if (namespace === xmlnsNamespace)
    throw new RangeError("An attribute must not be in the namespace of xmlns.");
  const added = addedTo(around, namespaces);
  const declared = added.length === 0 ? around : new Map([...around, ...added]);
  const standard = namespaces.find(({ prefix }) => prefix === "")?.namespace ?? namespace;
  const tag = openTag(writer, { namespace, name }, standard, declared);
  declareOnce(
    writer,
    added.filter(([prefix]) => prefix !== "").map(([prefix, uri]) => ({ prefix, namespace: uri })),
  );
  return { tag, declared };
}

/** Writes the start tag; names without prefix in it are in the namespace `standard`. */
function openTag(
  writer: XmlWriter,
  { namespace, name }: QName,
  standard: string,
  declared: Declared,
): string {
  if (namespace === xmlNamespace) {
    writer.open(`xml:${name}`);
    return `xml:${name}`;
  }
  if (standard === namespace) {
    writer.openIn(name, namespace);
    return name;
  }
  if (namespace === "")
    throw new RangeError(`The element ${name} is in no namespace and declares a default one.`);
  const prefix = freePrefix(writer, "e", declared);
  writer.openRoot(`${prefix}:${name}`, standard);
  writer.declare([{ prefix, namespace }]);
  return `${prefix}:${name}`;
}

/** Prefixes that messages have for the names of XML Schema. */
const schemaPrefixes: Declared = new Map([
  ["xsi", xsiNamespace],
  ["xsd", xsdNamespace],
]);

/**
 * Declares prefixes of names in the text of the element whose start tag was written last.
 * @throws RangeError for a prefix that cannot be declared
 */
export function declarePrefixes(writer: XmlWriter, namespaces: readonly NamespacePrefix[]): void {
  for (const { prefix, namespace } of namespaces)
    if ((schemaPrefixes.get(prefix) ?? namespace) !== namespace) throw usedPrefix(prefix);
  declareFromData(writer, namespaces);
}

/**
 * As `declarePrefixes`, for an element that contains only data.
 * @throws RangeError for a prefix that cannot be declared, or that names of the message have for another namespace
 */
export function declareFromData(writer: XmlWriter, namespaces: readonly NamespacePrefix[]): void {
  for (const { prefix, namespace } of namespaces.map(checkedPrefix)) {
    const isUsed = writer.reserved.some((each) => each.prefix === prefix && each.namespace !== namespace);
    if (isUsed || prefix === "") throw usedPrefix(prefix);
  }
  declareOnce(writer, namespaces);
}

/** The error for a prefix that data declares, and names of the message have. */
export function usedPrefix(prefix: string): RangeError {
  const reason = prefix === "" ? "is empty" : "is that of another namespace in this message";
  return new RangeError(`Data cannot declare the prefix ${quoted(prefix)}: it ${reason}.`);
}

/** Declarations that are not in force already. */
function addedTo(around: Declared, namespaces: readonly NamespacePrefix[]): readonly [string, string][] {
  const own = new Map<string, string>();
  for (const each of namespaces) {
    const { prefix, namespace } = checkedPrefix(each);
    if (own.has(prefix)) throw new RangeError(`The prefix ${prefix} is declared twice.`);
    own.set(prefix, namespace);
  }
  return [...own].filter(([prefix, namespace]) => prefix === "" || around.get(prefix) !== namespace);
}

/** A prefix that neither data has declared, nor the start tag written last, nor names of the message have. */
export function freePrefix(writer: XmlWriter, wanted: string, declared: Declared): string {
  for (let number = 1; ; number++) {
    const prefix = `${wanted}${number}`;
    const isUsed = declared.has(prefix) || writer.reserved.some((each) => each.prefix === prefix);
    if (!isUsed && declares(writer, { prefix, namespace: "" }) === undefined) return prefix;
  }
}

/**
 * Writes attributes of the start tag written last; namespaces are declared where they have any. Prefixes of data that the tag
 * declares are written before.
 * @param declared attributes that the type names: they are not among the others
 * @param around prefixes in force, which names in the values of attributes have
 * @throws RangeError for a name that no attribute can have, for two of one name, and for a declared one
 */
export function writeAttributes(
  writer: XmlWriter,
  attributes: readonly XmlAttribute[],
  declared: readonly QName[] = [],
  around: Declared = none,
): void {
  const prefixes = new Map([[xmlNamespace, "xml"]]);
  const names = new Set<string>();
  for (const { namespace, name, value } of attributes) {
    const local = attributeName(namespace, name);
    const key = `{${namespace}}${name}`;
    if (names.has(key)) throw new RangeError(`The attribute ${name} is given twice.`);
    names.add(key);
    if (declared.some((each) => isSameName(each, { namespace, name }))) {
      throw new RangeError(`The attribute ${name} is a property of the record.`);
    }
    writer.attribute(
      namespace === "" ? local : `${prefixOf(writer, namespace, prefixes, around)}:${local}`,
      value,
    );
  }
}

function prefixOf(
  writer: XmlWriter,
  namespace: string,
  prefixes: Map<string, string>,
  around: Declared,
): string {
  const known = prefixes.get(namespace);
  if (known !== undefined) return known;
  const prefix = freePrefix(writer, "a", around);
  prefixes.set(namespace, prefix);
  writer.declare([{ prefix, namespace }]);
  return prefix;
}
