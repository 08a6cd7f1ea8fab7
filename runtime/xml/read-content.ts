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
import { refuseSecond, type XmlReader } from "./reader.js";

/**
 * Reads everything inside the element entered last as data, its end tag included.
 * @param previous as for `XmlReader.value`
 * @returns undefined only in lenient reading, for a nil element
 */
export function readContent(reader: XmlReader, previous: XmlContent | undefined): XmlContent | undefined {
  refuseSecond(reader, previous);
  return reader.isRefusedNil() ? undefined : contentOf(reader);
}

/** As `readContent`, for a nillable element: nil is null. */
export function readNillableContent(
  reader: XmlReader,
  previous: XmlContent | null | undefined,
): XmlContent | null {
  refuseSecond(reader, previous);
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

/** What may still be kept as data. Nothing is kept any more when a number is below 0. */
export interface Room {
  elements: number;
  /** UTF-16 code units of names, values of attributes and texts. */
  units: number;
}

/** Reads the element entered last as data, its end tag included; undefined if there is no room for all of it. */
export function readWithin(reader: XmlReader, room: Room): XmlElement | undefined {
  const { namespace, name } = reader;
  const attributes = reader.attributes();
  if (!takesTag(room, name, attributes)) {
    reader.skip();
    return undefined;
  }
  const read = readChildren(reader, attributes, room);
  return isFull(room) ? undefined : elementOf({ namespace, name }, attributes, read);
}

function isFull({ elements, units }: Room): boolean {
  return elements < 0 || units < 0;
}

/** Takes the room of a start tag; false if there is not enough. */
function takesTag(room: Room, name: string, attributes: readonly XmlAttribute[]): boolean {
  room.elements -= 1;
  room.units -= name.length;
  for (const each of attributes) room.units -= each.name.length + each.value.length;
  return !isFull(room);
}

/** Takes the room of a text; false if there is not enough. */
function takesText(room: Room | undefined, text: string): boolean {
  if (room === undefined) return true;
  room.units -= text.length;
  return !isFull(room);
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
interface Level {
  readonly name: QName;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlNode[];
  readonly namespaces: NamespacePrefix[];
}

/** Reads everything inside the element entered last, its end tag included; without `room` it may be of any size. */
export function readChildren(
  reader: XmlReader,
  attributes: readonly XmlAttribute[],
  room?: Room,
): ReadChildren {
  const { parts } = reader;
  const root = entered(reader, attributes);
  const levels = [root];
  for (let level: Level | undefined = root; level !== undefined; level = levels.at(-1)) {
    const text = reader.closed ? "" : reader.readText();
    if (takesText(room, text)) {
      notePrefixes(reader, text, level.namespaces);
      addText(level.children, text);
    }
    if (!reader.child()) {
      levels.pop();
      levels.at(-1)?.children.push(elementOf(level.name, level.attributes, level));
    } else if (room !== undefined && isFull(room)) reader.skip();
    else if (parts?.isInclude(reader) === true) {
      const printed = parts.printed(parts.include(reader));
      if (takesText(room, printed)) addText(level.children, printed);
    } else {
      const own = reader.attributes();
      if (room === undefined || takesTag(room, reader.name, own)) levels.push(entered(reader, own));
      else reader.skip();
    }
  }
  return root;
}

function entered(reader: XmlReader, attributes: readonly XmlAttribute[]): Level {
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

function elementOf(
  { namespace, name }: QName,
  attributes: readonly XmlAttribute[],
  { children, namespaces }: ReadChildren,
): XmlElement {
  return withPrefixes({ namespace, name, attributes, children }, namespaces);
}

/** A possible prefix: a name before a colon and another name. */
const prefixed = /(?<![\p{ID_Continue}.:-])([\p{L}_][\p{ID_Continue}.-]*):(?=[\p{L}_])/gu;

/** Adds the declared prefixes of names in a text. */
function notePrefixes({ scope }: XmlReader, text: string, namespaces: NamespacePrefix[]): void {
  if (!text.includes(":")) return;
  for (const [, prefix = ""] of text.matchAll(prefixed)) {
    const namespace = prefix === "xml" ? undefined : scope.lookUp(prefix);
    if (namespace !== undefined && !namespaces.some((each) => each.prefix === prefix))
      namespaces.push({ prefix, namespace });
  }
}
