import { isFinal, RecipientState } from "../recipient-state.js";

/**
 * Country calling codes of one and of two digits (ITU-T E.164, list of assigned codes); all others have three. One digit stands
 * for a code that is assigned with further digits, such as area codes of +1.
 */
export const codesOfOneDigit = ["1", "7"] as const;
export const codesOfTwoDigits: readonly string[] = (
  "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 " +
  "81 82 84 86 90 91 92 93 94 95 98"
).split(" ");
const oneDigit = new Set<string>(codesOfOneDigit);
const twoDigits = new Set(codesOfTwoDigits);

function codeOf(digits: string): string {
  const first = digits.slice(0, 1);
  if (oneDigit.has(first)) return first;
  const two = digits.slice(0, 2);
  if (twoDigits.has(two)) return two;
  return /^[2-9][0-9]{2}$/u.test(digits) ? digits : "";
}

/** Codes of the numbers that begin with three digits. */
const codes: readonly string[] = Array.from({ length: 1_000 }, (_, index) =>
  codeOf(String(index).padStart(3, "0")),
);

/** The country calling code of a number in international format; empty for a text that is not one. */
export function callingCode(phone: string): string {
  const [a, b, c] = [phone.charCodeAt(0) - 48, phone.charCodeAt(1) - 48, phone.charCodeAt(2) - 48];
  const isNumber = a >= 0 && a < 10 && b >= 0 && b < 10 && c >= 0 && c < 10;
  return (isNumber ? codes[100 * a + 10 * b + c] : undefined) ?? "";
}

/** State under which every accepted message is counted, whatever its final state; the other counters are of final states. */
export const acceptedState = RecipientState.Queued;

/** Accepted and refused numbers of a transaction. */
export interface CountedNumbers {
  readonly recipients: readonly string[] | Float64Array;
  readonly refused: readonly { readonly phone: string; readonly state: RecipientState }[];
}

/** The properties of a transaction by which its messages are counted. */
export interface UsageSource {
  readonly customerId: number;
  readonly userName: string;
  readonly originator: string;
  /** Of each message. */
  readonly parts: number;
  /** When it was accepted, in milliseconds since the epoch. */
  readonly at: number;
}

/** A counter. The numbers of users, originators and calling codes limit the counters of a customer per day. */
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

export const hourLength = 3_600_000;

/** The UTC hour of a time, in hours since the epoch. */
export function hourOf(at: number): number {
  return Math.floor(at / hourLength);
}

/** A message whose state has changed, with the properties by which it is counted. */
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
  arrived(source: UsageSource, { recipients, refused }: CountedNumbers): void {
    // Neighbours in a long list usually have the same code.
    let [code, messages] = ["", 0];
    for (const phone of recipients) {
      const next = callingCode(String(phone));
      if (next !== code && messages > 0) {
        this.#add(source, code, acceptedState, messages);
        messages = 0;
      }
      code = next;
      messages++;
    }
    if (messages > 0) this.#add(source, code, acceptedState, messages);
    for (const { phone, state } of refused) this.#add(source, callingCode(phone), state, 1);
  }

  /** Counts a recipient whose state has changed. */
  moved(row: EndedMessage, from: RecipientState, to: RecipientState): void {
    if (row.counted === 0 || row.phone === "" || !isFinal(to)) return;
    const code = callingCode(row.phone);
    if (isFinal(from)) this.#add(row, code, from, -1);
    this.#add(row, code, to, 1);
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

  #add(source: UsageSource, code: string, state: RecipientState, n: number): void {
    const count = this.#countOf(source, code, state);
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
