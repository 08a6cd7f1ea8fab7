import type { CallLog } from "messenger-gen-runtime";
import { contain } from "messenger-gen-host/tasks";
import type { ReceiptEffect } from "../../domain/delivery/states/receipt-state.js";
import type { Outcome } from "../../domain/delivery/outcomes/outcome.js";
import type { OutgoingMessage, Receipt } from "../../domain/delivery/claiming/attempt.js";
import type { IncomingEffect, IncomingPart } from "../../domain/inbox/received-part.js";

/** Outcome of one part that was submitted over a link. */
export interface AnsweredPart {
  readonly message: OutgoingMessage;
  /** From 1. */
  readonly part: number;
  readonly outcome: Outcome;
  /** Milliseconds from the submission to its outcome. */
  readonly milliseconds: number;
}

/** Effect of a receipt on its message. */
export type Effect = ReceiptEffect | "unmatched";

/** Receives every delivery event with the name of the link. An exception is logged and has no other effect. */
export interface DeliveryObserver {
  answered(link: string, part: AnsweredPart): void;
  reported(link: string, receipt: Receipt, effect: Effect): void;
  /** So many early receipts were matched after the responses to their submissions arrived. */
  matched(link: string, count: number): void;
  received(link: string, part: IncomingPart, effect: IncomingEffect): void;
  /** Something of a PDU was ignored, by its name. */
  ignored(link: string, name: string): void;
}

/** Wraps an observer so that it never throws. */
export function containedObserver(observer: DeliveryObserver | undefined, log: CallLog): DeliveryObserver {
  const told =
    <A extends unknown[]>(tell: (observer: DeliveryObserver, ...args: A) => void) =>
    (...args: A): void => {
      contain(log, "observer of delivery failed", () => {
        if (observer !== undefined) tell(observer, ...args);
      });
    };
  return {
    answered: told((to, link: string, part: AnsweredPart) => {
      to.answered(link, part);
    }),
    reported: told((to, link: string, receipt: Receipt, effect: Effect) => {
      to.reported(link, receipt, effect);
    }),
    matched: told((to, link: string, count: number) => {
      to.matched(link, count);
    }),
    received: told((to, link: string, part: IncomingPart, effect: IncomingEffect) => {
      to.received(link, part, effect);
    }),
    ignored: told((to, link: string, name: string) => {
      to.ignored(link, name);
    }),
  };
}
