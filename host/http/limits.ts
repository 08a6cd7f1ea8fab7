/** Limits of one server. Sizes in bytes, times in milliseconds. */
export interface Limits {
  /** Maximum request body, after inflating. */
  readonly body: number;
  /** Maximum body of a call that is announced, by path or action, as one of the large operations. */
  readonly largeBody: number;
  /** Maximum bodies above `body` in flight; one more gets 503 with Retry-After. */
  readonly largeBodies: number;
  /** Minimum bytes of a body above `body` that must arrive in every `paceTime`; a slower one gets 408. */
  readonly paceBytes: number;
  readonly paceTime: number;
  /**
   * Bytes that the bodies above 64 KiB of all requests hold together, half of them those of one caller. A body that needs more
   * waits and is not read meanwhile; bodies that are slower than `paceBytes` in `paceTime` are refused with 408 then.
   */
  readonly bodyMemory: number;
  /** How long a body waits for memory; then 503 with Retry-After. */
  readonly bodyWait: number;
  /** Maximum compression ratio of a body above 64 KiB. */
  readonly inflation: number;
  /** Maximum pieces of a body: chunks of the sender, or reads of the connection. */
  readonly bodyPieces: number;
  /** Maximum size of request line and headers together. */
  readonly headers: number;
  /** From connecting, or from the first byte of a request, to the end of its headers. */
  readonly headersTime: number;
  /** From the first byte of a request to the last byte of its body. */
  readonly requestTime: number;
  /** Time for which an idle connection stays open between requests. */
  readonly idleTime: number;
  /** How long a caller may leave a response unread; checked twice before the connection is closed. */
  readonly sendTime: number;
  /** From the end of a request to its response; then the call is abandoned: it starts no further change. */
  readonly callTime: number;
  /** How long an operation may take to respond to an abandoned call; then a fault is sent instead. */
  readonly answerTime: number;
  /** How long `close` waits for requests and calls in flight; then it abandons them. */
  readonly closeTime: number;
  /** How long `close` still serves requests that arrive on connections without a request in progress. */
  readonly closeIdleTime: number;
  /** Maximum requests on one connection. */
  readonly requestsPerConnection: number;
  /** Maximum pipelined requests of one connection without a response; one more gets 503, and is the last. */
  readonly requestsWaiting: number;
  /** Maximum open connections of one address; not limited for trusted proxies. */
  readonly connectionsPerAddress: number;
  /** Maximum open connections. */
  readonly connections: number;
}

const mebibyte = 1_048_576;

/** Default limits of a server. */
export const defaultLimits: Limits = {
  body: 4 * mebibyte,
  largeBody: 32 * mebibyte,
  largeBodies: 4,
  paceBytes: 131_072,
  paceTime: 2_000,
  bodyMemory: 64 * mebibyte,
  bodyWait: 10_000,
  inflation: 100,
  bodyPieces: 65_536,
  headers: 32_768,
  headersTime: 10_000,
  requestTime: 30_000,
  idleTime: 30_000,
  sendTime: 20_000,
  callTime: 60_000,
  answerTime: 10_000,
  closeTime: 10_000,
  closeIdleTime: 1_000,
  requestsPerConnection: 10_000,
  requestsWaiting: 32,
  connectionsPerAddress: 256,
  connections: 10_000,
};
