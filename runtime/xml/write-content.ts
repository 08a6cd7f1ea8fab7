/** Writes XML that is data: its names come from a program, not from the contract, and are checked. */
import { type QName, xmlNamespace, xmlnsNamespace } from "./names.js";
import type { Streamed } from "../rows.js";
import { checkedName } from "../xsd/names.js";
import {
  attributeName,
  type XmlAttribute,
  type XmlContent,
  type XmlElement,
  type XmlNode,
} from "./content.js";
import type { XmlWriter } from "./writer.js";
import { isArray } from "./written-part.js";

/**
 * Writes any XML inside the element that is open. Namespaces are declared where they change. Without recursion, except where rows are
 * nested.
 * @throws RangeError as `writeAttributes`, and for an element that cannot be called so
 */
export function writeContent(writer: XmlWriter, content: Streamed<XmlContent>): void {
  if (!isArray(content)) {
    writer.each(content, (node) => {
      writeContent(writer, [node]);
    });
    return;
  }
  const levels: { readonly list: readonly Streamed<XmlNode>[]; next: number; readonly tag: string }[] = [
    { list: content, next: 0, tag: "" },
  ];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const node = level.list[level.next++];
    if (node === undefined) {
      levels.pop();
      if (levels.length > 0) writer.close(level.tag);
    } else if (typeof node === "string") {
      writer.characters(node);
    } else {
      const { attributes, children } = node;
      const tag = openElement(writer, node);
      writeAttributes(writer, attributes);
      if (isArray(children)) levels.push({ list: children, next: 0, tag });
      else {
        writeContent(writer, children);
        writer.close(tag);
      }
    }
  }
}

/** Writes any element, with all it holds; as `writeContent`. */
export function writeElement(writer: XmlWriter, node: Streamed<XmlElement>): void {
  writeContent(writer, [node]);
}

/** The namespace of `xml` has that prefix and no other, and that of `xmlns` no names (Namespaces in XML 1.0, section 3). */
function openElement(writer: XmlWriter, { namespace, name }: QName): string {
  checkedName(name);
  if (namespace === xmlnsNamespace)
    throw new RangeError("An attribute must not be in the namespace of xmlns.");
  const tag = namespace === xmlNamespace ? `xml:${name}` : name;
  if (tag === name) writer.openIn(name, namespace);
  else writer.open(tag);
  return tag;
}

/**
 * Writes attributes of the start tag written last; namespaces are declared where they have any.
 * @param declared attributes that the type names: they are not among the others
 * @throws RangeError for a name that no attribute can have, for two of one name, and for a declared one
 */
export function writeAttributes(
  writer: XmlWriter,
  attributes: readonly XmlAttribute[],
  declared: readonly QName[] = [],
): void {
  const prefixes = new Map([[xmlNamespace, "xml"]]);
  const names = new Set<string>();
  for (const { namespace, name, value } of attributes) {
    const local = attributeName(namespace, name);
    const key = `{${namespace}}${name}`;
    if (names.has(key)) throw new RangeError(`The attribute ${name} is given twice.`);
    names.add(key);
    if (declared.some((each) => each.name === name && each.namespace === namespace)) {
      throw new RangeError(`The attribute ${name} is a property of the record.`);
    }
    writer.attribute(namespace === "" ? local : `${prefixOf(writer, namespace, prefixes)}:${local}`, value);
  }
}

function prefixOf(writer: XmlWriter, namespace: string, prefixes: Map<string, string>): string {
  const known = prefixes.get(namespace);
  if (known !== undefined) return known;
  const prefix = `a${String(prefixes.size)}`;
  prefixes.set(namespace, prefix);
  writer.declare([{ prefix, namespace }]);
  return prefix;
}
