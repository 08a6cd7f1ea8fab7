import { isFinal, RecipientState } from "./recipient-state.js";

/** A state that a part can have once the network has it. */
export type PartState = Exclude<RecipientState, 0 | 2>;

/** What a receipt does to the state it meets. */
export type ReceiptEffect = "changes" | "repeats" | "contradicts";

const { Submitted, Enroute, Accepted, Delivered, Expired, Unknown } = RecipientState;

/**
 * What a reported state does to the one that is known: the first final state stays, except that a delivery replaces an
 * expiry, and any final state replaces Unknown. An interim state replaces only one that says less.
 */
export function receiptEffect(known: PartState, reported: PartState): ReceiptEffect {
  if (reported === known) return "repeats";
  if (!isFinal(reported)) return reported > known ? "changes" : "repeats";
  if (!isFinal(known) || known === Unknown) return "changes";
  return known === Expired && reported === Delivered ? "changes" : "contradicts";
}

/** Worst first: a message is as good as its worst part. */
const worstFirst: readonly PartState[] = [
  RecipientState.Failed,
  RecipientState.Rejected,
  RecipientState.Undeliverable,
  RecipientState.Deleted,
  Expired,
  Unknown,
  Submitted,
  Enroute,
  Accepted,
  Delivered,
];

/**
 * The state of a message that had another when the state of one of its parts changed: what a receipt may do to a part, and
 * what makes it worse.
 */
export function messageState(known: PartState, parts: readonly PartState[]): PartState {
  const state = worstState(parts);
  if (receiptEffect(known, state) === "changes") return state;
  const isWorse = isFinal(state) && worstFirst.indexOf(state) < worstFirst.indexOf(known);
  return isWorse ? state : known;
}

/** The state of a message whose parts have these states; Submitted for none. */
export function worstState(parts: readonly PartState[]): PartState {
  return worstFirst.find((state) => parts.includes(state)) ?? Submitted;
}
