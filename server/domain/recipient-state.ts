/**
 * State of one recipient of one transaction. Stored as the number; `statusOf` gives what a caller sees.
 */
export const RecipientState = {
  /** Accepted, waiting for its time or for a worker. */
  Queued: 0,
  /** On its way to the network, which may have it already. */
  Submitting: 2,
  /** Taken over by the network. */
  Submitted: 3,
  Delivered: 4,
  Undeliverable: 5,
  Expired: 6,
  Deleted: 7,
  Unknown: 8,
  Rejected: 9,
  /** The network refused to take it over. */
  Failed: 10,
  /** Refused before sending: not a plausible number. */
  InvalidNumber: 11,
  /** Refused before sending: on a blacklist. */
  Blacklisted: 12,
} as const;
export type RecipientState = (typeof RecipientState)[keyof typeof RecipientState];
