/**
 * State of one recipient of one transaction. Stored as the number; `statusOf` gives what a caller sees. The numbers are in
 * the order of progress: below Submitted the network does not have the message, up to Accepted it is in flight, and above
 * that it has a final state.
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
  /** Refused before sending: not a plausible number. */
  InvalidNumber: 13,
  /** Refused before sending: on a blacklist. */
  Blacklisted: 14,
} as const;
export type RecipientState = (typeof RecipientState)[keyof typeof RecipientState];

/** Returns whether no receipt is awaited any more. */
export function isFinal(state: RecipientState): boolean {
  return state > RecipientState.Accepted;
}
