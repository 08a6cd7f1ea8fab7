import { isQName } from "../xsd/names.js";
import { trim } from "../xsd/white-space.js";
import type { XmlElementReader } from "./element-reader.js";
import {
  type QName,
  soap12EncodingNamespace,
  type SoapArrayName,
  soapEncodingNamespace,
  xsdNamespace,
  xsiNamespace,
  isSameName,
} from "./names.js";

/** The type that `xsi:type` of the element entered last names; undefined without the attribute. */
export function givenType(reader: XmlElementReader): QName | undefined {
  const lexical = reader.attribute(xsiNamespace, "type");
  if (lexical === undefined) return undefined;
  const text = trim(lexical);
  const colon = text.indexOf(":");
  const { scope } = reader;
  const namespace = colon === -1 ? scope.defaultNamespace : scope.lookUp(text.slice(0, colon));
  if (namespace !== undefined && isQName(text)) return { namespace, name: text.slice(colon + 1) };
  reader.wrongType(text);
  return undefined;
}

/** Some programs add the built-in type to simple values, which is redundant. */
export function checkSimpleType(reader: XmlElementReader, declared: string): void {
  const given = givenType(reader);
  if (given === undefined || given.name === declared || given.namespace === xsdNamespace) return;
  if (!isEncodingType(given) || given.name === "Array" || given.name === "Struct")
    reader.wrongType(given.name);
}

/** @param encoded the message is SOAP-encoded */
export function checkRecordType(
  reader: XmlElementReader,
  declared: QName & Partial<SoapArrayName>,
  encoded: boolean,
): void {
  const given = givenType(reader);
  if (given === undefined) return;
  if (isEncodingType(given) && (encoded || (declared.soapArray && given.name === "Array"))) return;
  if (!isSameName(given, declared) && !declared.soapArray?.some((each) => isSameName(given, each)))
    reader.wrongType(given.name);
}

/** True for a type of the SOAP encodings. On a simple value it is equivalent to that of XML Schema. */
export function isEncodingType({ namespace }: QName): boolean {
  return namespace === soapEncodingNamespace || namespace === soap12EncodingNamespace;
}
