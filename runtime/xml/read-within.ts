/** Reads XML as data of a bounded size. */
import { addText, type XmlAttribute, type XmlElement } from "./content.js";
import { elementOf, entered, type Level, notePrefixes } from "./read-content.js";
import type { XmlReader } from "./reader.js";

/** What may still be kept as data. Nothing is kept any more when a number is below 0. */
export interface ContentLimit {
  elements: number;
  /** UTF-16 code units of names, values of attributes and texts. */
  units: number;
}

/**
 * Reads the element entered last as data, its end tag included; undefined if there is no room for all of it. Parts of the message that it
 * includes (XOP) stay where they are.
 */
export function readWithin(reader: XmlReader, room: ContentLimit): XmlElement | undefined {
  const attributes = reader.attributes();
  if (!takesTag(room, reader.name, attributes)) {
    reader.skip();
    return undefined;
  }
  const root = entered(reader, attributes);
  const levels = [root];
  for (let level: Level | undefined = root; level !== undefined; level = levels.at(-1)) {
    const text = reader.closed ? "" : reader.readText();
    if (takesText(room, text)) {
      notePrefixes(reader, text, level.namespaces);
      addText(level.children, text);
    }
    if (reader.child()) {
      const own = isFull(room) ? undefined : reader.attributes();
      if (own !== undefined && takesTag(room, reader.name, own)) levels.push(entered(reader, own));
      else reader.skip();
    } else {
      levels.pop();
      levels.at(-1)?.children.push(elementOf(level.name, level.attributes, level));
    }
  }
  return isFull(room) ? undefined : elementOf(root.name, attributes, root);
}

function isFull({ elements, units }: ContentLimit): boolean {
  return elements < 0 || units < 0;
}

/** Takes the room of a start tag; false if there is not enough. */
function takesTag(room: ContentLimit, name: string, attributes: readonly XmlAttribute[]): boolean {
  room.elements -= 1;
  room.units -= name.length;
  for (const each of attributes) room.units -= each.name.length + each.value.length;
  return !isFull(room);
}

/** Takes the room of a text; false if there is not enough. */
function takesText(room: ContentLimit, text: string): boolean {
  room.units -= text.length;
  return !isFull(room);
}
