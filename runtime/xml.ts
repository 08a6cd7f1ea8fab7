/** The XML reader and writer of the bindings, for documents that no generated code describes. */
export {
  childOf,
  element,
  nameIn,
  textOf,
  xmlContent,
  type ElementOptions,
  type XmlAttribute,
  type XmlContent,
  type XmlElement,
  type XmlNode,
} from "./xml/content.js";
export { decodeXml } from "./xml/decode.js";
export { documentTypeEnd } from "./xml/document-type.js";
export { XmlError } from "./xml/errors.js";
export { soap11Namespace, xsdNamespace, xsiNamespace } from "./xml/names.js";
export { OnlyNamespace } from "./xml/only-namespace.js";
export { readContent, readElement } from "./xml/read-content.js";
export { XmlReader } from "./xml/reader.js";
export { writeEach } from "./xml/rows.js";
export { writeContent, writeElement } from "./xml/write-content.js";
export { XmlWriter } from "./xml/writer.js";
