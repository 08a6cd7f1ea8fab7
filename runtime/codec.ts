/** Everything that generated codecs use, in one place. */
export type { FormReader, FormWriter } from "./bindings/form.js";
export * from "./decimal.js";
export * from "./guid.js";
export * from "./xml/content.js";
export type { SoapAttachment } from "./xml/parts.js";
export { XmlReader, type TypeReader } from "./xml/reader.js";
export { XmlWriter } from "./xml/writer.js";
export type { QName as QualifiedName, SoapArrayName } from "./xml/names.js";
export * from "./xsd/primitives.js";
export type { SimpleList } from "./xsd/lists.js";
export { LexicalError, type XsdType } from "./xsd/type.js";
export { XsdDateTime } from "./xsd/date-time.js";
