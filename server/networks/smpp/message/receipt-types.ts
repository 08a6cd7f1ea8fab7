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

/** Kind of a report (SMPP 3.4, section 5.2.12, bits 5 to 2 of esm_class). */
export type ReceiptKind =
  "receipt" | "deliveryAcknowledgement" | "manualAcknowledgement" | "conversationAbort" | "intermediate";

/** A report of an SMSC on an accepted message. TLVs take precedence over the text. */
export interface Receipt {
  readonly kind: ReceiptKind;
  /** False if only its text says that it is a receipt: it is one if it belongs to a message that was sent. */
  readonly isCertain: boolean;
  /** The id as received, without white space around it; undefined when the report names none. */
  readonly messageId: string | undefined;
  /** Undefined when the report gives none that is known. */
  readonly state: MessageState | undefined;
  /** The state that is not known, with the name of its field: `stat:NACK`, `message_state:9`. */
  readonly unknownState: string | undefined;
  /** `stat` of the text, as received. */
  readonly stateText: string | undefined;
  /** `err` of the text, as received. */
  readonly error: string | undefined;
  readonly networkError: NetworkError | undefined;
  /** `YYYY-MM-DDTHH:MM:SS` on the clock of the SMSC; the receipt does not contain its time zone. */
  readonly submitted: string | undefined;
  readonly done: string | undefined;
  /** Counts of the text. */
  readonly submittedParts: number | undefined;
  readonly deliveredParts: number | undefined;
  /** The whole text, for the history. */
  readonly text: string;
}

/** network_error_code (section 5.3.2.31). */
export interface NetworkError {
  /** 1 ANSI-136, 2 IS-95, 3 GSM. */
  readonly network: number;
  readonly code: number;
}
