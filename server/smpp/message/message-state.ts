/** message_state of receipts and query_sm_resp (SMPP 3.4, section 5.2.28). */
export const MessageState = {
  Enroute: 1,
  Delivered: 2,
  Expired: 3,
  Deleted: 4,
  Undeliverable: 5,
  /** Final by the specification, but many SMSCs send it before Delivered. */
  Accepted: 6,
  /** Final, but some SMSCs report another state later. */
  Unknown: 7,
  Rejected: 8,
} as const;
export type MessageState = (typeof MessageState)[keyof typeof MessageState];
