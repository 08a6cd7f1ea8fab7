import { isFinal, RecipientState } from "../../recipient-state.js";

/** A state of a part after the network has accepted it. */
export type PartState = Exclude<RecipientState, 0 | 2>;

/** Effect of a receipt on the stored state. */
export type ReceiptEffect = "changes" | "repeats" | "contradicts";

const { Submitted, Enroute, Accepted, Delivered, Expired, Unknown } = RecipientState;

/** Codes of final states that were guessed: the field of a receipt, and its value that is not known. */
const guessed = /^(?:stat|message_state):/u;

/** Whether a state with this code was guessed, from a receipt whose word or number for the state is not known. */
export function isGuess(code: string | null | undefined): boolean {
  return guessed.test(code ?? "");
}

/**
 * Effect of a reported state on the stored one: the first final state stays, except that a delivery replaces an
 * expiry, and any final state replaces Unknown and, if it is not guessed itself, a guessed one. An interim state replaces only an earlier one
 * in the order of progress.
 */
export function receiptEffect(known: PartState, reported: PartState, replacesGuess = false): ReceiptEffect {
  if (replacesGuess && isFinal(reported)) return "changes";
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
 * The new state of a message after the state of one of its parts changed: the effects that a receipt may have on a part, and
 * changes to a worse state. `replacesGuess`: it has ended by a guess, and final states replace that.
 */
export function messageState(
  known: PartState,
  parts: readonly PartState[],
  replacesGuess = false,
): PartState {
  const state = worstState(parts);
  // The guess was wrong, and the network has not said what became of other parts.
  if (replacesGuess && isFinal(known) && !isFinal(state)) return Unknown;
  if (receiptEffect(known, state, replacesGuess) === "changes") return state;
  const isWorse = isFinal(state) && worstFirst.indexOf(state) < worstFirst.indexOf(known);
  return isWorse ? state : known;
}

/** The state of a message whose parts have these states; Submitted for none. */
export function worstState(parts: readonly PartState[]): PartState {
  return worstFirst.find((state) => parts.includes(state)) ?? Submitted;
}
