/** Everything that generated codecs use, in one place. */
export type { FormReader, FormWriter } from "./forms/form.js";
export * from "./xsd/decimal.js";
export * from "./xsd/guid.js";
export { knownTypes } from "./xml/any-type.js";
export type { AnySimpleValue, AnyValue, BuiltInValue, KnownTypes, XmlValue } from "./xml/any-type.js";
export * from "./xml/content.js";
export type { SoapAttachment } from "./xsd/parts.js";
export { type Blank, noItems, XmlReader } from "./xml/reader.js";
export * from "./xml/nillable.js";
export { readAttachment } from "./xsd/read-attachment.js";
export { readAny, readAnySimple, readNillableAny, readNillableAnySimple } from "./xml/read-any.js";
export * from "./xml/read-attributes.js";
export * from "./xml/read-choice.js";
export { mixedChild, readContent, readElement, readNillableContent } from "./xml/read-content.js";
export * from "./xml/read-derived.js";
export { readSoapArray, readSoapGrid, writeSoapArray, writeSoapGrid } from "./xml/soap-array.js";
export * from "./xml/write-bytes.js";
export { writeAny } from "./xml/write-any.js";
export { declarePrefixes, writeAttributes, writeContent, writeElement } from "./xml/write-content.js";
export { writeEach } from "./xml/rows.js";
export { XmlWriter } from "./xml/writer.js";
export {
  enumeratedNames,
  namesInList,
  namesInUnion,
  qualified,
  type QualifiedType,
} from "./xml/qualified.js";
export {
  resolved,
  resolvedEnumeration,
  resolvedList,
  resolvedName,
  resolvedUnion,
} from "./xml/resolved-names.js";
export type { NamespacePrefix, QName as QualifiedName, SoapArrayName } from "./xml/names.js";
export { xsdBoolean } from "./xsd/numbers.js";
export { matcherOf } from "./xsd/pattern.js";
export * from "./xsd/primitives.js";
export * from "./xsd/represented.js";
export type { SimpleList } from "./xsd/lists.js";
export { LexicalError, type XsdType } from "./xsd/type.js";
export { XsdDateTime } from "./xsd/date-time.js";
