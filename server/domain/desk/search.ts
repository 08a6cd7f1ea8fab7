import { RecipientState } from "../recipient-state.js";
import { statusOf } from "../status.js";
import type { StateCondition } from "./state-groups.js";

/** A message to one number, as the message desk finds it. */
export interface FoundMessage {
  readonly id: number;
  /** Number of the transaction in the store; grows from one transaction to the next. */
  readonly txn: number;
  readonly transactionId: string;
  readonly customerId: number;
  readonly user: string;
  /** Operation that was called. */
  readonly operation: string;
  readonly originator: string;
  readonly phone: string;
  readonly state: RecipientState;
  /** Of the last change of the state. */
  readonly at: number;
  readonly createdAt: number;
  /** When the message was first due. */
  readonly dueAt: number;
  /** 0 before it is routed, -1 while it matches no route. */
  readonly link: number;
  /** 1 while a worker has it. */
  readonly claimed: number;
  /** 1 when an attempt ended without a response. */
  readonly uncertain: number;
  readonly attempts: number;
  readonly deferrals: number;
  /** Last status code or reason. */
  readonly error: string | null;
}

/** First digits of numbers, or all of them. */
export interface NumberCondition {
  readonly digits: string;
  readonly whole: boolean;
  /** Whether only the visible digits are compared, so that a search does not reveal the others. */
  readonly visible?: boolean;
}

/** Whether a person may see whole numbers, or only masked ones. */
export type NumberView = "whole" | "masked";

/** Last digits of a number that a masked one does not show. */
const hiddenDigits = 3;

/** Longest prefix in a search of someone who sees masked numbers. */
export const longestMaskedPrefix = 8;

/** A number without its last digits. */
export function maskedPhone(phone: string): string {
  return phone.slice(0, -hiddenDigits).padEnd(phone.length, "*");
}

/** The condition for a view; undefined if its result would reveal hidden digits. */
export function conditionFor(view: NumberView, condition: NumberCondition): NumberCondition | undefined {
  if (view === "whole") return condition;
  const isHidden = condition.whole || condition.digits.length > longestMaskedPrefix;
  return isHidden ? undefined : { ...condition, visible: true };
}

/** Conditions of a search; an undefined one matches every message. */
export interface MessageFilter {
  readonly number?: NumberCondition | undefined;
  readonly transactionId?: string | undefined;
  readonly customerId?: number | undefined;
  readonly user?: string | undefined;
  readonly originator?: string | undefined;
  readonly link?: number | undefined;
  readonly state?: StateCondition | undefined;
  /** Last status code or reason. */
  readonly reason?: string | undefined;
  /** Accepted at this time or later. */
  readonly since?: number | undefined;
  /** Accepted before this time. */
  readonly until?: number | undefined;
}

/** The condition of a search that is read by an index. */
export type Anchor =
  | { readonly kind: "transaction"; readonly id: string }
  | { readonly kind: "number"; readonly number: NumberCondition }
  | { readonly kind: "customer"; readonly id: number; readonly until: number | undefined }
  | { readonly kind: "time"; readonly until: number | undefined };

/** Fewest digits of a prefix that is searched by itself: a shorter one matches too much. */
const shortestPrefix = 4;

/** The most selective condition with an index; without one, the search goes back in time through all messages. */
export function anchorOf(filter: MessageFilter): Anchor {
  const { number, transactionId, customerId, until } = filter;
  if (transactionId !== undefined) return { kind: "transaction", id: transactionId };
  if (number !== undefined && (number.whole || number.digits.length >= shortestPrefix))
    return { kind: "number", number };
  if (customerId !== undefined) return { kind: "customer", id: customerId, until };
  return { kind: "time", until };
}

/** A search at a time. */
export interface SearchIn {
  readonly anchor: Anchor;
  readonly filter: MessageFilter;
  readonly now: number;
}

/** Place behind a message in the order of a search. */
export interface SearchPlace {
  readonly txn: number;
  readonly id: number;
}

/**
 * Milliseconds by which a transaction may have been accepted before one that is stored in front of it: calls wait for a commit in
 * any order.
 */
export const storedWithin = 120_000;

function isOfNumber(phone: string, { digits, whole, visible = false }: NumberCondition): boolean {
  if (visible) return phone.slice(0, -hiddenDigits).startsWith(digits);
  return whole ? phone === digits : phone.startsWith(digits);
}

function isInState(message: FoundMessage, state: StateCondition | undefined, now: number): boolean {
  if (state === undefined) return true;
  const { elements, held } = state;
  const isOfHeld = held === undefined || held === isHeld(message);
  return isOfHeld && elements.includes(statusOf(message.state, message.dueAt, now).element);
}

const equals = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value;

/** Returns whether a message meets every condition. */
export function matches(message: FoundMessage, filter: MessageFilter, now: number): boolean {
  const { number, transactionId, customerId, user, originator, link, state, reason, since, until } = filter;
  return (
    (number === undefined || isOfNumber(message.phone, number)) &&
    equals(transactionId, message.transactionId) &&
    equals(customerId, message.customerId) &&
    equals(user?.toLowerCase(), message.user.toLowerCase()) &&
    equals(originator, message.originator) &&
    equals(link, message.link) &&
    equals(reason, message.error ?? undefined) &&
    isInState(message, state, now) &&
    (since === undefined || message.createdAt >= since) &&
    (until === undefined || message.createdAt < until)
  );
}

/**
 * Returns whether no message behind this one can be of the period, where a search goes back in time. Messages of a number come in
 * the order in which they got rows: those of a campaign days after it was accepted.
 */
export function isBehind({ createdAt }: FoundMessage, anchor: Anchor, { since }: MessageFilter): boolean {
  const inTime = anchor.kind === "customer" || anchor.kind === "time";
  return inTime && since !== undefined && createdAt < since - storedWithin;
}

/** How much of its order a search looks at. */
export interface SearchSpan {
  /** Maximum messages that are looked at. */
  readonly examine: number;
  /** Maximum messages that are found. */
  readonly most: number;
}

/** What a search finds among the next messages of its order. */
export interface Looked {
  readonly found: readonly FoundMessage[];
  /** Messages that were looked at. */
  readonly examined: number;
  /** The last message that was looked at; undefined if there was none. */
  readonly last: FoundMessage | undefined;
  /** No message behind can fit. */
  readonly isEnd: boolean;
}

/** Messages of the order of a search, without those that cannot meet its filter. */
export interface Examined {
  /** The last one that was examined is always among them. */
  readonly rows: readonly FoundMessage[];
  /** How many were examined. */
  readonly examined: number;
  /** Whether there are none behind. */
  readonly isWhole: boolean;
}

/** Looks through messages in the order of a search, until it has found `most`. */
export function lookThrough(
  { rows, examined, isWhole }: Examined,
  { anchor, filter, now, most }: SearchIn & Pick<SearchSpan, "most">,
): Looked {
  const found: FoundMessage[] = [];
  let last: FoundMessage | undefined;
  for (const row of rows) {
    if (isBehind(row, anchor, filter)) return { found, examined, last, isEnd: true };
    last = row;
    if (!matches(row, filter, now)) continue;
    found.push(row);
    if (found.length === most) break;
  }
  return { found, examined, last, isEnd: isWhole && last === rows.at(-1) };
}

/** Returns whether the message is held for a decision of the operator. */
export function isHeld({ state, claimed }: Pick<FoundMessage, "state" | "claimed">): boolean {
  return state === RecipientState.Submitting && claimed === 0;
}
