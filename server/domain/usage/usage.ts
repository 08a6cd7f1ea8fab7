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

const dayLength = 86_400_000;

/** The UTC day of a time, in days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / dayLength);
}

/** A recipient whose state has changed, with what it is counted by. */
export interface EndedRow extends UsageSource {
  readonly id: number;
  /** Empty if it was erased. */
  readonly phone: string;
  /** 1 if its acceptance was counted. */
  readonly counted: 0 | 1;
}

/**
 * Gathers changes of counters: those of one commit become one change for each counter. Not counted are messages that were accepted
 * before there were counters; a message whose number was erased stays in the counter in which it is.
 */
export class UsageTally {
  readonly #counts = new Map<string, { key: UsageKey; messages: number; parts: number }>();

  /** Counts the recipients of a transaction that was accepted, and those that were refused. */
  arrived(source: UsageSource, { recipients, refused }: Recipients): void {
    for (const phone of recipients) this.#add(source, String(phone), acceptedState, 1);
    for (const { phone, state } of refused) this.#add(source, phone, state, 1);
  }

  /** Counts a recipient whose state has changed. */
  moved(row: EndedRow, from: RecipientState, to: RecipientState): void {
    if (row.counted === 0 || row.phone === "" || !isFinal(to)) return;
    if (isFinal(from)) this.#add(row, row.phone, from, -1);
    this.#add(row, row.phone, to, 1);
  }

  /** The changes so far; from now on it is empty. */
  take(): readonly UsageCount[] {
    if (this.#counts.size === 0) return [];
    const changed: UsageCount[] = [];
    for (const { key, messages, parts } of this.#counts.values())
      if (messages !== 0) changed.push({ ...key, messages, parts });
    this.#counts.clear();
    return changed;
  }

  #add(
    { customerId, userName, originator, parts, at }: UsageSource,
    phone: string,
    state: RecipientState,
    n: number,
  ): void {
    const day = dayOf(at);
    const prefix = callingCode(phone);
    const name = `${day} ${customerId} ${state} ${prefix} ${userName}\n${originator}`;
    const known = this.#counts.get(name);
    if (known === undefined) {
      const key = { day, customerId, userName, originator, prefix, state };
      this.#counts.set(name, { key, messages: n, parts: n * parts });
      return;
    }
    known.messages += n;
    known.parts += n * parts;
  }
}
