import type { CallbackTry } from "../callbacks/callbacks.js";
import type { CreditKind } from "../credit/balance.js";
import type { AttemptOutcome, FailedAttempt } from "../delivery/settling/failed-attempt.js";
import type { PlainFields } from "../delivery/submitting/submission.js";
import { isFinal, RecipientState } from "../recipient-state.js";
import { statusOf, statusTable } from "../status.js";
import { type FoundMessage, isHeld } from "./search.js";

/** A part that a network has accepted. */
export interface DeskPart {
  readonly part: number;
  /** Name of the network, whose links share message ids; null if it was removed. */
  readonly network: string | null;
  /** Message id of the network, without case and leading zeros; empty if there is none. */
  readonly messageId: string;
  readonly state: RecipientState;
  readonly at: number;
  readonly error: string | null;
}

/** A failed attempt: one of the latest. */
export interface DeskAttempt extends Pick<FailedAttempt, "at" | "outcome" | "code"> {
  /** From 1; counts attempts and deferrals. */
  readonly number: number;
  /** Id of a link. */
  readonly link: number;
}

/** A receipt that contradicts an earlier final state. */
export interface DeskContradiction {
  readonly part: number;
  readonly state: RecipientState;
  readonly at: number;
  readonly code: string | null;
}

/** A callback of the final state of a message, or of a part. */
export interface DeskCallback {
  /** 0 for the whole message. */
  readonly part: number;
  /** Of the last attempt, or when it was given up; of the state before the first attempt. */
  readonly at: number;
  readonly attempts: number;
  readonly outcome: "accepted" | "waiting" | "given up";
  /** Reason why the last attempt failed; null without one. */
  readonly failure: string | null;
  /** When it is tried again; null for one that is not. */
  readonly nextAt: number | null;
  /** Oldest first; without those before an operator had it tried again, and those of an earlier version. */
  readonly tries: readonly CallbackTry[];
}

/** A change of the balance for a transaction. */
export interface DeskBooking {
  /** Of the entry of the ledger. */
  readonly id: number;
  readonly at: number;
  /** Thousandths of a credit, as `balance`: what was taken or refunded. */
  readonly amount: number;
  /** After it. */
  readonly balance: number;
}

/** A message that was sent again as this one. */
export interface DeskCopy {
  readonly id: number;
  readonly state: RecipientState;
}

/** Everything that is stored of a message. */
export interface DeskMessage extends FoundMessage, PlainFields {
  readonly text: string;
  readonly kind: "text" | "binary" | "mms";
  readonly parts: number;
  /** When the next attempt is due, or when the network had accepted all parts. */
  readonly nextAt: number;
  readonly chargeKind: CreditKind;
  /** Of the whole transaction, in thousandths of a credit. */
  readonly charge: number;
  /** 1 for a message of a campaign. */
  readonly campaign: 0 | 1;
  /** 1 if this message was refunded. */
  readonly refunded: 0 | 1;
  /** In the order of their numbers. */
  readonly failedAttempts: readonly DeskAttempt[];
  readonly sentParts: readonly DeskPart[];
  readonly contradictions: readonly DeskContradiction[];
  /** Without those of a URL that was removed before they were posted. */
  readonly callbacks: readonly DeskCallback[];
  /** Of the message, and of the one that it is a copy of; it may be among them. Oldest first. */
  readonly copies: readonly DeskCopy[];
  /** Messages of the transaction that were charged, each with the same share. */
  readonly chargedMessages: number;
  /** Charges and refunds of the transaction. */
  readonly charges: readonly DeskBooking[];
  readonly refunds: readonly DeskBooking[];
}

/** Something that happened to a message. */
export interface DeskEvent {
  readonly at: number;
  readonly event:
    | "accepted"
    | "due"
    | "waiting"
    | "in flight"
    | "held"
    | `attempt ${AttemptOutcome | "accepted"}`
    | "part"
    | "contradiction"
    | "status"
    | "charge"
    | "refund"
    | "callback failed"
    | "callback accepted"
    | "callback waiting"
    | "callback given up";
  readonly part?: number | undefined;
  /** Element of a status. */
  readonly status?: string | undefined;
  /** Id of the link of an attempt. */
  readonly link?: number | undefined;
  readonly network?: string | undefined;
  readonly messageId?: string | undefined;
  /** Status code or reason. */
  readonly code?: string | undefined;
  /** Of a charge or refund. */
  readonly booking?: DeskBooking | undefined;
  /** Of a callback; of an attempt, its number. */
  readonly attempts?: number | undefined;
  /** Of the URL of a callback. */
  readonly host?: string | undefined;
  /** When a callback is tried again. */
  readonly nextAt?: number | undefined;
}

