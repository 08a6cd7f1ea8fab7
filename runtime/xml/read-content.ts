/** Reads any XML as data. */
import { quoted } from "../xsd/type.js";
import {
  addText,
  withPrefixes,
  type XmlAttribute,
  type XmlContent,
  type XmlElement,
  type XmlNode,
} from "./content.js";
import { type NamespacePrefix, type QName, xsiNamespace } from "./names.js";
import type { XmlReader } from "./reader.js";

/**
 * Reads everything inside the element entered last as data, its end tag included.
 * @param previous as for `XmlReader.value`
 * @returns undefined only in lenient reading, for a nil element
 */
export function readContent(reader: XmlReader, previous: XmlContent | undefined): XmlContent | undefined {
  if (reader.isRepeated(previous)) return previous;
  return reader.isRefusedNil() ? undefined : contentOf(reader);
}

/** As `readContent`, for a nillable element: nil is null. */
export function readNillableContent(
  reader: XmlReader,
  previous: XmlContent | null | undefined,
): XmlContent | null {
  if (reader.isRepeated(previous)) return previous;
  return reader.hasAttributes && reader.isNil() ? null : contentOf(reader);
}

function contentOf(reader: XmlReader): XmlContent {
  const { children, namespaces } = readChildren(reader, []);
  return withPrefixes(children, namespaces);
}

/**
 * Reads the element entered last as data, its end tag included.
 * @param previous of a wildcard for one element, the one read before; anything but undefined is refused
 */
export function readElement(reader: XmlReader, previous?: XmlElement): XmlElement {
  const { namespace, name } = reader;
  if (previous !== undefined) {
    throw reader.error("UnexpectedElement", `${quoted(name)} stands where only one element may be.`);
  }
  const attributes = reader.attributes();
  return elementOf({ namespace, name }, attributes, readChildren(reader, attributes));
}

/** As `XmlReader.child`, in mixed content: adds the text before the next tag to `content`, and the prefixes in it to `namespaces`. */
export function mixedChild(reader: XmlReader, content: unknown[], namespaces?: NamespacePrefix[]): boolean {
  const text = reader.closed ? "" : reader.readText();
  if (text !== "") content.push(text);
  if (namespaces !== undefined) notePrefixes(reader, text, namespaces);
  return reader.child();
}

/** Content of an element, and the prefixes in its attributes and in its direct text. */
export interface ReadChildren {
  readonly children: XmlContent;
  readonly namespaces: readonly NamespacePrefix[];
}

/** An element whose content is being read. */
export interface Level {
  readonly name: QName;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlNode[];
  readonly namespaces: NamespacePrefix[];
}

/** Reads everything inside the element entered last, its end tag included. */
export function readChildren(reader: XmlReader, attributes: readonly XmlAttribute[]): ReadChildren {
  const { parts } = reader;
  const root = entered(reader, attributes);
  const levels = [root];
  for (let level: Level | undefined = root; level !== undefined; level = levels.at(-1)) {
    const text = reader.closed ? "" : reader.readText();
    notePrefixes(reader, text, level.namespaces);
    addText(level.children, text);
    if (!reader.child()) {
      levels.pop();
      levels.at(-1)?.children.push(elementOf(level.name, level.attributes, level));
    } else if (parts?.isInclude(reader) === true) {
      const bytes = parts.include(reader);
      if (bytes !== undefined) addText(level.children, parts.printed(bytes));
    } else levels.push(entered(reader, reader.attributes()));
  }
  return root;
}

/** The element entered last, before its content is read. */
export function entered(reader: XmlReader, attributes: readonly XmlAttribute[]): Level {
  const { namespace, name, scope } = reader;
  const namespaces: NamespacePrefix[] = [];
  for (const { namespace: uri, name: local, value } of attributes) {
    notePrefixes(reader, value, namespaces);
    const isType = uri === xsiNamespace && local === "type" && !value.includes(":");
    if (isType && scope.defaultNamespace !== namespace)
      namespaces.push({ prefix: "", namespace: scope.defaultNamespace });
  }
  return { name: { namespace, name }, attributes, children: [], namespaces };
}

/** An element that has been read. */
export function elementOf(
  { namespace, name }: QName,
  attributes: readonly XmlAttribute[],
  { children, namespaces }: ReadChildren,
): XmlElement {
  return withPrefixes({ namespace, name, attributes, children }, namespaces);
}

/** A possible prefix: a name before a colon and another name. */
const prefixed = /(?<![\p{ID_Continue}.:-])([\p{L}_][\p{ID_Continue}.-]*):(?=[\p{L}_])/gu;

/** Adds the declared prefixes of names in a text. */
export function notePrefixes({ scope }: XmlReader, text: string, namespaces: NamespacePrefix[]): void {
  if (!text.includes(":")) return;
  for (const [, prefix = ""] of text.matchAll(prefixed)) {
    const namespace = prefix === "xml" ? undefined : scope.lookUp(prefix);
    if (namespace !== undefined && !namespaces.some((each) => each.prefix === prefix))
      namespaces.push({ prefix, namespace });
  }
}
