import type { UncertainPolicy } from "../route.js";

/** Outcome of one submitted part. */
export type Outcome =
  /** The network accepted it under this id, as received; empty if it gives none: then no receipt can be matched. */
  | { readonly kind: "accepted"; readonly messageId: string }
  /** The network refused it permanently. */
  | { readonly kind: "refused"; readonly code: string }
  /** It expired before it was sent. */
  | { readonly kind: "expired" }
  /** The network may accept it after `delay` milliseconds. `counts`: as an attempt, otherwise as a deferral. */
  | { readonly kind: "later"; readonly code: string; readonly delay: number; readonly counts: boolean }
  /** No response: acceptance is unconfirmed. The policy of the route decides. */
  | { readonly kind: "uncertain"; readonly code: string }
  /** It was not sent. */
  | { readonly kind: "unsent" };

/** How an attempt to send a message ends. */
export type SettlementEnd =
  /** The network has accepted all parts. */
  | { readonly kind: "submitted" }
  /** Final. */
  | { readonly kind: "failed"; readonly code: string }
  /** Final. */
  | { readonly kind: "expired" }
  /** Returns to the queue, of the link or (0) of any. */
  | {
      readonly kind: "queued";
      /** When the next attempt is due, in milliseconds since the epoch. */
      readonly nextAt: number;
      readonly linkId: number;
      /** Counter for the attempt; `nothing` if the message was not sent. */
      readonly counts: "attempt" | "deferral" | "nothing";
      readonly uncertain: boolean;
      readonly code: string | undefined;
    }
  /** Uncertain, held for the operator. */
  | { readonly kind: "held"; readonly code: string }
  /** Uncertain, ended as Unknown. */
  | { readonly kind: "unknown"; readonly code: string };

/** Facts about a message whose attempt ends. */
export interface Attempt {
  readonly policy: UncertainPolicy;
  /** From 1. */
  readonly attempt: number;
  /** Whether an earlier attempt was uncertain. */
  readonly uncertain: boolean;
  /** When it was due, in milliseconds since the epoch: its place in the queue. */
  readonly nextAt: number;
  /** The link whose queue it returns to, or 0 for any. */
  readonly linkId: number;
}

/** Attempts from which a message that was uncertain before is held for the operator, whatever the policy of its route. */
const mostResent = 6;

/** Milliseconds before a message is sent a third time, then four times as long each time. */
const firstDelay = 1_000;

/**
 * How an attempt without a response ends. A message that is uncertain repeatedly may be the cause: it must neither
 * close one session after the other nor be duplicated without limit.
 */
export function uncertainEnd(
  { policy, attempt, uncertain, nextAt: before, linkId }: Attempt,
  code: string,
  now: number,
): SettlementEnd {
  if (policy === "fail") return { kind: "unknown", code };
  if (policy === "hold" || (uncertain && attempt >= mostResent)) return { kind: "held", code };
  const nextAt = uncertain ? now + firstDelay * 4 ** Math.max(0, attempt - 2) : before;
  return { kind: "queued", nextAt, linkId, counts: "attempt", uncertain: true, code };
}

type OfKind<K extends Outcome["kind"]> = Extract<Outcome, { readonly kind: K }>;

function ofKind<K extends Outcome["kind"]>(outcomes: readonly Outcome[], kind: K): readonly OfKind<K>[] {
  return outcomes.filter((outcome): outcome is OfKind<K> => outcome.kind === kind);
}

// One object for all: in a message to another thread it is written once.
const submitted: SettlementEnd = { kind: "submitted" };

/** How an attempt ends, given the outcomes of its parts: a refusal decides first, then an uncertain part. */
export function settlementEnd(outcomes: readonly Outcome[], attempt: Attempt, now: number): SettlementEnd {
  if (outcomes.every(({ kind }) => kind === "accepted")) return submitted;
  const [refused] = ofKind(outcomes, "refused");
  if (refused !== undefined) return { kind: "failed", code: refused.code };
  if (outcomes.some(({ kind }) => kind === "expired")) return { kind: "expired" };
  const [lost] = ofKind(outcomes, "uncertain");
  if (lost !== undefined) return uncertainEnd(attempt, lost.code, now);
  const later = ofKind(outcomes, "later");
  const [first] = later;
  const counted = later.find(({ counts }) => counts);
  return {
    kind: "queued",
    nextAt: first === undefined ? attempt.nextAt : now + Math.max(...later.map(({ delay }) => delay)),
    linkId: attempt.linkId,
    counts: counted !== undefined ? "attempt" : first !== undefined ? "deferral" : "nothing",
    uncertain: attempt.uncertain,
    code: (counted ?? first)?.code,
  };
}
