/**
 * State of one recipient of one transaction. Stored as the number; `statusOf` gives what a caller sees. The numbers are in
 * the order of progress: below Submitted the network does not have the message, up to Accepted it is on its way, and above
 * that it has a final state.
 */
export const RecipientState = {
  /** Accepted, waiting for its time or for a worker. */
  Queued: 0,
  /** On its way to the network, which may have it already. */
  Submitting: 2,
  /** Taken over by the network. */
  Submitted: 3,
  /** A receipt says that it is on its way through the network. */
  Enroute: 4,
  /** A receipt says that it was accepted on behalf of the recipient. */
  Accepted: 5,
  Delivered: 6,
  Undeliverable: 7,
  Expired: 8,
  Deleted: 9,
  Unknown: 10,
  Rejected: 11,
  /** The network refused to take it over. */
  Failed: 12,
  /** Refused before sending: not a plausible number. */
  InvalidNumber: 13,
  /** Refused before sending: on a blacklist. */
  Blacklisted: 14,
} as const;
export type RecipientState = (typeof RecipientState)[keyof typeof RecipientState];

/** Tells whether no receipt is awaited any more. */
export function isFinal(state: RecipientState): boolean {
  return state > RecipientState.Accepted;
}
