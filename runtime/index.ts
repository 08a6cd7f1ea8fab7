/** Exports for programs and generated code on every platform. */
export * from "./codec.js";
export { bindings, bindingFor, bindingsWith, type FindBinding } from "./bindings/index.js";
export {
  isRefused,
  type Binding,
  type DecodedCall,
  type DecodeOptions,
  type RefusedCall,
  type WireRequest,
  type WireResponse,
} from "./bindings/binding.js";
export type { Piece } from "./xml/written-part.js";
export { FormReader, FormWriter } from "./forms/form.js";
export { multipartRelated } from "./bindings/multipart-related.js";
export type { MultipartFormat } from "./contract/multipart.js";
export { deviatingResponses } from "./bindings/deviating-response.js";
export type { Departures } from "./contract/forgiven.js";
export { faultDetail } from "./bindings/fault-detail.js";
export * from "./xsd/decimal-arithmetic.js";
export { soapHeaders } from "./bindings/soap-headers.js";
export { parseForm } from "./forms/form-text.js";
export type { CalledService, ClientBinding, JsonCalls, ServiceOptions } from "./contract/client-binding.js";
export type { ForbiddenCharacters } from "./xml/writer.js";
export { httpGet, httpPost, soap11, soap12 } from "./bindings/client-bindings.js";
export { withoutReferences } from "./bindings/multi-ref.js";
export { serviceIndex, type ServedOptions, type ServiceIndex } from "./bindings/service-index.js";
export { legacyCharsets, type LegacyCharset } from "./text/known-charsets.js";
export type { SoapVersion } from "./contract/soap-version.js";
export type { CallContext, CallLog, HeaderContext } from "./service/call.js";
export { givenUpBy, type GivenUp, GivingUp } from "./service/given-up.js";
export { callerOf, Calling } from "./client/calling.js";
export {
  caller,
  connect,
  type Caller,
  type CallerOptions,
  type CallOptions,
  type ClientOptions,
  type LocatedClientOptions,
} from "./client/client.js";
export {
  ClientError,
  clientErrorTable,
  type ClientErrorCode,
  type ClientErrorForm,
  type ClientErrorOptions,
} from "./errors/client-error.js";
export {
  DetailFault,
  faultTable,
  ServiceFault,
  UndeclaredFault,
  type DetailFaultOptions,
  type FaultForm,
  type FaultReason,
  type FaultReport,
  type ServiceFaultOptions,
} from "./errors/fault.js";
export type {
  AnswerCodec,
  CalledOperation,
  AnswerForm,
  AnswerReader,
  AnswerWriter,
  BindingName,
  CallBinding,
  FaultCodec,
  FaultDetailFormat,
  FaultCodecs,
  FaultReader,
  FaultReaders,
  FormCodec,
  HeaderBlocks,
  HeaderCodecs,
  HeaderFormat,
  HeaderReaders,
  HeaderWriters,
  CalledHeaders,
  MediaAnswer,
  MessageCodec,
  MessageForm,
  MessageReader,
  MessageWriter,
  NoHeaders,
  ParameterReader,
  ParameterWriter,
  ResolveReferences,
  ServiceContract,
} from "./contract/message-codecs.js";
export type { HeaderGuard } from "./service/header-guard.js";
export type {
  CallResult,
  ClientCall,
  InterceptedOperation,
  Interceptor,
  NextCall,
} from "./client/interceptor.js";
export type { UndeclaredHeaders } from "./contract/call-parts.js";
export {
  servedOperation,
  type AnyOperation,
  type Operation,
  type ServedOperation,
  type ServerHalf,
} from "./contract/operation.js";
export type { AnyService, OperationOf, ServiceDescriptor } from "./service/service.js";
export {
  answerWith,
  faultOf,
  methodsOf,
  unimplemented,
  type AnswerCall,
  type Method,
  type Methods,
} from "./dispatch/dispatch.js";
export type { Rows, Streamed } from "./xml/rows.js";
export {
  fetchTransport,
  type Fetch,
  type FetchInit,
  type FetchResponse,
  type FetchTransportOptions,
} from "./transport/fetch.js";
export { followRedirects, type RedirectOptions } from "./transport/redirects.js";
export { inMemoryTransport, type InMemoryTransportOptions } from "./dispatch/in-memory.js";
export {
  mockService,
  mockTransport,
  type Mock,
  type MockCall,
  type MockHandlers,
  type MockOptions,
  type MockSamples,
  type MockTransport,
} from "./dispatch/mock.js";
export type {
  ResponseHeaders,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./transport/transport.js";
export { abortSignal, type CallSignal } from "./transport/deadline.js";
export { XmlError, type XmlErrorCode } from "./xml/errors.js";
export { clientLimits, serverLimits, type XmlLimits } from "./xml/limits.js";
