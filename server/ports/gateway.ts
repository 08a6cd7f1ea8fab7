import type { CallLog } from "messenger-gen-runtime";
import type { MmsPart } from "../domain/message/mms-message.js";
import type { Outcome } from "../domain/delivery/settlement.js";
import type { OutgoingMessage, Receipt } from "../domain/delivery/attempt.js";
import type { IncomingPart } from "../domain/inbox/received-part.js";

/** State of a gateway. */
export interface GatewayState {
  /** Status name for the operator, for example `bound`, `connecting`, `refused`. */
  readonly word: string;
  /** Reason for not being up, or the last event; one line, without secrets. */
  readonly problem?: string | undefined;
}

/** An attempt to send a message over a link. */
export interface Attempt {
  /** Number of parts of the message on this link. */
  readonly parts: number;
  /** Submits one part, counted from 1. Never rejects. */
  submit(part: number): Promise<Outcome>;
}

/** Connection to one network. It has no state that must survive the process. */
export interface Gateway {
  /** True if messages can be sent now, or as soon as the window has a free slot. Read several times per message. */
  readonly up: boolean;
  state(): GatewayState;
  /** Maximum parts in flight, with the slots that it has. */
  readonly window: number;
  /** Free window slots in parts; 0 while it is down or the rate is used up. More parts may still be submitted. */
  free(): number;
  /** Begins an attempt to send a message. @throws if it cannot be encoded for this link */
  prepare(message: OutgoingMessage): Attempt;
  /**
   * Sets the number of usable slots of the link; slots that are in use count until they are given up. Resolves when no more than the
   * last call set are in use, within a limited time.
   */
  resize(slots: number): Promise<void>;
  /** Waits a limited time for the responses to parts in flight, then disconnects. */
  close(): Promise<void>;
}

/** Callbacks of a gateway to the service. */
export interface GatewayContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
  /** Whether messages may be sent now; to be checked again after each wait before the network. */
  maySend(): boolean;
  /** Reports that a window slot is free or the state has changed. Cheap; may be called often. */
  changed(): void;
  /** Resolves when the receipt is on disk; only then may it be acknowledged. Rejects if it cannot be stored. */
  receipt(receipt: Receipt): Promise<void>;
  /** As `receipt`, for an incoming message. */
  incoming(part: IncomingPart): Promise<void>;
  /** The parts of an MMS, in order. */
  mmsParts(transactionId: string): Promise<readonly MmsPart[]>;
}
