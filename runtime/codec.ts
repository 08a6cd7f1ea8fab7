/**
 * What generated code imports, the names of the main entry aside. Output and runtime are of one version: programs import nothing from here.
 */
export { httpGet, httpPost, soap11, soap12 } from "./bindings/client-bindings.js";
export { withoutReferences } from "./bindings/multi-ref.js";
export { soapHeaders } from "./bindings/soap-headers.js";
export { callerOf, Calling } from "./client/calling.js";
export { connect } from "./client/client.js";
export type { ClientBinding } from "./contract/client-binding.js";
export type {
  ResponseCodec,
  ResponseForm,
  ResponseReader,
  ResponseWriter,
  CalledHeaders,
  CalledOperation,
  FaultCodec,
  FaultCodecs,
  FaultDetailFormat,
  FaultReader,
  FaultReaders,
  FormCodec,
  HeaderBlocks,
  HeaderCodecs,
  HeaderFormat,
  HeaderReaders,
  HeaderWriters,
  MediaResponse,
  MessageCodec,
  MessageForm,
  MessageReader,
  MessageWriter,
  ParameterReader,
  ParameterWriter,
  ResolveReferences,
  ServiceContract,
} from "./contract/message-codecs.js";
export type { MultipartFormat } from "./contract/multipart.js";
export {
  servedOperation,
  type Operation,
  type ServedOperation,
  type ServerHalf,
} from "./contract/operation.js";
export { unimplemented } from "./dispatch/dispatch.js";
export type { FormReader, FormWriter } from "./forms/form.js";
export { knownTypes, type BuiltInValue, type KnownTypes } from "./xml/any-type.js";
export type { SoapArrayName } from "./xml/names.js";
export { lazyBytes } from "./xml/lazy-bytes.js";
export * from "./xml/nillable.js";
export {
  enumeratedNames,
  namesInList,
  namesInUnion,
  qualified,
  type QualifiedType,
} from "./xml/qualified.js";
export { readAny, readAnySimple, readNillableAny, readNillableAnySimple } from "./xml/read-any.js";
export * from "./xml/read-attributes.js";
export * from "./xml/read-choice.js";
export { mixedChild, readContent, readElement, readNillableContent } from "./xml/read-content.js";
export * from "./xml/read-derived.js";
export { noItems, XmlReader, type Blank } from "./xml/reader.js";
export {
  resolved,
  resolvedEnumeration,
  resolvedList,
  resolvedName,
  resolvedUnion,
} from "./xml/resolved-names.js";
export { writeEach, type Rows } from "./xml/rows.js";
export { writePieces } from "./xml/text-pieces.js";
export { readSoapArray, readSoapGrid, writeSoapArray, writeSoapGrid } from "./xml/soap-array.js";
export { writeAny } from "./xml/write-any.js";
export * from "./xml/write-bytes.js";
export { declarePrefixes, writeAttributes, writeContent, writeElement } from "./xml/write-content.js";
export { XmlWriter } from "./xml/writer.js";
export { xsdBoolean } from "./xsd/numbers.js";
export { matcherOf } from "./xsd/pattern.js";
export * from "./xsd/primitives.js";
export { readAttachment } from "./xsd/read-attachment.js";
export * from "./xsd/represented.js";
export type { XsdType } from "./xsd/type.js";
