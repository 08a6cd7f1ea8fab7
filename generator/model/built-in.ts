import { builtInTypes } from "messenger-gen-runtime/xsd";
import { soapEncodingNamespaces, xmlNamespace, xsdNamespace } from "../read/names.js";
import type { Id } from "./types.js";

const builtIn: ReadonlySet<Id> = new Set(
  ["anyType", ...builtInTypes.map((type) => type.xsdName)].map((name) => `{${xsdNamespace}}${name}`),
);

export const anyType: Id = `{${xsdNamespace}}anyType`;
export const anySimpleType: Id = `{${xsdNamespace}}anySimpleType`;

/** XSD 1.0 part 2, section 3, and the two ur-types. */
export function isBuiltIn(type: Id): boolean {
  return builtIn.has(type);
}

/** Types that XML Schema 1.1 adds, with those of 1.0 that have all of their values. */
const addedTypes: ReadonlyMap<string, string> = new Map([
  ["dateTimeStamp", "dateTime"],
  ["dayTimeDuration", "duration"],
  ["yearMonthDuration", "duration"],
  ["anyAtomicType", "anySimpleType"],
]);

const builtInByLowerCase: ReadonlyMap<string, Id> = new Map([...builtIn].map((id) => [id.toLowerCase(), id]));

/** The built-in type for a name of XML Schema 1.1; in a lenient run also for one in another case, such as `datetime`. */
export function builtInMeant(name: string, lenient: boolean): Id | undefined {
  const added = addedTypes.get(name);
  if (added !== undefined) return `{${xsdNamespace}}${added}`;
  return lenient ? builtInByLowerCase.get(`{${xsdNamespace}}${name}`.toLowerCase()) : undefined;
}

/** Declarations of the SOAP encodings that have no counterpart among the simple types of XML Schema. */
const encodedConstructs: ReadonlySet<Id> = new Set(
  soapEncodingNamespaces.flatMap((namespace) =>
    (
      "Array Struct arrayType offset root position itemType arraySize nodeType id ref " +
      "commonAttributes arrayAttributes arrayMemberAttributes"
    )
      .split(" ")
      .map((name) => `{${namespace}}${name}`),
  ),
);

/** Arrays and structures of the SOAP encodings, which contracts use without importing their schema. */
export function isSoapEncoded(type: Id): boolean {
  return encodedConstructs.has(type);
}

/** True for the namespace of either SOAP encoding. */
export function isSoapEncodingNamespace(uri: string): boolean {
  return soapEncodingNamespaces.some((namespace) => namespace === uri);
}

/** The array of either SOAP encoding. */
export function isSoapArray(type: Id): boolean {
  return soapEncodingNamespaces.some((namespace) => type === `{${namespace}}Array`);
}

/** Attributes that every schema may refer to without an import of their declaration. */
export function isBuiltInAttribute(attribute: Id): boolean {
  return attribute.startsWith(`{${xmlNamespace}}`) || isSoapEncoded(attribute);
}
