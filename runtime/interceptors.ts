/** Interceptors of clients: around the call, its SOAP headers and its exchange of bytes. */
export type {
  CallResult,
  ClientCall,
  InterceptedOperation,
  Interceptor,
  NextCall,
} from "./client/interceptor.js";
export type { ReaderClass, ReadUndeclared, UndeclaredHeaders } from "./contract/call-parts.js";
export { addressing, requiredAddressing, type AddressingOptions } from "./interceptors/addressing.js";
export { cookies } from "./interceptors/cookies.js";
export { interceptExchange, type SendRequest } from "./interceptors/exchange.js";
export type { Departures, Forgiven, ForgivenKind } from "./contract/forgiven.js";
export { lenientReading, type LenientOptions } from "./interceptors/lenient.js";
export {
  respondToChallenge,
  type ChallengedRequest,
  type ChallengeOptions,
} from "./interceptors/http-authentication.js";
export { mayRepeat, retry, type RetryOptions } from "./interceptors/retry.js";
export {
  readSoapHeaders,
  securityHeader,
  sendSoapHeaders,
  type BlockOptions,
  type ReadHeadersOptions,
} from "./interceptors/soap-headers.js";
export { interceptOperation } from "./interceptors/typed.js";
