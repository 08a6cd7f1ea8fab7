/** One of the parts that came in for a long message. */
export interface IncomingPlace {
  /** The same in all parts of a message. */
  readonly reference: string;
  /** From 1. */
  readonly number: number;
  readonly total: number;
}

/** A message, or one part of a message, that came in from a network. */
export interface IncomingPart {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Absent for a message in one piece. */
  readonly place?: IncomingPlace | undefined;
  /** Of an MMS; undefined for a text message. */
  readonly subject?: string | undefined;
  /** What the network calls a message in one piece: what comes again under it came before. */
  readonly reference?: string | undefined;
}

/** A part that came over a link. */
export interface ReceivedPart extends IncomingPart {
  readonly linkId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A message from a network, as whole as it will be. */
export interface ReceivedMessage {
  readonly from: string;
  readonly to: string;
  /** Of an MMS; undefined for a text message. */
  readonly subject: string | undefined;
  readonly text: string;
  /** False when parts of it never came, or its text was cut. */
  readonly complete: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What became of a part that came in; whatever it is, it is on disk. */
export type IncomingEffect =
  /** It waits for the other parts of its message. */
  | "kept"
  /** Its message is in the inbox of a customer. */
  | "delivered"
  /** Nobody owns the number it was sent to: its message is kept until somebody does, or for some time. */
  | "stray"
  /** It came before. */
  | "repeated";
