/** Reads the attributes of records. */
import { LexicalError, type XsdType } from "../xsd/type.js";
import type { XmlAttribute } from "./content.js";
import type { XmlElementReader } from "./element-reader.js";
import type { XmlReader } from "./reader.js";
import { type QName, xsiNamespace, isSameName } from "./names.js";

/**
 * The value of an attribute of the element entered last, undefined without it. Call it before the first child is
 * entered.
 * @throws XmlError
 */
export function readAttribute<T>(
  reader: XmlElementReader,
  type: XsdType<T>,
  namespace: string,
  name: string,
): T | undefined {
  const lexical = reader.attribute(namespace, name);
  return lexical === undefined ? undefined : parsed(reader, type, name, lexical);
}

/** As `readAttribute`, for an attribute with a default: absent, it has the value of `lexical`. */
export function readAttributeOr<T>(
  reader: XmlElementReader,
  type: XsdType<T>,
  namespace: string,
  name: string,
  lexical: string,
): T {
  const given = reader.attribute(namespace, name);
  // The prefixes of a default are those of the schema. In lenient reading, one without a value is undefined.
  return given === undefined ? type.parse(lexical) : parsed<T>(reader, type, name, given);
}

/** Refuses the record just read because a required attribute of it is absent. */
export function absentAttribute(reader: XmlReader, name: string): never {
  return reader.absentRecord(`@${name}`, `The required attribute ${name} is absent.`);
}

/**
 * The attributes of the element entered last without those of XML Schema and those that are known; undefined when there are none.
 * @param only the namespaces that a wildcard admits, `""` for none; undefined for all
 * @param except those that it does not admit
 */
export function readOtherAttributes(
  reader: XmlElementReader,
  known: readonly QName[],
  only?: readonly string[],
  except: readonly string[] = [],
): readonly XmlAttribute[] | undefined {
  if (!reader.hasAttributes) return undefined;
  const others = reader
    .attributes()
    .filter(
      (attribute) =>
        attribute.namespace !== xsiNamespace &&
        (only?.includes(attribute.namespace) ?? !except.includes(attribute.namespace)) &&
        !known.some((each) => isSameName(each, attribute)),
    );
  return others.length === 0 ? undefined : others;
}

function parsed<T>(reader: XmlElementReader, type: XsdType<T>, name: string, lexical: string): T {
  try {
    return type.received === undefined ? type.parse(lexical) : type.received(reader, lexical);
  } catch (cause) {
    if (!(cause instanceof LexicalError)) throw cause;
    const found = reader.misread?.(type, { text: lexical, path: `${reader.path()}.@${name}` });
    if (found !== undefined) return found[0];
    throw reader.error("WrongValue", `@${name}: ${cause.message}.`);
  }
}
