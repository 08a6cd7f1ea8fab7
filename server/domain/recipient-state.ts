/**
 * State of one recipient of one transaction. Stored as the number; `statusOf` maps it to the status that callers see.
 * The numbers are in the order of progress: below Submitted the message is not sent yet, up to Accepted it awaits a
 * final state, and above that it has one. From InvalidNumber on it was never accepted, nor charged.
 */
export const RecipientState = {
  /** Accepted, waiting for its time or for a worker. */
  Queued: 0,
  /** Being submitted; the network may have it already. */
  Submitting: 2,
  /** Accepted by the network. */
  Submitted: 3,
  /** A receipt reported it as en route. */
  Enroute: 4,
  /** A receipt reported it as accepted on behalf of the recipient. */
  Accepted: 5,
  Delivered: 6,
  Undeliverable: 7,
  Expired: 8,
  Deleted: 9,
  Unknown: 10,
  Rejected: 11,
  /** The network refused it. */
  Failed: 12,
  /** Accepted, but not sent: its recipient had opted out before the first part left. Its charge is returned. */
  OptedOut: 13,
  /** Refused before it was accepted: not a plausible number. */
  InvalidNumber: 14,
  /** Refused before it was accepted: on a blacklist. */
  Blacklisted: 15,
} as const;
export type RecipientState = (typeof RecipientState)[keyof typeof RecipientState];

/** Returns whether no receipt is awaited any more. */
export function isFinal(state: RecipientState): boolean {
  return state > RecipientState.Accepted;
}

/** Returns whether the network has accepted the message of a recipient: such recipients are charged. */
export function isBilled(state: RecipientState): boolean {
  return state >= RecipientState.Submitted && state <= RecipientState.Rejected;
}
