/**
 * What programs import, on every platform: errors, values that JavaScript has no type for, options of clients and their transports, types of
 * services. Generated code imports its functions from `./codec`.
 */
export { deviatingResponses } from "./bindings/deviating-response.js";
export { faultDetail } from "./bindings/fault-detail.js";
export { multipartRelated } from "./bindings/multipart-related.js";
export {
  caller,
  type Caller,
  type CallerOptions,
  type CallOptions,
  type ClientOptions,
  type LocatedClientOptions,
} from "./client/client.js";
export type { BindingName, NoHeaders } from "./contract/message-codecs.js";
export type { SoapVersion } from "./contract/soap-version.js";
export {
  ClientError,
  clientErrorTable,
  type ClientErrorCode,
  type ClientErrorOptions,
} from "./errors/client-error.js";
export {
  DetailFault,
  ServiceFault,
  UndeclaredFault,
  type DetailFaultOptions,
  type FaultReason,
  type ServiceFaultOptions,
} from "./errors/fault.js";
export type { CallContext, CallLog, HeaderContext } from "./service/call.js";
export type { ServiceDescriptor } from "./service/service.js";
export type { CallSignal } from "./transport/deadline.js";
export {
  fetchTransport,
  type Fetch,
  type FetchInit,
  type FetchResponse,
  type FetchTransportOptions,
} from "./transport/fetch.js";
export { followRedirects, type RedirectOptions } from "./transport/redirects.js";
export type {
  ResponseHeaders,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./transport/transport.js";
export type { AnySimpleValue, AnyValue, XmlValue } from "./xml/any-type.js";
export { element, textOf, type XmlAttribute, type XmlContent, type XmlElement } from "./xml/content.js";
export { XmlError, type XmlErrorCode } from "./xml/errors.js";
export { clientLimits, type XmlLimits } from "./xml/limits.js";
export type { NamespacePrefix, QName as QualifiedName } from "./xml/names.js";
export { type Lazy, LazyBytes } from "./xml/lazy-bytes.js";
export type { Streamed } from "./xml/rows.js";
export { XsdDateTime } from "./xsd/date-time.js";
export { Decimal } from "./xsd/decimal.js";
export {
  addDecimals,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  type DecimalOperand,
} from "./xsd/decimal-arithmetic.js";
export { isGuid, readGuid, toGuid, zeroGuid, type Guid } from "./xsd/guid.js";
export type { SimpleList } from "./xsd/lists.js";
export type { SoapAttachment } from "./xsd/parts.js";
export { LexicalError } from "./xsd/type.js";
