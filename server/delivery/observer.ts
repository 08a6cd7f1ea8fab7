import type { ReceiptEffect } from "../domain/delivery/receipt-state.js";
import type { IncomingPart, Outcome, OutgoingMessage, Receipt } from "../ports/gateway.js";

/** What became of one part that was handed to a link. */
export interface AnsweredPart {
  readonly message: OutgoingMessage;
  /** From 1. */
  readonly part: number;
  readonly outcome: Outcome;
  /** From handing it over to its answer. */
  readonly milliseconds: number;
}

/** What a receipt did to the message it belongs to. */
export type Effect = ReceiptEffect | "unmatched";

/** Told of every delivery event, with the name of the link. What it throws is not caught. */
export interface DeliveryObserver {
  answered(link: string, part: AnsweredPart): void;
  reported(link: string, receipt: Receipt, effect: Effect): void;
  /** So many receipts that were unmatched have found their messages, whose answers have come. */
  matched(link: string, count: number): void;
  received(link: string, part: IncomingPart): void;
}

export const noObserver: DeliveryObserver = {
  answered: () => undefined,
  reported: () => undefined,
  matched: () => undefined,
  received: () => undefined,
};
