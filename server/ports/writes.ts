import type { GivenUp } from "messenger-gen-runtime";

/**
 * Limit of a write for a caller: it is refused after the call has timed out, unless it has begun; then it is finished. The
 * context of a call is one.
 */
export interface WriteLimit {
  /** Aborted when the call has timed out and its response was sent. */
  readonly givenUp: GivenUp;
}

/** True for a failure that a repeated call would meet again; false if it may be temporary or is unknown. */
export function isLasting(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return false;
  return typeof error === "object" && error !== null && "retry" in error && error.retry === false;
}

/** True for a failure after which the write may have been made or not. */
export function isOutcomeUnknown(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "outcomeUnknown";
}
