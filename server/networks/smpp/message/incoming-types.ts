/** Position of a part in a longer message. */
export interface Concatenation {
  /** 0 to 255 with `udh8`, to 65535 else. Parts of one message share sender, receiver, kind, reference and total. */
  readonly kind: "udh8" | "udh16" | "sar";
  readonly reference: number;
  /** 2 to 255. */
  readonly total: number;
  /** 1 to `total`. */
  readonly part: number;
}

/** A message from a handset, or a part of one. */
export interface IncomingSms {
  /** As received. */
  readonly from: string;
  readonly to: string;
  /** Decoded text; undefined for octets that are not text. */
  readonly text: string | undefined;
  /** True if the PDU ended inside the message. */
  readonly isCut: boolean;
  /** User data after the header. */
  readonly octets: Uint8Array;
  /** User data header with its length octet; empty for none. */
  readonly header: Uint8Array;
  readonly dataCoding: number;
  /** Undefined for a whole message. */
  readonly concatenation: Concatenation | undefined;
}
