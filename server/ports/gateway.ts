import type { CallLog } from "messenger-gen-runtime";
import type { MmsPart } from "../domain/message/mms-message.js";
import type { Outcome } from "../domain/outbox/settlement.js";
import type { OutgoingMessage, Receipt } from "../domain/outbox/attempt.js";
import type { IncomingPart } from "../domain/inbox/received-part.js";

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
