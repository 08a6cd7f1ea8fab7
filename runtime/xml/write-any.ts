/** Writes elements of type xs:anyType and xs:anySimpleType. */
import { LexicalError, quoted } from "../xsd/type.js";
import { builtInType } from "../xsd/built-in.js";
import type { AnyValue, KnownSimpleType, KnownType, KnownTypes, XmlValue } from "./any-type.js";
import { checkedPrefix } from "./content.js";
import { type NamespacePrefix, type QName, xsiNamespace } from "./names.js";
import { declareFromData, freePrefix, prefixesOf, writeAttributes, writeContent } from "./write-content.js";
import type { XmlWriter } from "./writer.js";

/** A value, of whatever type. */
interface AnyParts {
  readonly $type?: string | undefined;
  readonly value?: unknown;
  readonly $namespaces?: readonly NamespacePrefix[] | undefined;
}

/**
 * Writes the content of the open element, directly after its start tag, and its xsi:type. The prefixes `xsi` and `xsd`
 * must be declared around it.
 * @throws LexicalError if `$type` names no type, or the value is not of the type; RangeError as `writeContent`
 */
export function writeAny<Known>(writer: XmlWriter, types: KnownTypes<Known>, value: AnyValue<Known>): void {
  if (typeof value === "string") {
    writer.characters(value);
    return;
  }
  // Which properties there are depends on the types of a contract.
  const parts = value as AnyParts;
  if (parts.$type === undefined) writeXml(writer, value as XmlValue);
  else if (!writeBuiltIn(writer, parts.$type, parts.value))
    writeKnown(writer, types.tagged(parts.$type), parts);
}

function writeXml(writer: XmlWriter, { type, attributes = [], namespaces, children }: XmlValue): void {
  const own = prefixesOf({ namespaces, children }).map(checkedPrefix);
  const declared = uris(own);
  const isOther = (declared.get("xsi") ?? xsiNamespace) !== xsiNamespace;
  if (declared.size < own.length || declared.has("") || isOther)
    throw new RangeError("A prefix is declared twice, is empty, or is xsi.");
  declareFromData(writer, own);
  if (type !== undefined) writeType(writer, type, declared);
  writeAttributes(writer, attributes, [xsiType, xsiNil], declared);
  writeContent(writer, children, declared);
}

function uris(namespaces: readonly NamespacePrefix[]): ReadonlyMap<string, string> {
  return new Map(namespaces.map(({ prefix, namespace }) => [prefix, namespace]));
}

const xsiType = { namespace: xsiNamespace, name: "type" };
const xsiNil = { namespace: xsiNamespace, name: "nil" };

/**
 * xsi:type with a prefix of its own.
 * @param declared prefixes that data declares in the element
 */
function writeType(
  writer: XmlWriter,
  { namespace, name }: QName,
  declared: ReadonlyMap<string, string>,
): void {
  const prefix = freePrefix(writer, "t", declared);
  if (namespace !== "") writer.declare([{ prefix, namespace }]);
  writer.attribute("xsi:type", namespace === "" ? name : `${prefix}:${name}`);
}

/** False for a name that is not of a built-in type. */
function writeBuiltIn(writer: XmlWriter, tag: string, value: unknown): boolean {
  if (!tag.startsWith("xs:")) return false;
  const name = tag.slice("xs:".length);
  const type = builtInType(name)?.type;
  if (type === undefined) return false;
  writer.attribute("xsi:type", `xsd:${name}`);
  writer.characters(type.print(value));
  return true;
}

function textOf(writer: XmlWriter, type: KnownSimpleType["simple"], value: unknown): string {
  return "printIn" in type ? type.printIn(writer, value) : type.print(value);
}

function writeKnown(writer: XmlWriter, known: KnownType | undefined, parts: AnyParts): void {
  if (known === undefined)
    throw new LexicalError("anyType", `$type names no type: ${quoted(parts.$type ?? "")}`);
  if (known.written === undefined) writeType(writer, known.type, uris(parts.$namespaces ?? []));
  else writer.attribute("xsi:type", known.written);
  // `$type` names the type of the value.
  if ("read" in known) known.write(writer, (known.wrapped === true ? parts.value : parts) as object);
  else writer.characters(textOf(writer, known.simple, parts.value));
}
