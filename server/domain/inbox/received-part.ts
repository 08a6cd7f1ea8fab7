import type { Arrival } from "./arrivals.js";

/** Position of a part in a long message. */
export interface IncomingPlace {
  /** The same in all parts of a message. */
  readonly reference: string;
  /** From 1. */
  readonly number: number;
  readonly total: number;
}

/** An incoming message, or one part of it. */
export interface IncomingPart {
  /** With 0 before a number in national form whose country is not known. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** True if the end of its text did not arrive; the text ends with a mark. */
  readonly isCut?: boolean;
  /** Absent for a message in one piece. */
  readonly place?: IncomingPlace | undefined;
  /** Of an MMS; undefined for a text message. */
  readonly subject?: string | undefined;
  /** Network's reference of a single-part message, by which a repetition is recognized. */
  readonly reference?: string | undefined;
  /** Tells whether an equal part is a repetition; undefined where each is. */
  readonly arrival?: Arrival | undefined;
}

/** A part that was received over a link. */
export interface ReceivedPart extends IncomingPart {
  readonly linkId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A received message after joining, complete or not. */
export interface ReceivedMessage {
  readonly from: string;
  readonly to: string;
  /** Of an MMS; undefined for a text message. */
  readonly subject: string | undefined;
  readonly text: string;
  /** False if parts are missing or the text was cut. */
  readonly complete: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Result of storing an incoming part; it is on disk. */
export type IncomingEffect =
  /** The part is stored and waits for the others of its message. */
  | "kept"
  /** Its message is in the inbox of a customer. */
  | "delivered"
  /** The number is unassigned: the message is kept until it is assigned, for a limited time. */
  | "stray"
  /** It is a repetition. */
  | "repeated";

/** `undecided`: nothing was stored, because it is not known yet whether it is a repetition; it is to be stored again a moment later. */
export type IncomingResult = IncomingEffect | "undecided";
