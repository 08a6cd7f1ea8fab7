/** Exports for a host of generated services besides the main entry: bindings, calls and the log. */
export { endRows } from "./bindings/begun-response.js";
export {
  isRefused,
  sentPieces,
  type Binding,
  type DecodedCall,
  type DecodeOptions,
  type RefusedCall,
  type WireRequest,
  type WireResponse,
} from "./bindings/binding.js";
export { bindingFor, bindings, bindingsWith, type FindBinding } from "./bindings/index.js";
export {
  bindingsOf,
  hasBinding,
  serviceIndex,
  type IndexedOperation,
  type ServedOptions,
  type ServiceIndex,
} from "./bindings/service-index.js";
export type { ServiceOptions } from "./contract/client-binding.js";
export { mediaAction, parseMediaType } from "./contract/media-type.js";
export type { CallBinding } from "./contract/message-codecs.js";
export type { AnyOperation } from "./contract/operation.js";
export { envelopeEnd, soapVersions } from "./contract/soap-version.js";
export {
  callHandler,
  faultOf,
  methodsOf,
  type CallHandler,
  type Method,
  type Methods,
} from "./dispatch/dispatch.js";
export { faultTable, type FaultForm, type FaultReport } from "./errors/fault.js";
export { joinedBytes } from "./mime/joined-bytes.js";
export { givenUpBy, GivingUp, type GivenUp } from "./service/given-up.js";
export type { HeaderGuard, KeepBlocks } from "./service/header-guard.js";
export type { AnyService, OperationOf } from "./service/service.js";
export { legacyCharsets, type LegacyCharset } from "./text/known-charsets.js";
export { printable, printableLine } from "./text/printable.js";
export { abortSignal } from "./transport/deadline.js";
export { serverLimits } from "./xml/limits.js";
export { finished, type Steps } from "./xml/steps.js";
export type { ForbiddenCharacters } from "./xml/writer.js";
export type { Piece } from "./xml/written-part.js";
export { textStep } from "./xml/xml-text.js";
