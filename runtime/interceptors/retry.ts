import { ClientError } from "../errors/client-error.js";
import { faultTable, ServiceFault } from "../errors/fault.js";
import type { ClientCall, Interceptor } from "../client/interceptor.js";
import { aborted, type CallSignal } from "../transport/deadline.js";

/** Options of `retry`. */
export interface RetryOptions {
  /** Attempts in all; 3 when not given. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; each further wait is twice as long. 200 when not given. */
  readonly wait?: number;
  /** Maximum milliseconds of a wait; 10,000 when not given. */
  readonly longestWait?: number;
  /** True for an operation that may run twice: only its calls are repeated if they may have been carried out. Default: none. */
  readonly idempotent?: (call: ClientCall) => boolean;
}

/** Errors of Node for a connection that was not made; some of them also occur on a connection that has carried the request. */
const unconnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/**
 * True if a call that failed with this error may be repeated: always after an error of a request that reached no service. For an idempotent
 * call, also after a broken connection, a time-out, a fault with `retry` in `faultTable`, and a fault that leaves the outcome open. A received
 * `Unavailable` is the status 503, which a proxy may also send for a call that the service has carried out.
 */
export function mayRepeat(error: unknown, idempotent = false): boolean {
  if (error instanceof ServiceFault) {
    const { reason } = error;
    const isOpen = reason === "DeadlineExceeded" || reason === "OutcomeUnknown";
    return idempotent && (isOpen || faultTable[reason].retry);
  }
  if (!(error instanceof ClientError)) return false;
  if (error.code === "Timeout") return idempotent;
  return error.code === "Transport" && (idempotent || wasUnsent(error.cause));
}

function wasUnsent(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (isUnconnected(cause)) return true;
  // `fetch` and attempts at several addresses wrap the errors of the connection.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(wasUnsent);
  return wasUnsent(cause.cause);
}

function isUnconnected(cause: Error & { readonly code?: unknown; readonly syscall?: unknown }): boolean {
  const { code, syscall } = cause;
  const isConnecting = syscall === "connect" || syscall === "getaddrinfo";
  return isConnecting && typeof code === "string" && unconnected.has(code);
}

/**
 * Repeats calls that may be repeated (`mayRepeat`), with a growing random wait. The time limit of the call is that of all attempts
 * together.
 */
export function retry(options: RetryOptions = {}): Interceptor {
  const { attempts = 3, wait = 200, longestWait = 10_000, idempotent = () => false } = options;
  return async (call, next) => {
    const end = call.timeout > 0 ? Date.now() + call.timeout : Infinity;
    for (let attempt = 1; ; attempt++) {
      const timeout = end === Infinity ? call.timeout : Math.max(1, end - Date.now());
      try {
        return await next({ ...call, timeout });
      } catch (error) {
        const pause = Math.min(longestWait, wait * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
        const isLast = attempt >= attempts || Date.now() + pause >= end;
        if (isLast || !mayRepeat(error, idempotent(call))) throw error;
        await sleep(pause, call.signal);
      }
    }
  };
}

/** @throws ClientError `Aborted` */
async function sleep(milliseconds: number, signal: CallSignal | undefined): Promise<void> {
  if (signal?.aborted === true) throw aborted(signal);
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort);
  });
}
