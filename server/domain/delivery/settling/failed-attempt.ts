import type { Settlement } from "../claiming/claim.js";
import type { SettlementEnd } from "../outcomes/outcome.js";

/** `failed`: refused permanently. `retried`: counted, and sent again later. `deferred`: the same, not counted. `uncertain`: held or Unknown. */
export type AttemptOutcome = "failed" | "retried" | "deferred" | "uncertain";

/** An attempt after which the network does not have the whole message, or may not have it. */
export interface FailedAttempt {
  readonly recipient: number;
  readonly at: number;
  readonly linkId: number;
  readonly outcome: AttemptOutcome;
  /** Status code or reason; null without one. */
  readonly code: string | null;
}

/** Failed attempts that are stored of a message: the latest ones. A message may be deferred every few seconds for days. */
export const keptAttempts = 16;

function outcomeOf(end: SettlementEnd): AttemptOutcome | undefined {
  switch (end.kind) {
    case "failed":
      return "failed";
    case "queued":
      if (end.counts === "nothing") return undefined;
      return end.counts === "attempt" ? "retried" : "deferred";
    case "held":
    case "unknown":
      return "uncertain";
    case "submitted":
    case "expired":
      return undefined;
  }
}

/** The attempt that a settlement ends; undefined if it succeeded, or nothing was sent. */
export function failedAttempt({ recipientId, at, linkId, end }: Settlement): FailedAttempt | undefined {
  const outcome = end && outcomeOf(end);
  if (end === undefined || outcome === undefined) return undefined;
  return {
    recipient: recipientId,
    at,
    linkId,
    outcome,
    code: ("code" in end ? end.code : undefined) ?? null,
  };
}
