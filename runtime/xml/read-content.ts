/** Reads any XML as data. */
import { quoted } from "../xsd/type.js";
import { addText, type XmlContent, type XmlElement, type XmlNode } from "./content.js";
import type { XmlReader } from "./reader.js";

/**
 * Reads everything inside the element entered last as data, its end tag included.
 * @param previous as for `XmlReader.value`
 * @returns undefined only in lenient reading, for a nil element
 */
export function readContent(reader: XmlReader, previous: XmlContent | undefined): XmlContent | undefined {
  reader.refuseSecond(previous);
  return reader.isRefusedNil() ? undefined : readChildren(reader);
}

/** As `readContent`, for a nillable element: nil is null. */
export function readNillableContent(
  reader: XmlReader,
  previous: XmlContent | null | undefined,
): XmlContent | null {
  reader.refuseSecond(previous);
  return reader.attributeCount !== 0 && reader.isNil() ? null : readChildren(reader);
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
  return { namespace, name, attributes, children: readChildren(reader) };
}

/** As `XmlReader.child`, in mixed content: adds the text before the next tag to `content`. */
export function mixedChild(reader: XmlReader, content: unknown[]): boolean {
  const text = reader.closed || reader.isAhead ? "" : reader.readText();
  if (text !== "") content.push(text);
  return reader.child();
}

function readChildren(reader: XmlReader): XmlContent {
  const { parts } = reader;
  const root: XmlNode[] = [];
  const lists = [root];
  for (let list: XmlNode[] | undefined = root; list !== undefined; list = lists.at(-1)) {
    addText(list, reader.closed ? "" : reader.readText());
    if (!reader.child()) {
      lists.pop();
      continue;
    }
    if (parts?.isInclude(reader) === true) {
      addText(list, parts.printed(parts.include(reader)));
      continue;
    }
    const { namespace, name } = reader;
    const children: XmlNode[] = [];
    list.push({ namespace, name, attributes: reader.attributes(), children });
    lists.push(children);
  }
  return root;
}
