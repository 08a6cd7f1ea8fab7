import type { Outcome } from "./outcome.js";

/** Attempts and deferrals of a message. */
export interface Tries {
  /** The attempt in flight, from 1. */
  readonly attempt: number;
  /** Deferrals: returns to the queue that were not counted as attempts. */
  readonly deferrals: number;
}

/** First after `delay` milliseconds, then after twice as many each time; at most `attempts` times. */
export interface RetryRule {
  readonly delay: number;
  readonly attempts: number;
}

/** Longest delay, unless a rule starts with a longer one. */
const longestDelay = 3_600_000;

/**
 * Delays of a message that is returned because of its link: the first one, which is quadrupled each time, and the
 * maximum.
 */
const firstDeferral = 100;
const longestDeferral = 8_000;

/** Deferrals after which a refusal counts as an attempt, and the rule that applies then. */
const freeDeferrals = 3;
const stubborn: RetryRule = { delay: 30_000, attempts: 10 };

/** The network refused the message, or its recipient, for now. */
export function retried(code: string, { delay, attempts }: RetryRule, { attempt }: Tries): Outcome {
  if (attempt > attempts) return { kind: "refused", code };
  const next = Math.min(Math.max(delay, longestDelay), delay * 2 ** (attempt - 1));
  return { kind: "later", code, delay: next, counts: true };
}

/**
 * The network refused the message because of its link or session. It counts from the fourth time on, but only while the
 * network accepts other messages over the link: then the message is the cause.
 */
export function deferred(code: string, tries: Tries, acceptsOthers: boolean): Outcome {
  if (acceptsOthers && tries.deferrals >= freeDeferrals) return retried(code, stubborn, tries);
  const delay = Math.min(longestDeferral, firstDeferral * 4 ** Math.min(tries.deferrals, 10));
  return { kind: "later", code, delay, counts: false };
}

/** Scope of a refusal beyond its message. */
export type Concern = "throttle" | "session" | "nack";

/**
 * Whether a refusal of this message is new evidence against the link or the session. One message that is refused again
 * and again must not slow down the link or close the session.
 */
export function isEvidence(concern: Concern, { attempt, deferrals }: Tries): boolean {
  if (concern === "session") return deferrals < freeDeferrals;
  return attempt === 1 && deferrals === 0;
}

/** Evidence against the session since the network last accepted a message over the bind. */
export interface SessionRefusals {
  readonly inRow: number;
  /** Of these, on the session that is open. */
  readonly onSession: number;
}

export const noRefusals: SessionRefusals = { inRow: 0, onSession: 0 };

/** Consecutive refusals of different messages that show that the session is the cause. */
const sessionIsBroken = { session: 3, nack: 10 } as const;

/** A message was refused because of the session, or by a generic_nack. */
export function sessionRefused(
  before: SessionRefusals,
  by: "session" | "nack",
  evidence: boolean,
): { readonly refusals: SessionRefusals; readonly acceptsOthers: boolean; readonly rebind: boolean } {
  const most = sessionIsBroken[by];
  if (!evidence) return { refusals: before, acceptsOthers: before.onSession < most, rebind: false };
  const refusals = { inRow: before.inRow + 1, onSession: before.onSession + 1 };
  return { refusals, acceptsOthers: refusals.inRow < most, rebind: refusals.onSession >= most };
}