function lastEvent(message: DeskMessage): DeskEvent {
  const { state, at, error, link } = message;
  const code = error ?? undefined;
  if (state === RecipientState.Queued) return { at, event: "waiting", code };
  if (state === RecipientState.Submitting && isHeld(message)) return { at, event: "held", code };
  if (state === RecipientState.Submitting)
    return { at, event: "in flight", link, attempts: numberOf(message), code };
  return { at, event: "status", status: statusTable[state].element, code };
}

/** Number of the last attempt. */
const numberOf = ({ attempts, deferrals }: DeskMessage): number => attempts + deferrals;

/** States of messages that a network has accepted, also one that gives no message ids. */
const acceptedStates: ReadonlySet<RecipientState> = new Set([
  RecipientState.Submitted,
  RecipientState.Enroute,
  RecipientState.Accepted,
  RecipientState.Delivered,
]);

/** Failed attempts, and the one with which the network had all parts: its time and link are those of the message. */
function attemptEvents(message: DeskMessage): readonly DeskEvent[] {
  const { failedAttempts, sentParts, parts, state, nextAt: at, link } = message;
  const failed = failedAttempts.map(({ number, outcome, code, ...where }): DeskEvent => ({
    ...where,
    event: `attempt ${outcome}`,
    attempts: number,
    code: code ?? undefined,
  }));
  const attempts = numberOf(message);
  const isAccepted = acceptedStates.has(state) || (isFinal(state) && sentParts.length >= parts);
  if (!isAccepted || attempts === 0 || failedAttempts.some(({ number }) => number === attempts))
    return failed;
  return [...failed, { at, event: "attempt accepted", link, attempts }];
}

/** Each failed attempt of a callback, and its end or that it waits. */
function callbackEvents({ part, tries, ...callback }: DeskCallback): readonly DeskEvent[] {
  const { at, attempts, outcome, failure, nextAt } = callback;
  const ofPart = part === 0 ? undefined : part;
  const last = tries.at(-1);
  const first = attempts - tries.length + 1;
  const failed = tries.flatMap((each, index): readonly DeskEvent[] => {
    if (each.failure === undefined || (outcome === "given up" && each === last)) return [];
    const { at: triedAt, host, failure: code, nextAt: again } = each;
    return [
      {
        at: triedAt,
        event: "callback failed",
        part: ofPart,
        attempts: first + index,
        host,
        code,
        nextAt: again,
      },
    ];
  });
  const status = last?.status === undefined ? undefined : `HTTP ${last.status}`;
  const code = outcome === "waiting" && failed.length > 0 ? undefined : (status ?? failure ?? undefined);
  const end = { at, part: ofPart, attempts, code, host: last?.host, nextAt: nextAt ?? undefined };
  return [...failed, { ...end, event: `callback ${outcome}` }];
}

/** Stored events of a message, oldest first; simultaneous events in the order in which they happen. */
export function timeline(message: DeskMessage, now: number): readonly DeskEvent[] {
  const { createdAt, dueAt, state, sentParts, contradictions, charges, refunds, callbacks } = message;
  const parts = sentParts.map((sent): DeskEvent => {
    const { part, messageId, at } = sent;
    const where = { network: sent.network ?? undefined, messageId: messageId === "" ? undefined : messageId };
    const status = statusTable[sent.state].element;
    return { at, event: "part", part, status, ...where, code: sent.error ?? undefined };
  });
  const contradicting = contradictions.map(({ part, state: reported, at, code }): DeskEvent => ({
    at,
    event: "contradiction",
    part,
    status: statusTable[reported].element,
    code: code ?? undefined,
  }));
  const events: readonly DeskEvent[] = [
    { at: createdAt, event: "accepted", status: statusOf(RecipientState.Queued, dueAt, createdAt).element },
    ...charges.map((booking) => ({ at: booking.at, event: "charge", booking }) as const),
    ...(dueAt > createdAt && dueAt <= now && !isFinal(state) ? [{ at: dueAt, event: "due" } as const] : []),
    ...attemptEvents(message),
    ...parts,
    ...contradicting,
    lastEvent(message),
    ...refunds.map((booking) => ({ at: booking.at, event: "refund", booking }) as const),
    ...callbacks.flatMap(callbackEvents),
  ];
  return [...events].sort((left, right) => left.at - right.at);
}
