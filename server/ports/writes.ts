/**
 * Of a write for a caller: it is refused once the caller has been given up, unless it has begun; then it is finished. What
 * operations know of their call is one.
 */
export interface WriteLimit {
  /** Aborted when the caller was told that the call is given up. */
  readonly givenUp: AbortSignal;
}

/** True for a failure that the same call would meet again; false where it may pass, or nothing is known. */
export function isLasting(error: unknown): boolean {
  return typeof error === "object" && error !== null && "retry" in error && error.retry === false;
}
