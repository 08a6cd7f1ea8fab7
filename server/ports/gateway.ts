import type { CallLog } from "../../runtime/call.js";
import type { MmsPart } from "../domain/mms-message.js";
import type { PartState } from "../domain/delivery/receipt-state.js";
import type { Outcome } from "../domain/delivery/settlement.js";
import type { ClaimedBody } from "./store.js";

export type { Outcome } from "../domain/delivery/settlement.js";

/** A message to one number, as a gateway hands it to its network. */
export interface OutgoingMessage {
  /** Of the recipient; the same in every attempt, so that a concatenation reference can be made of it. */
  readonly id: number;
  readonly transactionId: string;
  readonly customerId: number;
  /** International number without prefix. */
  readonly phone: string;
  readonly originator: string;
  /** Text of a text message, subject of an MMS, empty for a binary message. */
  readonly text: string;
  /** Absent for a text message. */
  readonly body?: ClaimedBody | undefined;
  /** SMPP data_coding of the parts: 0 GSM 03.38, 8 UCS-2; with class 0 for flash 0x10 and 0x18. */
  readonly dataCoding: number;
  /** Short messages it is sent in; 1 for an MMS. */
  readonly parts: number;
  /** Milliseconds since the epoch after which nobody wants it any more. */
  readonly validUntil: number;
  /** From 1. */
  readonly attempt: number;
  /** How often it was put back because of a link, without an attempt being counted. */
  readonly deferrals: number;
}

/** Whether a gateway reaches its network. */
export interface GatewayState {
  /** True when messages go through now, or as soon as a window has room. */
  readonly up: boolean;
  /** A word for the operator, for example `bound`, `connecting`, `refused`. */
  readonly word: string;
  /** Why it is not up, or what happened last; one line, without secrets. */
  readonly problem?: string | undefined;
}

/** One way to one network. It keeps nothing that must outlive the process. */
export interface Gateway {
  state(): GatewayState;
  /** Most parts that may be on the way at once. */
  readonly window: number;
  /** Parts it can take now; 0 while it is not up, or while its rate is used up. Any number may still be handed over. */
  free(): number;
  /** Parts that a message is sent in on this way. */
  partsOf(message: OutgoingMessage): number;
  /** Hands over one part, counted from 1. Never rejects. */
  submit(message: OutgoingMessage, part: number): Promise<Outcome>;
  /** Waits for the answers to what is on the way, in bounded time, then leaves the network. */
  close(): Promise<void>;
}

/** What a network reports about a part it took over. */
export interface Receipt {
  /** As received. */
  readonly messageId: string;
  /** Number of the recipient as the network writes it; undefined when it does not say. */
  readonly phone: string | undefined;
  readonly state: PartState;
  /** Milliseconds since the epoch: when the network says it happened, or when the receipt came. */
  readonly at: number;
  /** The network's own error code. */
  readonly code?: string | undefined;
}

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

/** What a gateway may ask of and tell to the service. */
export interface GatewayContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
  /** Room has become free, or the state is another. Cheap; may be called often. */
  changed(): void;
  /** Resolves when the receipt is on disk; only then may the network be told so. Rejects when it cannot be stored. */
  receipt(receipt: Receipt): Promise<void>;
  /** As `receipt`, for a message that came in. */
  incoming(part: IncomingPart): Promise<void>;
  /** The parts of an MMS, in order. */
  mmsParts(transactionId: string): Promise<readonly MmsPart[]>;
}
