import { isFinal, RecipientState } from "../outbox/recipient-state.js";
import type { Recipients } from "../outbox/submission-rows.js";
import { callingCode } from "./calling-code.js";

/** State under which every accepted message is counted, whatever becomes of it; the other counters are of final states. */
export const acceptedState = RecipientState.Queued;

/** A transaction, as far as its messages are counted by it. */
export interface UsageSource {
  readonly customerId: number;
  readonly userName: string;
  readonly originator: string;
  /** Of each message. */
  readonly parts: number;
  /** When it was accepted, in milliseconds since the epoch. */
  readonly at: number;
}

/** A counter. Numbers of users, originators and calling codes bound how many a customer has per day. */
export interface UsageKey extends Pick<UsageSource, "customerId" | "userName" | "originator"> {
  /** UTC day of the acceptance, in days since the epoch. */
  readonly day: number;
  /** Country calling code. */
  readonly prefix: string;
  readonly state: RecipientState;
}

/** A counter and its value, or how much it changes by. */
export interface UsageCount extends UsageKey {
  readonly messages: number;
  readonly parts: number;
}

interface ChangingCount extends UsageKey {
  messages: number;
  parts: number;
}

export const dayLength = 86_400_000;

/** The UTC day of a time, in days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / dayLength);
}

/** A message whose state has changed, with what it is counted by. */
export interface EndedMessage extends UsageSource {
  /** Empty if it was erased. */
  readonly phone: string;
  /** 1 if its acceptance was counted. */
  readonly counted: 0 | 1;
}

/** Messages of one customer, user, originator and day whose numbers have the same first three digits. */
export interface EndedGroup extends Omit<UsageSource, "parts"> {
  readonly digits: string;
  readonly messages: number;
  /** Of all messages. */
  readonly parts: number;
}

/**
 * Gathers changes of counters: those of one commit become one change for each counter. Not counted are messages that were accepted
 * before there were counters; a message whose number was erased stays in the counter in which it is.
 */
export class UsageTally {
  /** By customer, then by state and calling code: a customer has few users and originators in one commit. */
  readonly #counts = new Map<number, Map<string, ChangingCount[]>>();

  /** Counts the recipients of a transaction that was accepted, and those that were refused. */
  arrived(source: UsageSource, { recipients, refused }: Recipients): void {
    for (const phone of recipients) this.#add(source, String(phone), acceptedState, 1);
    for (const { phone, state } of refused) this.#add(source, phone, state, 1);
  }

  /** Counts a recipient whose state has changed. */
  moved(row: EndedMessage, from: RecipientState, to: RecipientState): void {
    if (row.counted === 0 || row.phone === "" || !isFinal(to)) return;
    if (isFinal(from)) this.#add(row, row.phone, from, -1);
    this.#add(row, row.phone, to, 1);
  }

  /** Counts messages that had no final state before. */
  ended(group: EndedGroup, to: RecipientState): void {
    const count = this.#countOf(group, callingCode(group.digits), to);
    count.messages += group.messages;
    count.parts += group.parts;
  }

  /** The changes so far; from now on it is empty. */
  take(): readonly UsageCount[] {
    if (this.#counts.size === 0) return [];
    const changed: UsageCount[] = [];
    for (const counts of this.#counts.values())
      for (const found of counts.values())
        for (const count of found) if (count.messages !== 0) changed.push(count);
    this.#counts.clear();
    return changed;
  }

  #add(source: UsageSource, phone: string, state: RecipientState, n: number): void {
    const count = this.#countOf(source, callingCode(phone), state);
    count.messages += n;
    count.parts += n * source.parts;
  }

  #countOf(source: Omit<UsageSource, "parts">, prefix: string, state: RecipientState): ChangingCount {
    const { customerId, userName, originator, at } = source;
    const day = dayOf(at);
    let ofCustomer = this.#counts.get(customerId);
    if (ofCustomer === undefined)
      this.#counts.set(customerId, (ofCustomer = new Map<string, ChangingCount[]>()));
    const place = `${state} ${prefix}`;
    let found = ofCustomer.get(place);
    if (found === undefined) ofCustomer.set(place, (found = []));
    for (const count of found)
      if (count.day === day && count.userName === userName && count.originator === originator) return count;
    const count = { day, customerId, userName, originator, prefix, state, messages: 0, parts: 0 };
    found.push(count);
    return count;
  }
}
