/** Reads elements of type xs:anyType and xs:anySimpleType. */
import { builtInType } from "../xsd/built-in.js";
import { anySimpleType } from "../xsd/texts.js";
import type { XsdType } from "../xsd/type.js";
import type { AnySimpleValue, AnyValue, KnownContent, KnownTypes, TaggedType, XmlValue } from "./any-type.js";
import type { XmlAttribute } from "./content.js";
import { givenType, isEncodingType } from "./declared-type.js";
import { type QName, xsdNamespace, xsiNamespace } from "./names.js";
import { readChildren } from "./read-content.js";
import type { XmlReader } from "./reader.js";

/**
 * Reads the element entered last, its end tag included: a value of the type that xsi:type names, otherwise text or XML.
 * @param previous as for `XmlReader.value`
 * @returns undefined only in lenient reading, for a nil element
 */
export function readAny<Known>(
  reader: XmlReader,
  types: KnownTypes<Known>,
  previous: AnyValue<Known> | undefined,
): AnyValue<Known> | undefined {
  if (reader.isRepeated(previous)) return previous;
  return reader.isRefusedNil() ? undefined : anyValue(reader, types);
}

/** As `readAny`, for a nillable element: nil is null. */
export function readNillableAny<Known>(
  reader: XmlReader,
  types: KnownTypes<Known>,
  previous: AnyValue<Known> | null | undefined,
): AnyValue<Known> | null {
  if (reader.isRepeated(previous)) return previous;
  return reader.hasAttributes && reader.isNil() ? null : anyValue(reader, types);
}

/** As `readAny`, for an element of type xs:anySimpleType: a value of a simple type, or text. */
export function readAnySimple<Known>(
  reader: XmlReader,
  types: KnownTypes<Known>,
  previous: AnySimpleValue<Known> | undefined,
): AnySimpleValue<Known> | undefined {
  if (reader.isRepeated(previous)) return previous;
  return reader.isRefusedNil() ? undefined : anySimpleValue(reader, types);
}

/** As `readAnySimple`, for a nillable element: nil is null. */
export function readNillableAnySimple<Known>(
  reader: XmlReader,
  types: KnownTypes<Known>,
  previous: AnySimpleValue<Known> | null | undefined,
): AnySimpleValue<Known> | null {
  if (reader.isRepeated(previous)) return previous;
  return reader.hasAttributes && reader.isNil() ? null : anySimpleValue(reader, types);
}

/** A simple type by which a value is read, and its name in values. */
interface Named {
  readonly tag: string;
  readonly simple: XsdType<unknown>;
}

function anyValue<Known>(reader: XmlReader, types: KnownTypes<Known>): AnyValue<Known> {
  const type = givenType(reader);
  const known = type === undefined || hasPrefixes(type) ? undefined : knownType(type, types);
  if (known === undefined) return xmlValue(reader, type);
  // `Known` describes the results of the readers of its types.
  if ("read" in known) return typedContent(reader, known) as AnyValue<Known>;
  return otherAttributes(reader).length > 0 ? xmlValue(reader, type) : typedText<Known>(reader, known);
}

function anySimpleValue<Known>(reader: XmlReader, types: KnownTypes<Known>): AnySimpleValue<Known> {
  const type = givenType(reader);
  if (type === undefined || isAnySimpleType(type)) return reader.simple(anySimpleType);
  const known = knownType(type, types);
  if (known === undefined || "read" in known) {
    reader.wrongType(type.name);
    return reader.simple(anySimpleType);
  }
  return typedText<Known>(reader, known);
}

/** Types of the SOAP encodings are equivalent to those of XML Schema. */
function knownType<Known>(type: QName, types: KnownTypes<Known>): Named | TaggedType | undefined {
  const { namespace, name } = type;
  if (namespace !== xsdNamespace && !isEncodingType(type)) return types.named(type);
  const builtIn = isAnySimpleType(type) ? undefined : builtInType(name === "base64" ? "base64Binary" : name);
  return builtIn === undefined ? undefined : { tag: `xs:${builtIn.xsdName}`, simple: builtIn.type };
}

function isAnySimpleType({ namespace, name }: QName): boolean {
  return namespace === xsdNamespace && name === anySimpleType.name;
}

/** True for the types whose values contain prefixes, which are kept in XML. */
function hasPrefixes({ namespace, name }: QName): boolean {
  return namespace === xsdNamespace && (name === "QName" || name === "NOTATION");
}

function typedContent(reader: XmlReader, known: KnownContent & Pick<TaggedType, "tag">): object {
  const { tag, wrapped } = known;
  const value = known.read(reader);
  return wrapped === true ? { $type: tag, value } : { $type: tag, ...value };
}

function typedText<Known>(reader: XmlReader, { tag, simple }: Named): AnySimpleValue<Known> {
  // Each name belongs to the type that reads its value.
  return { $type: tag, value: reader.simple(simple) } as AnySimpleValue<Known>;
}

/** A text without type, attributes and prefixes, or XML. */
function xmlValue<Known>(reader: XmlReader, type: QName | undefined): AnyValue<Known> {
  const attributes = otherAttributes(reader);
  const { children, namespaces } = readChildren(reader, attributes);
  const [text = "", ...others] = children;
  const isText = type === undefined && attributes.length === 0 && namespaces.length === 0;
  if (isText && typeof text === "string" && others.length === 0) return text;
  return {
    ...(type === undefined ? {} : { type }),
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(namespaces.length === 0 ? {} : { namespaces }),
    children,
  } satisfies XmlValue;
}

/** The attributes of the element entered last except xsi:type and xsi:nil. */
function otherAttributes(reader: XmlReader): readonly XmlAttribute[] {
  if (!reader.hasAttributes) return [];
  return reader
    .attributes()
    .filter(({ namespace, name }) => namespace !== xsiNamespace || (name !== "type" && name !== "nil"));
}
