import { isFinal, RecipientState } from "../recipient-state.js";
import { type FoundMessage, isHeld } from "./search.js";

/** Reasons why a message is not sent again. */
export type ResendRefusal =
  "waiting" | "inFlight" | "held" | "accepted" | "delivered" | "notSendable" | "private" | "copyOpen";

type Resendable = Pick<FoundMessage, "state" | "claimed" | "phone"> & {
  /** Whether the text is erased after the final state. */
  readonly hidden: boolean;
};

const refusals: Readonly<Record<RecipientState, ResendRefusal | undefined>> = {
  [RecipientState.Queued]: "waiting",
  [RecipientState.Submitting]: "inFlight",
  [RecipientState.Submitted]: "accepted",
  [RecipientState.Enroute]: "accepted",
  [RecipientState.Accepted]: "accepted",
  [RecipientState.Delivered]: "delivered",
  [RecipientState.Undeliverable]: undefined,
  [RecipientState.Expired]: undefined,
  [RecipientState.Deleted]: undefined,
  [RecipientState.Unknown]: undefined,
  [RecipientState.Rejected]: undefined,
  [RecipientState.Failed]: undefined,
  [RecipientState.OptedOut]: "notSendable",
  [RecipientState.InvalidNumber]: "notSendable",
  [RecipientState.Blacklisted]: "notSendable",
};

/** Why a message may not be sent again as a new one; undefined for one that ended without delivery, as have its copies before. */
export function resendRefusal(
  message: Resendable,
  copies: readonly Pick<FoundMessage, "state">[],
): ResendRefusal | undefined {
  if (isHeld(message)) return "held";
  const refusal = refusals[message.state];
  if (refusal !== undefined) return refusal;
  // The number of a person may be erased.
  if (message.phone === "") return "notSendable";
  if (message.hidden) return "private";
  return copies.every(({ state }) => isFinal(state)) ? undefined : "copyOpen";
}
